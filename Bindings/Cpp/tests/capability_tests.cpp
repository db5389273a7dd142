// Capabilities: services that go once, when nothing holds them any more.
#include "check.hpp"

#include <pyxis.hpp>

#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace {

/** How often C++ asked for memory. */
std::atomic<int> allocations{0};

} // namespace

void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

namespace {

struct watch {
  virtual ~watch() = default;
  virtual int now() const { return 1; }
};

/** A service that counts its end. */
struct counted_watch : watch {
  explicit counted_watch(std::atomic<int> &ends, int time = 2) : ends_(ends), time_(time) {}
  int now() const override { return time_; }

private:
  check::probe ends_;
  int time_;
};

/** A service whose address as a base is another than its own. */
struct other_base {
  virtual ~other_base() = default;
  int padding = 0;
};
struct shifted_watch : other_base, counted_watch {
  using counted_watch::counted_watch;
};

pyxis::key<pyxis::capability<watch>> watch_key() {
  return pyxis::key<pyxis::capability<watch>>("capability.watch");
}

} // namespace

TEST(a_service_is_shared) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  auto service = std::make_shared<counted_watch>(ends);
  {
    pyxis::configuration configuration;
    CHECK(configuration[key] == nullptr);
    configuration.set(key, service);
    CHECK(service.use_count() == 2);
    CHECK(configuration[key] == service && configuration[key]->now() == 2);
    pyxis::run(configuration,
               [&] { CHECK(key.get() == service && key.borrow() == service.get()); });
    CHECK(key.get() == nullptr && key.borrow() == nullptr);
  }
  CHECK(service.use_count() == 1 && ends == 0);
  service.reset();
  CHECK(ends == 1);
}

TEST(a_service_goes_once_with_the_last_that_holds_it) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  {
    pyxis::configuration configuration;
    configuration.set(key, std::make_shared<counted_watch>(ends));
    const pyxis::configuration copy = configuration;
    configuration = pyxis::configuration();
    CHECK(ends == 0);
  }
  CHECK(ends == 1);
}

TEST(a_service_goes_when_it_is_replaced_or_taken_out) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  pyxis::configuration configuration;
  configuration.set(key, std::make_shared<counted_watch>(ends));
  configuration.set(key, std::make_shared<counted_watch>(ends));
  CHECK(ends == 1);
  CHECK(configuration.unset(key));
  CHECK(ends == 2);
  configuration.set(key, std::make_shared<counted_watch>(ends));
  configuration.set(key, nullptr);
  CHECK(ends == 3 && configuration[key] == nullptr);
}

TEST(a_scope_keeps_the_service) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  pyxis::configuration configuration;
  configuration.set(key, std::make_shared<counted_watch>(ends));
  {
    const pyxis::scope_guard scope(configuration);
    configuration = pyxis::configuration();
    CHECK(ends == 0 && key.get()->now() == 2);
  }
  CHECK(ends == 1);
}

TEST(a_share_outlives_the_configuration_and_the_scope) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  std::shared_ptr<watch> share = pyxis::with(
      [&](auto &configuration) { configuration.set(key, std::make_shared<counted_watch>(ends)); },
      [&] { return key.get(); });
  CHECK(ends == 0 && share->now() == 2);
  share.reset();
  CHECK(ends == 1);
}

TEST(a_service_goes_once_when_setting_it_fails) {
  std::atomic<int> ends{0};
  pyxis::configuration configuration;
  CHECK_FAILS(PYXIS_ERROR_INVALID_KEY, configuration.set(pyxis::key<pyxis::capability<watch>>(),
                                                         std::make_shared<counted_watch>(ends)));
  CHECK(ends == 1);
  const pyxis::configuration moved(std::move(configuration));
  CHECK_FAILS(PYXIS_ERROR_INVALID_HANDLE,
              configuration.set(watch_key(), std::make_shared<counted_watch>(ends)));
  CHECK(ends == 2);
}

TEST(a_derived_service_is_given_as_its_base) {
  std::atomic<int> ends{0};
  {
    pyxis::configuration configuration;
    auto service = std::make_shared<shifted_watch>(ends, 7);
    CHECK(static_cast<void *>(static_cast<watch *>(service.get())) != service.get());
    configuration.set(watch_key(), std::move(service));
    CHECK(configuration[watch_key()]->now() == 7);
    configuration.set(watch_key(), std::make_unique<counted_watch>(ends, 8));
    CHECK(ends == 1 && configuration[watch_key()]->now() == 8);
  }
  CHECK(ends == 2);
}

TEST(a_service_may_be_constant) {
  const pyxis::key<pyxis::capability<const int>> key("capability.constant");
  pyxis::configuration configuration;
  configuration.set(key, std::make_shared<const int>(5));
  CHECK(*configuration[key] == 5);
}

TEST(shares_of_one_service_are_each_given_up_once) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  auto service = std::make_shared<counted_watch>(ends);
  {
    std::vector<pyxis::configuration> all(20);
    for (auto &configuration : all)
      configuration.set(key, service);
    CHECK(service.use_count() == 21);
    all.erase(all.begin() + 5, all.begin() + 15);
    CHECK(service.use_count() == 11);
  }
  CHECK(service.use_count() == 1 && ends == 0);
}

TEST(setting_a_service_again_asks_for_no_memory) {
  const auto key = watch_key();
  const auto service = std::make_shared<watch>();
  pyxis::configuration configuration;
  configuration.set(key, service);
  configuration.set(key, service);
  const int before = allocations;
  for (int round = 0; round < 100; ++round)
    configuration.set(key, service);
  CHECK(allocations == before);
}

TEST(a_share_without_an_owner_is_left_alone) {
  counted_watch *service = nullptr;
  std::atomic<int> ends{0};
  counted_watch local(ends);
  service = &local;
  {
    pyxis::configuration configuration;
    configuration.set(watch_key(), std::shared_ptr<watch>(std::shared_ptr<void>(), service));
    CHECK(configuration[watch_key()].get() == service);
  }
  CHECK(ends == 0);
}

TEST(c_sees_the_service_itself) {
  std::atomic<int> ends{0};
  const auto key = watch_key();
  auto service = std::make_shared<counted_watch>(ends);
  pyxis::configuration configuration;
  configuration.set(key, service);
  void *address = nullptr;
  CHECK(pyxis_configuration_get_capability(configuration.handle(), key.id(), &address) == PYXIS_OK);
  CHECK(address == static_cast<watch *>(service.get()));
}

TEST(a_service_of_c_comes_out_as_a_share) {
  static std::atomic<int> destroyed{0};
  static int service = 5;
  destroyed = 0;
  const pyxis::key<pyxis::capability<int>> key("capability.of_c");
  std::shared_ptr<int> share;
  {
    pyxis::configuration configuration;
    CHECK(pyxis_configuration_set_capability(configuration.handle(), key.id(), &service,
                                             [](void *) { ++destroyed; }) == PYXIS_OK);
    share = configuration[key];
  }
  CHECK(destroyed == 0 && share.get() == &service);
  share.reset();
  CHECK(destroyed == 1);
}

TEST(the_end_of_a_service_may_use_the_library_R11) {
  const auto key = watch_key();
  const pyxis::key<std::int64_t> number{"capability.number", 3};
  std::int64_t read = 0;
  {
    pyxis::configuration configuration;
    configuration.set(key, std::shared_ptr<watch>(new watch, [&](watch *gone) {
                        pyxis::with(
                            [&](auto &inner) {
                              inner.set(number, 4);
                              inner.set(key, std::make_shared<watch>());
                            },
                            [&] { read = number.get(); });
                        delete gone;
                      }));
  }
  CHECK(read == 4);
}

TEST(services_come_and_go_on_many_threads) {
  constexpr int thread_count = 8;
  constexpr int rounds = 500;
  std::atomic<int> ends{0};
  std::atomic<int> shared_ends{0};
  const auto key = watch_key();
  auto shared = std::make_shared<counted_watch>(shared_ends);
  {
    std::vector<std::thread> threads;
    for (int index = 0; index < thread_count; ++index) {
      threads.emplace_back([&] {
        std::vector<pyxis::configuration> kept(4);
        for (std::size_t round = 0; round < rounds; ++round) {
          pyxis::configuration own;
          own.set(key, std::make_shared<counted_watch>(ends));
          kept[round % kept.size()].set(key, shared);
          pyxis::run(own, [&] { CHECK(key.get()->now() == 2); });
        }
      });
    }
    for (auto &thread : threads)
      thread.join();
  }
  CHECK(ends == thread_count * rounds);
  CHECK(shared.use_count() == 1 && shared_ends == 0);
}
