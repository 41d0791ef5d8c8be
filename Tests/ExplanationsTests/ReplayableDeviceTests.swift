import Devices
import Explanations
import Harness
import Kernel
import Maps
import Observations
import Recordings
import Testing

/// Replays that are paused, copied and changed.
struct ReplayableDeviceTests {
  private func locations(_ replay: DeviceReplay) -> [Delivered<Output>] {
    replay.outputs.filter { if case .location = $0.item { true } else { false } }
  }

  @Test func aPausedReplayContinuesAsIfItHadNotBeen() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "25 m, 1.4 m")
    var whole = try device.begin()
    try whole.run(until: recording.header.endTime)
    var paused = try device.begin()
    try paused.run(until: SimTime(seconds: 60))
    var copy = paused
    try copy.run(until: recording.header.endTime)
    try paused.run(until: SimTime(seconds: 80))
    try paused.run(until: recording.header.endTime)
    #expect(locations(whole).count > 100)
    #expect(locations(copy) == locations(whole) && locations(paused) == locations(whole))
    // A replay reports what the run reported.
    let live = recording.outputs.filter { if case .location = $0.item { true } else { false } }
    #expect(locations(whole).map(\.item) == live.map(\.item))
  }

  @Test func leavesOutAndReplacesObservations() throws {
    let recording = try PlantedFaults.recording()
    let device = try PlantedFaults.device(recording, beaconAt: "25 m, 1.4 m")
    let indices = recording.observations.indices.filter {
      if case .beacon = recording.observations[$0].item { true } else { false }
    }
    #expect(indices.count > 10)
    var changes: [Int: Observation?] = [:]
    for index in indices { changes.updateValue(nil, forKey: index) }
    var replay = try device.begin(keepsObservations: true)
    replay.replace(changes)
    try replay.run(until: recording.header.endTime)
    let received = replay.takeObservations()
    #expect(!received.contains { if case .beacon = $0.item { true } else { false } })
    #expect(received.contains { if case .gnss = $0.item { true } else { false } })
    let sources = locations(replay).compactMap { output in
      if case .location(let fix) = output.item { fix.source } else { nil }
    }
    #expect(!sources.contains(.beacon) && !sources.isEmpty)
  }
}
