import Documents
import TestSupport
import Testing
import VenueSim

/// The examples of the documentation, which must behave as the articles describe.
@Suite struct ExamplesTests {
  @Test func scoresCustomStack() throws {
    let score = try scoreOfMyStack(seed: 11)
    #expect(score.device == "walker" && score.fixes.count > 500)
    // It reports the floor of its beacons, and never requests GNSS.
    #expect(score.fixes.allSatisfy { $0.fix.source == .beacon && $0.fix.floor == 0 })
    #expect(!score.power.contains { $0.component == "gnss" })
  }

  @Test func customPartReplacesDefault() throws {
    let score = try RunUnit(scenario: corridorWithMyPart(), seed: 7).run().devices[0]
    // The beacon fixes are its own, with an accuracy of eight metres each.
    let beside = score.fixes.filter { $0.fix.source == .beacon }
    #expect(beside.count > 20)
    // The rest of the reference stack continues.
    #expect(score.fixes.contains { $0.fix.source != .beacon })
  }

  @Test func poolsScoresAndChecksBudgets() throws {
    let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
    let pool = try pool(of: scenario, seeds: 1...3)
    #expect(try isKept("horizontal_error.p50 <= 10 m", by: pool))
    // An impossible budget isn't kept.
    #expect(try !isKept("horizontal_error.p50 <= 1 cm", by: pool))
  }

  @Test func parameterChangesScore() throws {
    let errors = try medianErrors("stack.locator.window", ["1 s", "6 s"])
    #expect(errors.count == 2 && errors[0] != nil && errors[0] != errors[1])
  }

  @Test func replayScoreEqualsRunScore() throws {
    let (first, again, isSame) = try scoreOfAReplay()
    #expect(isSame)
    #expect(first.fixes.map(\.fix) == again.fixes.map(\.fix))
  }

  /// `import VenueSim` exports selected names, and only two small modules completely.
  @Test func exportsSelectedNames() throws {
    var (single, whole) = (0, [String]())
    for file in try #require(folderContents("Sources/VenueSim")) where file.hasSuffix(".swift") {
      for line in lines(of: try readFile("Sources/VenueSim/\(file)", limit: 1 << 20)) {
        guard line.hasPrefix("@_exported public import ") else { continue }
        let words = line.split(separator: " ")
        if words.count == 5 { single += 1 } else { whole += [String(words[3])] }
      }
    }
    #expect((80...150).contains(single), "\(single)")
    #expect(whole == ["Geometry", "Kernel"])
  }

  /// Every code block of an article is part of a compiled example, so that none becomes outdated.
  @Test func articleCodeIsCompiled() throws {
    let examples = try #require(folderContents("Tests/VenueSimTests/Examples")).map {
      lines(of: try readFile("Tests/VenueSimTests/Examples/\($0)", limit: 1 << 20))
    }
    let catalogue = "Sources/VenueSim/VenueSim.docc"
    var blocks = 0
    for file in try #require(folderContents(catalogue)) where file.hasSuffix(".md") {
      for block in codeBlocks(of: lines(of: try readFile("\(catalogue)/\(file)", limit: 1 << 20))) {
        blocks += 1
        #expect(examples.contains { $0.containsRun(of: block) }, "\(file): \(block.first ?? "")")
      }
    }
    #expect(blocks >= 6)
  }

  /// The check above detects an outdated block.
  @Test func detectsOutdatedCodeBlock() {
    let example = ["let a = 1", "let b = 2", "print(a + b)"]
    #expect(example.containsRun(of: ["let b = 2", "print(a + b)"]))
    #expect(!example.containsRun(of: ["let b = 3", "print(a + b)"]))
    #expect(codeBlocks(of: ["text", "```swift", "  let a = 1", "```", "more"]) == [["let a = 1"]])
  }

  private func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  /// The lines between ```` ```swift ```` and ```` ``` ````, without their common indentation.
  private func codeBlocks(of lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in lines {
      if line == "```swift" {
        block = []
      } else if line == "```", let whole = block {
        blocks.append(whole)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks.map { $0.trimmed }
  }
}

extension [String] {
  /// The lines without indentation: an excerpt may be indented less than in its file.
  fileprivate var trimmed: [String] {
    map { String($0.drop { $0 == " " }) }
  }

  /// True if these lines contain others in one piece, ignoring indentation.
  fileprivate func containsRun(of others: [String]) -> Bool {
    let (own, wanted) = (trimmed, others.trimmed)
    guard !wanted.isEmpty, own.count >= wanted.count else { return false }
    return (0...(own.count - wanted.count)).contains { start in
      own[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
