import Foundation
import Testing

/// `Scripts/results check`: finds tables that can't be reproduced, and outdated ones.
struct ResultsTests {
  private static let header =
    "file,command,cost,sources,commit,sources_sha256,file_sha256,bytes_sha256,rest_sha256\n"

  /// A folder with the script and one table made by `cp source.txt`.
  private func sandbox(cost: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    let script = try String(contentsOfFile: TestPaths.root + "/Scripts/results", encoding: .utf8)
    try sandbox.write("Scripts/results", script)
    try sandbox.write("source.txt", "1\n")
    try sandbox.write("results/baselines/a.csv", "by the gate\n")
    try sandbox.write(
      "results/index.csv",
      Self.header + "results/table.csv,cp source.txt results/table.csv,\(cost),source.txt,,,,,\n")
    #expect(try run(sandbox, "make", "results/table.csv").status == 0)
    #expect(try run(sandbox, "check").status == 0)
    return sandbox
  }

  private func run(_ sandbox: Sandbox, _ words: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", sandbox.path + "/Scripts/results"] + words
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: ["cheap", "expensive", "timed"]) func tablesNotMadeByTheirCommandAreReported(
    cost: String
  ) throws {
    let edited = try sandbox(cost: cost)
    try edited.write("results/table.csv", "2\n")
    let forged = try run(edited, "check")
    #expect(forged.status == 2 && forged.text.contains("results/table.csv: not as"), "\(forged)")
    let added = try sandbox(cost: cost)
    try added.write("results/mine.csv", "3\n")
    let unlisted = try run(added, "check")
    #expect(unlisted.status == 2 && unlisted.text.contains("mine.csv: in no row"), "\(unlisted)")
  }

  /// A cheap table is made again, an expensive one must be no older than its sources, and for timings the age
  /// is reported.
  @Test(arguments: [
    ("cheap", 1 as Int32, "comes out otherwise"), ("expensive", 1, "older than source.txt"),
    ("timed", 0, "note: results/table.csv"),
  ]) func outdatedTablesAreReported(cost: String, status: Int32, words: String) throws {
    let sandbox = try sandbox(cost: cost)
    try sandbox.write("source.txt", "4\n")
    let outcome = try run(sandbox, "check")
    #expect(outcome.status == status && outcome.text.contains(words), "\(outcome)")
    #expect(try sandbox.read("results/table.csv") == "1\n")
    #expect(try run(sandbox, "make", "results/table.csv").status == 0)
    #expect(try run(sandbox, "check").status == 0)
    #expect(try sandbox.read("results/table.csv") == "4\n")
  }

  /// A table that takes minutes is made again only by its name, as its lane does.
  @Test func slowTablesAreMadeAgainByName() throws {
    let sandbox = try sandbox(cost: "minutes")
    try sandbox.write("source.txt", "4\n")
    #expect(try run(sandbox, "check").status == 0)
    let outdated = try run(sandbox, "check", "results/table.csv")
    #expect(outdated.status == 1 && outdated.text.contains("comes out otherwise"), "\(outdated)")
    let unknown = try run(sandbox, "check", "results/none.csv")
    #expect(unknown.status == 2 && unknown.text.contains("none.csv: no row"), "\(unknown)")
  }

  /// The sources of runs may change as long as all runs give the same bytes; other code may change its comments.
  @Test func codeWithTheSameBytesIsNotNewer() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "Scripts/results",
      String(contentsOfFile: TestPaths.root + "/Scripts/results", encoding: .utf8))
    let (runs, study) = ("Sources/Stack/Filter.swift", "Sources/Data/Studies/Study.swift")
    let code = "let factor = 2\n"
    try sandbox.write(runs, code)
    try sandbox.write(study, "/// A factor.\n" + code)
    try sandbox.write("results/bytes.csv", "case,tables_sha256\na,1\n")
    try sandbox.write(
      "results/index.csv",
      Self.header + "results/bytes.csv,,expensive,,,,,,\n"
        + "results/table.csv,echo 1 > results/table.csv,expensive,\(runs) \(study),,,,,\n")
    #expect(try run(sandbox, "make", "results/table.csv").status == 0)
    try sandbox.write(runs, "let factor = 1 + 1\n")
    try sandbox.write(study, "/// Another comment, \"quoted\".\nlet  factor =\n  2 // why\n")
    #expect(try run(sandbox, "ages").status == 0)
    try sandbox.write(study, "let factor = 3\n")
    #expect(try run(sandbox, "ages").status == 1, "changed code of a study")
    try sandbox.write(study, code)
    try sandbox.write("results/bytes.csv", "case,tables_sha256\na,2\n")
    #expect(try run(sandbox, "ages").status == 1, "changed bytes")
    try sandbox.write(runs, code)
    #expect(try run(sandbox, "ages").status == 1, "changed bytes and a removed comment")
  }
}
