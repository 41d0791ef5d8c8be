import Kernel
import Observations
import Truth

// What is judged second by second.

extension DeviceScorer {
  /// How long a location counts as current, for `availability`.
  private static let freshness = SimDuration.seconds(5)
  /// What a floor is worth, in m: the rule of the IPIN competitions.
  private static let floorPenalty = 15.0

  /// Judges what was last told at a whole second.
  mutating func judge(second: Int) {
    let now = SimTime(nanoseconds: Int64(second) * 1_000_000_000)
    let actual = truth(at: now)
    let isFresh = latestFix.map { now - $0.time <= Self.freshness } ?? false
    let age = latestFix.map { (now - $0.fix.time).seconds }
    var error: Double?
    var penalised: Double?
    if let fix = latestFix?.fix, let actual, actual.known.contains(.position),
      second <= clock.lastOfRun
    {
      let distance =
        GroundOffset(from: actual.coordinate, to: fix.coordinate)?.distance ?? .infinity
      error = distance
      if actual.known.contains(.floor) {
        let told = Double(fix.floor ?? 0)
        penalised = distance + Self.floorPenalty * abs(told - Double(actual.floor ?? 0))
      }
    }
    for index in parts.indices where parts[index].contains(now, actual) {
      if second > 0 {
        parts[index].samples[.freshness.availability].add(isFresh ? 1 : 0)
        parts[index].samples[.freshness.gaps].add(latestFix == nil ? 1 : 0)
        if let age { parts[index].samples[.freshness.age].add(age) }
      }
      if let error { parts[index].standing.add(error) }
      if let penalised { parts[index].samples[.contest.ipinScore].add(penalised) }
    }
    guard second <= clock.lastOfRun else { return }
    judgeMotion(at: now, actual)
    guard let actual, actual.known.contains(.position) else { return }
    visits.pass(actual.coordinate, at: now)
    if let streets = input.streets,
      let turn = turns.look(at: latestFix?.fix, now, actual, streets)
    {
      add(turn.isRight ? 1 : 0, at: turn.time, to: .turns.rightStreet)
    }
  }
}
