import Devices
import Documents
import Explanations
import Harness
import Kernel
import Maps
import Observations
import Recordings
import Scenarios
import TestSupport
import Testing
import Truth

/// Explanations of locations with a known cause, and without one.
struct LocationExplanationTests {
  @Test func namesTheBeaconThatIsElsewhereInTheMap() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "58 m, 1.4 m")
    let explanation = try PlantedFaults.explanation(
      of: device, at: PlantedFaults.passing(recording))
    let error = try #require(explanation.error)
    #expect(error.distance > 15, "\(explanation.answer)")
    let cause = try #require(explanation.cause, "\(explanation.lines(wrappedBy: { [$0] }))")
    #expect(cause.name == "beacon 1/3", "\(explanation.answer)")
    #expect(cause.input.isTransmitter && !cause.isWithinScatter)
    #expect(try #require(cause.error) < error.distance / 2)
    #expect(try #require(cause.registeredMetres) > 25)
    #expect(explanation.answer.contains { $0.hasPrefix("Without beacon 1/3 in the last ") })
    // The first row of the table is the cause or its kind.
    #expect(explanation.pulls.first?.input.kind == .beacons)
  }

  @Test func findsNoLargeErrorWhereTheMapIsRight() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "25 m, 1.4 m")
    let explanation = try PlantedFaults.explanation(
      of: device, at: PlantedFaults.passing(recording))
    let error = try #require(explanation.error)
    #expect(error.distance < 5 && explanation.onset == nil, "\(explanation.answer)")
    #expect(explanation.answer[1].hasPrefix("This is within the reported accuracy"))
    #expect(explanation.pulls.allSatisfy { ($0.change(from: error.distance) ?? 0) > -5 })
  }

  @Test func nothingMovesAStackThatIgnoresItsInputs() throws {
    let recording = try PlantedFaults.recording()
    let device = ReplayableDevice(
      name: "walker", recording, map: try PlantedFaults.device(recording, beaconAt: "0 m, 0 m").map,
      isCopyable: true, setup: DeviceSetup(.phone2014)
    ) { settings in
      guard settings.isEmpty else { throw DocumentError("no such setting") }
      return ConstantStack()
    }
    let explanation = try PlantedFaults.explanation(of: device, at: SimTime(seconds: 60))
    #expect(explanation.cause == nil && explanation.draws == nil)
    #expect(!explanation.pulls.isEmpty && explanation.pulls.allSatisfy(\.isWithinScatter))
    #expect(
      explanation.answer.contains { $0.hasPrefix("No single input explains it") },
      "\(explanation.answer)")
  }

  @Test func isTheSameEachTimeAndWithAnyNumberOfJobs() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "58 m, 1.4 m")
    let first = try PlantedFaults.explanation(of: device, jobs: 1)
    let second = try PlantedFaults.explanation(of: device, jobs: 3)
    #expect(first.json == second.json)
    // Not-a-number would make any two texts differ from JSON.
    #expect(throws: Never.self) {
      try JSONValue(parsing: Array(first.json.text().utf8), name: "explanation")
    }
  }

  @Test func withoutTruthOnlyTheEffectsAreKnown() throws {
    var recording = try PlantedFaults.recording()
    let time = try PlantedFaults.passing(recording)
    recording.truth = []
    let device = try PlantedFaults.device(recording, beaconAt: "58 m, 1.4 m")
    let explanation = try PlantedFaults.explanation(of: device, at: time)
    #expect(explanation.error == nil && explanation.onset == nil)
    #expect(explanation.cause?.input.kind == .beacons, "\(explanation.answer)")
    #expect(explanation.answer[0].hasSuffix("the true position is unknown."))
    #expect(throws: DocumentError.self) { try PlantedFaults.explanation(of: device) }
  }

  @Test func findsTheBeginningOfAnError() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "58 m, 1.4 m")
    let explanation = try PlantedFaults.explanation(
      of: device, at: PlantedFaults.passing(recording))
    let onset = try #require(explanation.onset)
    let good = try #require(onset.lastGood)
    #expect(good < explanation.moment && explanation.moment - good < .seconds(60))
    #expect(onset.firstBad > good)
  }

  @Test(arguments: [
    (1.0, 0.0, "east"), (-1, -1, "south-west"), (0, -3, "south"), (-2, 0.1, "west"),
  ])
  func directions(east: Double, north: Double, name: String) {
    #expect(compass(east, north) == name)
  }
}
