import Kernel
import Observations
import Scoring
import Testing
import Truth

/// True stops, as ground truth.
@Suite struct TrueStopsTests {
  /// A person with a sequence of speeds and durations.
  private static func changes(_ speeds: [(seconds: Int, speed: Double)]) -> [String] {
    let seconds = speeds.flatMap { [Double](repeating: $0.speed, count: $0.seconds) }
    func truth(_ time: SimTime) -> TruthSample {
      let index = min(max(Int(time.seconds), 0), seconds.count - 1)
      return TruthSample(
        time: time, coordinate: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
        altitudeMetres: 0, floor: nil, eastVelocityMetresPerSecond: 0,
        northVelocityMetresPerSecond: seconds[index], activity: .cycling, stepCount: 0,
        distanceMetres: 0)
    }
    let end = SimTime(seconds: Double(seconds.count - 1))
    return TrueStops.changes(in: truth, until: end).map { "\($0.to) \(Int($0.time.seconds))" }
  }

  @Test func stopsAreLongAndFollowMotion() {
    // Rest before the start isn't a stop, nor are 9 s at a sign; 20 s at lights are.
    let found = Self.changes([(30, 0), (40, 5), (9, 0.1), (40, 5), (20, 0), (30, 6)])
    #expect(found == ["paused 119", "resumed 139"])
  }

  @Test func creepingIsNotAStop() {
    #expect(Self.changes([(40, 5), (30, 0.5), (40, 5)]).isEmpty)
  }

  @Test func finalStopHasNoEnd() {
    #expect(Self.changes([(40, 5), (30, 0)]) == ["paused 40"])
    #expect(Self.changes([(60, 0)]).isEmpty)
  }
}
