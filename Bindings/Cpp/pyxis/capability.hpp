// Services as entries.
#ifndef PYXIS_CAPABILITY_HPP
#define PYXIS_CAPABILITY_HPP

#include "error.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * The type of a key whose values are services: `key<capability<clock>>`.
 *
 * A service goes in as a std::shared_ptr<T> and comes out as one. The entry holds a share of it
 * until the last configuration, scope and handle with the entry are gone; then the share is given
 * up once, on any thread. Other languages see the T * itself, and what they stored comes out as a
 * std::shared_ptr<T> too: all that use one name must mean the same T. The default is none.
 */
template <class T> class capability {
public:
  capability() = delete;
};

namespace detail {

/**
 * The shares that entries hold, found by the address of the service: all that the library knows.
 *
 * It takes no lock, so that a forked child can go on whatever other threads were doing. Places are
 * used again and never freed. Each has the address of its service, NULL if it is free, or `taken`.
 * Where one service has several shares any of them will do: each keeps it alive.
 */
template <class T> class capability_shares {
public:
  /** Keeps a share that is not empty until `give_up` with its address. */
  static void keep(std::shared_ptr<T> share) {
    const void *address = share.get();
    place *found = free_place();
    found->share = std::move(share);
    found->address.store(address, std::memory_order_release);
  }

  /** Gives up one share of a service: the destructor of its entry. */
  static void give_up(void *address) noexcept {
    for (;;) {
      for (place *next = first_.load(std::memory_order_acquire); next; next = next->next) {
        if (!take(*next, address))
          continue;
        const std::shared_ptr<T> share = std::move(next->share);
        next->address.store(nullptr, std::memory_order_release);
        return; // The service may end here, and may call anything.
      }
      // Others took the shares that were passed: theirs are still there.
    }
  }

private:
  struct place {
    std::atomic<const void *> address;
    std::shared_ptr<T> share;
    place *next = nullptr;
  };

  static bool take(place &place, const void *address) {
    return place.address.load(std::memory_order_relaxed) == address &&
           place.address.compare_exchange_strong(address, &taken_, std::memory_order_acquire,
                                                 std::memory_order_relaxed);
  }

  /** A place that is the caller's to fill. */
  static place *free_place() {
    for (place *next = first_.load(std::memory_order_acquire); next; next = next->next) {
      if (take(*next, nullptr))
        return next;
    }
    auto *made = new place{&taken_, nullptr, first_.load(std::memory_order_relaxed)};
    while (!first_.compare_exchange_weak(made->next, made, std::memory_order_release,
                                         std::memory_order_relaxed)) {
    }
    return made;
  }

  inline static std::atomic<place *> first_{nullptr};
  inline static const char taken_ = 0;
};

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_CAPABILITY_HPP
