import PyxisCore
import Testing

@Suite("Scopes at the same time", .generousTimeLimit)
struct ScopeConcurrencyTests {
  @Test("R21: hundreds of concurrent scopes never see each other", arguments: [500])
  func tasks(count: Int) async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 1...count {
        group.addTask {
          await withPyxis {
            $0.level = number
            $0.title = "\(number)"
          } operation: {
            var wrong = 0
            for step in 0..<20 {
              await Task.yield()
              if currentLevel() != number { wrong += 1 }
              let inner = await withPyxis({ $0.level += step * count }) {
                await Task.yield()
                return currentLevel()
              }
              if inner != number + step * count { wrong += 1 }
            }
            return pyxisConfiguration.title == "\(number)" ? wrong : wrong + 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(currentLevel() == 0)
  }

  @Test("R21: scopes on threads never see each other", arguments: [8])
  func threads(count: Int) throws {
    let wrong = try onNewThreads(count) { number in
      var wrong = 0
      for step in 1...2_000 {
        let level = number * 10_000 + step
        withPyxis {
          $0.level = level
        } operation: {
          if currentLevel() != level { wrong += 1 }
          withPyxis({ $0.level += 1 }) { if currentLevel() != level + 1 { wrong += 1 } }
        }
        if currentLevel() != 0 { wrong += 1 }
      }
      return wrong
    }
    #expect(wrong == Array(repeating: 0, count: count))
  }

  @Test("R21: one configuration is entered by many tasks at once and changed by none")
  func sharedConfiguration() async {
    var configuration = PyxisConfiguration()
    configuration.level = 7
    for key in numberedKeys(digits: 5) { configuration[number: key] = -1 }
    let shared = configuration
    let sums = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          await withPyxis(shared) {
            await withPyxis({ $0.level += number }) {
              await Task.yield()
              return currentLevel()
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.sorted() == Array(7..<107))
    #expect(shared.level == 7)
  }

  @Test("R21: a scope never changes the process default, nor what was read from it before")
  func processDefault() async {
    let before = pyxisConfiguration
    await withPyxis {
      $0.level = 1
    } operation: {
      await Task.yield()
      #expect(await Task.detached { currentLevel() }.value == 0)
      #expect(ProcessDefault.configuration.level == 0)
      #expect(before.level == 0)
    }
    #expect(pyxisConfiguration == before)
  }
}
