import Documents
import Glibc
import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import TestSupport
import Testing

struct FolderTests {
  private static let files = RunTables.columns.map(\.file).sorted()

  @Test func recordingsDoNotFollowLinksOutOfTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("other/mine.txt", "precious")
    try folder.write("run/note.txt", "")
    #expect(symlink(folder.path + "/other", folder.path + "/run/recordings") == 0)
    var run = try RunFolder(path: folder.path + "/run", run: "r", overwrites: true)
    let header = RecordingHeader(
      device: "d", source: "test", endTime: SimTime(seconds: 1), gpsWeek: 2300,
      gpsSecondsOfWeek: 0)
    #expect(throws: FileWriteError.self) {
      try run.add([makeScore()], recordings: [Recording(header: header)], scenario: "s", seed: 1)
    }
    #expect(folderContents(folder.path + "/other") == ["mine.txt"])
  }

  @Test func foldersAreWrittenCompletelyOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/er"
    do {
      var run = try RunFolder(path: path, run: "r", overwrites: false)
      for seed in 0..<200 as Range<UInt64> { try run.add([makeScore()], scenario: "s", seed: seed) }
      #expect(folderContents(path)?.allSatisfy { $0.hasSuffix(".partial") } == true)
    }
    // Abandoned: no table, complete or partial, and no leftovers.
    #expect(folderContents(path)?.isEmpty == true)
    var run = try RunFolder(path: path, run: "r", overwrites: false)
    let header = RecordingHeader(
      device: "d", source: "test", endTime: SimTime(seconds: 1), gpsWeek: 2300,
      gpsSecondsOfWeek: 0)
    try run.add(
      [makeScore()], recordings: [Recording(header: header)], scenario: "s", seed: 1)
    var pool = ScenarioPool()
    pool.add(try makeScore())
    let verdict = BudgetVerdict(try Budget("horizontal_error.max <= 3 m"), values: [2])
    try run.add(pool, verdicts: [verdict], scenario: "s")
    let manifest: JSONValue = ["run": "r", "odd": ["\"", "\n", 1.5, true]]
    try run.finish(manifest)
    #expect(
      folderContents(path)
        == (Self.files + ["SHA256SUMS", "manifest.json", "recordings"]).sorted())
    let kept = String(
      decoding: try readFile(path + "/manifest.json", limit: 1 << 20), as: UTF8.self)
    #expect(try unsealed(kept) == manifest.text(pretty: true))
    guard case .object(let seals)? = try JSONValue(path: path + "/manifest.json")["tables"] else {
      Issue.record("no table is sealed")
      return
    }
    #expect(Set(seals.members.map(\.key)) == Set(Self.files))
    #expect(folderContents(path + "/recordings/s-1-d") == ["recording.yaml"])
    for file in Self.files {
      var reader = try CSVReader(path: path + "/" + file)
      #expect(reader.columns.first == "run")
      let hasRows = try reader.nextRow()
      #expect(hasRows, "\(file)")
    }
  }

  @Test func rejectsFolderInUse() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine.txt", "keep")
    let error = #expect(throws: DocumentError.self) {
      try RunFolder(path: folder.path, run: "r", overwrites: false)
    }
    #expect(error?.description.contains("not empty") == true)
    #expect(folderContents(folder.path) == ["mine.txt"])
    var run = try RunFolder(path: folder.path, run: "r", overwrites: true)
    try run.finish([:])
    #expect(
      folderContents(folder.path)
        == (Self.files + ["SHA256SUMS", "manifest.json", "mine.txt"]).sorted())
    // A file in place of the folder.
    #expect(throws: FileWriteError.self) {
      try RunFolder(path: folder.path + "/mine.txt", run: "r", overwrites: true)
    }
  }
}
