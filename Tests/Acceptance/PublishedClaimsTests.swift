import Foundation
import Testing

/// Claims of README and ledger; `Tests/Docs` runs the commands in all documents.
@Suite struct PublishedClaimsTests {
  private static func read(_ path: String) throws -> String {
    try String(contentsOfFile: TestPaths.root + "/" + path, encoding: .utf8)
  }

  /// The page that the README's sentences on trust link to has the results on rankings.
  @Test func publishedRankingsMatchResults() throws {
    let rows = try Self.read("results/fidelity.md").components(separatedBy: "\n")
      .filter { $0.hasPrefix("| fidelity-") }
    #expect(rows.count >= 3)
    let page = try Self.read("Docs/explanation/how-far-to-trust-it.md")
    for row in rows { #expect(page.contains(row), "\(row)") }
    let readme = try Self.read("README.md")
    #expect(readme.contains("(Docs/explanation/how-far-to-trust-it.md)"))
    #expect(readme.contains("(results/fidelity.md)"))
  }

  /// Scenarios contain no absolute paths.
  @Test func scenariosContainNoAbsolutePaths() throws {
    let folder = TestPaths.root + "/scenarios"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yaml") }
    #expect(files.count > 200)
    for file in files {
      let found = try Self.read("scenarios/" + file).split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("#")
          && line.firstRange(of: /[\[\s"'](\/[\w.-]+){2,}/) != nil
      }
      #expect(found.isEmpty, "\(file): \(found)")
    }
  }

  /// Everything called validated has a test in the sources.
  @Test func validatedCapabilitiesHaveTests() throws {
    let ledger = try Table(Self.read("results/ledger.csv"))
    var tests = ""
    let folder = TestPaths.root + "/Tests"
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where name.hasSuffix(".swift") {
      tests += try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }
    for row in ledger["capability"].indices {
      let (name, status) = (ledger["capability"][row], ledger["status"][row])
      let (against, test) = (ledger["against"][row], ledger["test"][row])
      switch status {
      case "validated":
        #expect(!against.isEmpty, "\(name) names no reference")
        #expect(!test.isEmpty && tests.contains("func \(test)("), "\(name): no test '\(test)'")
      case "modelled":
        #expect(
          against.isEmpty && test.isEmpty, "\(name) is only modelled, but has a reference or a test"
        )
      default: Issue.record("\(name): '\(status)' is not a status")
      }
      #expect(status == "validated" || ledger["situations"][row].isEmpty, "\(name)")
    }
  }

  /// For models called validated by recordings, most figures reject deliberately wrong models.
  ///
  /// Few figures are apart; see results/validation.csv.
  @Test func validationRejectsWrongModels() throws {
    let ledger = try Table(Self.read("results/ledger.csv"))
    let figures = try Table(Self.read("results/validation.csv"))
    func verdicts(_ situations: String) -> [String] {
      situations.components(separatedBy: "; ").flatMap { text -> [String] in
        let parts = text.components(separatedBy: ": ")
        let wanted = ["signal": parts[0], "situation": parts[1]]
        let found = figures.rows(where: wanted)
        #expect(!found.isEmpty, "no figures of \(text)")
        return found.compactMap { $0["verdict"] }
      }
    }
    func isProven(_ verdicts: [String]) -> Bool {
      2 * verdicts.count { $0 == "within" } > verdicts.count
        && 5 * verdicts.count { $0 == "apart" } <= verdicts.count
    }
    var count = 0
    for row in ledger["capability"].indices where !ledger["situations"][row].isEmpty {
      let found = verdicts(ledger["situations"][row])
      #expect(isProven(found), "\(ledger["capability"][row]): \(found)")
      count += 1
    }
    #expect(count >= 5)
    // Models that aren't validated fail even this weaker test.
    #expect(!isProven(verdicts("motion: sitting, front_pocket; motion: standing, front_pocket")))
    #expect(!isProven(verdicts("wifi: walking in a mall, phone in the hand")))
  }
}
