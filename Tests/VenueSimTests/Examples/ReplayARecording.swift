import VenueSim

/// Records a device's observations in a run, and replays them to a stack: both scores, and true if the
/// outputs are equal.
func scoreOfAReplay() throws -> (first: DeviceScore, again: DeviceScore, isSame: Bool) {
  let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
  let run = try RunUnit(scenario: scenario, seed: 7)
    .run(makeStack: { LatestBeacon(map: $0.map) }, records: true)
  let recording = run.recordings[0]
  // From disk it would be `Recording(path: "recordings/walk")`.
  let (score, outputs) = try replay(recording, stack: LatestBeacon(map: scenario.map))
  return (run.devices[0], score, outputs == recording.outputs)
}
