import Campaigns
import Documents
import Formats
import Harness
import Recordings
import Scoring
import TestSupport
import Testing

struct SuiteTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("venues/hall.yaml", Place.venue)
    try folder.write("hall.yaml", Place.scenario)
    for name in Suite.names {
      try folder.write(
        name + ".yaml",
        """
        study: \(name)
        about: Small.
        seeds: 3-10
        scenarios: [hall.yaml]
        recordings: [walks]
        variants: {reference: {}, 'blind': {stack.satellites.use: 'off', stack.wifi.use: 'off'}}
        metrics: [\(name == "steps" ? "ranging.class_right.share" : "power.mean")]
        """)
    }
  }

  private func suite(
    only names: [String] = ["outdoors"], _ settings: [String] = []
  ) throws -> Suite {
    let candidate =
      settings.isEmpty
      ? nil
      : try Suite.JudgedStack(
        stack: .reference, settings: settings.map { try Setting($0) }, name: "mine")
    return try Suite(
      folder: folder.path, only: names, candidate: candidate, data: folder.path,
      find: { try FoundRecordings.find(at: $0) })
  }

  private func result(_ suite: Suite) throws -> SuiteResult {
    var last: SuiteResult?
    try suite.run(jobs: 2) { last = $0 }
    return try #require(last)
  }

  @Test func referenceIsComparedWithSimpleMethods() throws {
    let suite = try suite()
    #expect(suite.unitCount == 16 && suite.missing == ["walks"])
    let found = try result(suite)
    #expect(found.stack == "reference" && found.lines.map(\.otherStack) == ["blind"])
    // Without satellites and Wi-Fi the phone takes less power.
    #expect(found.lines[0].verdict == .behind && found.count(.behind, in: "outdoors") == 1)
  }

  /// A candidate is beside the reference and its others, and equal to itself.
  @Test func candidateIsCompared() throws {
    let same = try result(try suite(["stack.roads.use=off"]))
    #expect(same.lines.map(\.otherStack) == ["reference", "blind"])
    #expect(same.lines.map(\.verdict) == [.equal, .behind])
    let blind = try result(try suite(["stack.satellites.use=off", "stack.wifi.use=off"]))
    #expect(blind.lines.map(\.verdict) == [.ahead, .equal])
    let digests = try [suite(), suite(["duration=20 s"])].map { $0.digest(version: "1") }
    #expect(digests[0] != digests[1])
  }

  private func suite(_ settings: [String]) throws -> Suite {
    try suite(only: ["outdoors"], settings)
  }

  /// Parts that the stack doesn't answer are named, and aren't judged.
  @Test func unansweredPartsAreLeftOut() throws {
    let found = try result(try suite(only: ["outdoors", "steps"]))
    #expect(found.parts == ["outdoors"] && found.unanswered == ["steps"])
  }

  @Test func mistakesAreReported() throws {
    #expect { try suite(only: ["outdors"]) } throws: {
      "\($0)".contains("did you mean 'outdoors'?")
    }
    #expect { try suite(["stack.nothing=1"]) } throws: { "\($0)".contains("nothing") }
  }

  /// The suite that is shipped can be read, and says which recordings are missing.
  @Test func shippedSuiteIsValid() throws {
    let shipped = try Suite(
      folder: "scenarios/suite", only: [], candidate: nil, data: nil,
      find: { try FoundRecordings.find(at: $0) })
    #expect(shipped.parts.map(\.name) == Suite.names)
    #expect(shipped.missing.contains("oxford-step-counter") && shipped.unitCount > 100)
  }
}
