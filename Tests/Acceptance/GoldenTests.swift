import Foundation
import Testing

/// Compares the command's present output and files with those that were last approved.
struct GoldenTests {
  @Test(.enabled(if: TestPaths.program("bash") != nil, "bash is not installed"))
  func outputMatchesApprovedFiles() throws {
    let sandbox = try Sandbox()
    let bash = try #require(TestPaths.program("bash"))
    let outcome = try sandbox.run(
      bash, [TestPaths.root + "/Scripts/golden", sandbox.path + "/golden", TestPaths.venuesim])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let found = try sandbox.files(below: "golden")
    var approved: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: TestPaths.golden)
    where !name.hasPrefix("inputs") {
      guard let data = FileManager.default.contents(atPath: TestPaths.golden + "/" + name) else {
        continue
      }
      approved[name] = data
    }
    #expect(approved.count > 20)
    let cure = "if that is as it should be, run 'make golden' and read the difference"
    for name in Set(found.keys).union(approved.keys).sorted() {
      guard let new = found[name], let old = approved[name] else {
        Issue.record("\(name) is \(found[name] == nil ? "no longer" : "newly") made; \(cure)")
        continue
      }
      guard new != old else { continue }
      Issue.record("\(name) differs from Tests/Golden: \(firstDifference(old, new)); \(cure)")
    }
  }

  private func firstDifference(_ old: Data, _ new: Data) -> String {
    func lines(_ data: Data) -> [Substring] {
      String(decoding: data, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    let (before, after) = (lines(old), lines(new))
    let place =
      zip(before, after).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(before.count, after.count)
    func line(_ lines: [Substring]) -> String {
      place < lines.count ? "'\(lines[place])'" : "the end"
    }
    return "line \(place + 1) was \(line(before)) and is \(line(after))"
  }
}
