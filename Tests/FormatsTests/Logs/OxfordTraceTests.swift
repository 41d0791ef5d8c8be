import Formats
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

struct OxfordTraceTests {
  @Test func deviceStepCountIsTheTruth() throws {
    let found = try FoundRecordings.find(at: LogPaths.excerpts + "oxford-app")
    let source = try #require(found.sources.first)
    #expect(source.format.name == "oxford-app" && source.name == "user1_frontpocket_1506422223341")
    let read = try source.read()
    #expect(read.settings == ["placement=front_pocket"])
    let truth = read.recording.truth
    #expect(truth.map(\.stepCount) == [0, 1, 2, 3, 3, 0])
    // In the file's rows 21, 42 and 63, which are 10 ms apart.
    let times = truth.map { ($0.time.seconds * 10).rounded() / 10 }
    #expect(times == [0, 0.2, 0.4, 0.6, 0.8, 0.8])
    #expect(truth.dropLast().allSatisfy { $0.known == .steps } && truth[5].known.isEmpty)
    let forces = read.recording.observations.flatMap { delivered -> [InertialSample] in
      guard case .accelerometer(let batch) = delivered.item else { return [] }
      return batch.samples
    }
    #expect(forces.count == 80)
  }

  @Test func lastPossibleTimeIsAnError() throws {
    let folder = try TemporaryFolder()
    let rows = ["0000000001,0,0,9.8,0,3,9", "9223372036854775807,0,0,9.8,0,4,9"]
    try folder.write("user1_frontpocket_1.csv", rows.joined(separator: "\n") + "\n")
    let source = try #require(FoundRecordings.find(at: folder.path).sources.first)
    #expect(source.format.name == "oxford-app")
    do {
      _ = try source.read()
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains("the time jumps from"), "\(error)")
    }
  }

  @Test func decreasingStepCountsAreIgnored() throws {
    let rows = [3, 4, 3, 5].enumerated().map { "\(1_000_000_000 * ($0 + 1)),0,0,9.8,0,\($1),9" }
    let trace = try OxfordTrace.read(Array(rows.joined(separator: "\n").utf8), file: "t")
    #expect(trace.counts.map(\.steps) == [0, 1, 2, 2])
    #expect(trace.report.count(of: .fallen) == 1 && trace.report.count(of: .gap) == 3)
  }

  /// Folder names of the other part vary in case.
  @Test(arguments: [
    ("optimisation/data/Samsung_Dario_Hard_ArmBand_1", OxfordSteps.Position.armband),
    ("Samsung_Dario_Hard_Backpocket_2", .backPocket), ("Nexus_Jamie_Hard_InHand_2", .inHand),
  ]) func labelsInAnyCase(folder: String, position: OxfordSteps.Position) throws {
    #expect(try #require(OxfordSteps.Label(folder: folder)).position == position)
    #expect(OxfordSteps.Label(folder: "Nexus_Jamie_Hard_Nowhere_2") == nil)
  }

  @Test func metadataFilesBelongToTheirWalk() throws {
    let folder = try TemporaryFolder()
    let walk = "data/Samsung_Carmelo_Hard_BackPocket_1/"
    try folder.write(walk + "accelerometer.csv", "1000000,3,0,0,9.8\n6000000,3,0,0,9.8\n")
    try folder.write(walk + "stepcounter.csv", "1000000,0,0\n2000000,1,0\n")
    try folder.write(walk + "metadata.txt", "anything")
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.format.name) == ["oxford"] && found.unknownFiles.isEmpty)
  }
}
