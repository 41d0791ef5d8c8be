import Documents
import Explanations
import Harness
import Kernel
import Maps
import Observations
import Recordings
import Scenarios
import TestSupport
import Truth

/// Recordings of the corridor, replayed with wrong maps.
enum PlantedFaults {
  private static let folder = "scenarios"

  /// The recording of a walk along the corridor.
  static func recording() throws -> Recording {
    let scenario = try LoadedScenario(path: folder + "/corridor.yaml")
    let result = try RunUnit(scenario: scenario, seed: 1).run(records: true)
    return result.recordings[0]
  }

  /// The device of a recording in a corridor whose map shows beacon 1/3 at another position.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - position: The registered position of the beacon; its true one is `25 m, 1.4 m`.
  /// - Returns: The device.
  /// - Throws: An error of a file.
  static func device(_ recording: Recording, beaconAt position: String) throws -> ReplayableDevice {
    let place = try TemporaryFolder()
    let venue = try text(folder + "/venues/corridor.yaml")
    let scenario = try text(folder + "/corridor.yaml")
    let old = "{name: b3, at: [25 m, 1.4 m]"
    precondition(venue.contains(old))
    try place.write(
      "venues/corridor.yaml", venue.replacing(old, with: "{name: b3, at: [\(position)]"))
    let path = try place.write("corridor.yaml", scenario)
    return ReplayStage(try LoadedScenario(path: path)).replayable(
      ReadRecording(recording), name: "walker", stack: .reference, settings: [])
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
  }

  /// The time at which the walker first passes the beacon.
  static func passing(_ recording: Recording) throws -> SimTime {
    // The corridor begins 30 m east of the start, and the beacon is 25 m inside.
    let sample = recording.truth.first { $0.distanceMetres >= 55 }
    guard let sample else { throw DocumentError("the walker doesn't pass the beacon") }
    return sample.time
  }

  /// Explains the location nearest to a time.
  static func explanation(
    of device: ReplayableDevice, at time: SimTime? = nil, jobs: Int = 1
  ) throws -> LocationExplanation {
    let key = ReportedLocations.Key(scenario: "replay", seed: 0, device: device.name)
    let locations = try ReportedLocations(of: device, key)
    let choice = try locations.choice(time: time, number: nil)
    return try LocationExplanation(
      device, title: device.name, at: choice.row.time, to: choice.row.app ?? "",
      usualError: locations.medianError(of: key), jobs: jobs)
  }
}

/// A stack that ignores its inputs and reports one position every second.
struct ConstantStack: TrackingStack {
  var coordinate = Coordinate(latitudeDegrees: 37.7699, longitudeDegrees: -122.4661)

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    for sensor in [RadioRequest.Sensor.beacon, .gnss, .accelerometer] {
      sink.request(.start(sensor, period: .zero))
    }
    sink.setTimer(StackTimer(1), at: time + .seconds(1))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}

  mutating func timerFired(_ timer: StackTimer, at time: SimTime, into sink: inout StackSink) {
    sink.publish(
      .location(
        LocationFix(
          time: time, coordinate: coordinate, horizontalAccuracyMetres: 5, source: .fused)))
    sink.setTimer(timer, at: time + .seconds(1))
  }
}
