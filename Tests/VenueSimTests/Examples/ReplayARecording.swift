import VenueSim

/// What a device sensed in a run, kept as a recording, and fed to a stack again: both scores, and whether
/// the stack told the same.
func scoreOfAReplay() throws -> (first: DeviceScore, again: DeviceScore, isSame: Bool) {
  let scenario = try LoadedScenario(path: "scenarios/corridor.yaml")
  let run = try RunUnit(scenario: scenario, seed: 7)
    .run(makeStack: { LatestBeacon(map: $0.map) }, records: true)
  let recording = run.recordings[0]
  // On disk it would be `Recording(path: "recordings/walk")`.
  let (score, outputs) = try replay(recording, stack: LatestBeacon(map: scenario.map))
  return (run.devices[0], score, outputs == recording.outputs)
}
