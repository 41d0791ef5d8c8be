import Geometry
import Kernel
import Observations
import Truth

/// Scores turns of a vehicle into another street by the street nearest to the reported location.
struct TurnScorer: Sendable {
  /// Maximum delay of a turn's report.
  private static let timeout = SimDuration.seconds(10)
  /// Maximum cosine between the headings before and after a turn: 45 degrees (an estimate).
  private static let greatestCosine = 0.7071
  /// Maximum distance of a car from the middle of its street, and minimum distance from all others
  /// for a clear case, in m: estimates.
  private static let reach = 15.0
  private static let sigma = 10.0
  /// Maximum distance of a location from its nearest street, in m.
  private static let furthest = 500.0
  /// Minimum speed for a meaningful heading, in m/s; an estimate.
  private static let minSpeed = 1.5

  /// Activities in vehicles that keep to streets, by their names in changes.
  private static let onStreets: Set = ["driving", "passenger", "bus"]

  /// The detailed activity; nil if only the vehicle is known.
  private var doing: String?
  /// The future changes of the detailed activity, the next one last.
  private var changes: [TrueChange]
  /// The present street, and the last heading along it.
  private var street: Int?
  private var heading = Vec2.zero
  /// The candidate for the next street; confirmed at the second second in a row.
  private var next: Int?
  /// The time of the unscored turn; nil without one.
  private var turnTime: SimTime?

  init(_ input: ScoringInput) {
    doing = input.startActivityDetail?.doing
    changes = input.changes.filter { $0.kind == .doing }.reversed()
  }

  /// Processes a second; call in the order of time.
  ///
  /// - Returns: A turn's time and true if the location was in its street, once that is decided.
  mutating func look(
    at fix: LocationFix?, _ now: SimTime, _ actual: TruthSample, _ streets: StreetIndex
  ) -> (time: SimTime, isRight: Bool)? {
    while let change = changes.last, change.time <= now {
      doing = change.to
      changes.removeLast()
    }
    guard actual.known.isSuperset(of: [.activity, .velocity, .position]),
      actual.activity == .automotive, doing.map(Self.onStreets.contains) ?? true
    else {
      (street, next, turnTime) = (nil, nil, nil)
      return nil
    }
    let velocity = Vec2(actual.eastVelocityMetresPerSecond, actual.northVelocityMetresPerSecond)
    if velocity.length >= Self.minSpeed, let ahead = velocity.normalized {
      follow(actual.coordinate, ahead, now, streets)
    }
    guard let turnTime, let street, now - turnTime >= Self.timeout,
      streets.nearest(to: actual.coordinate, except: street, within: Self.sigma) == nil
    else { return nil }
    self.turnTime = nil
    let reported = fix.flatMap { streets.nearest(to: $0.coordinate, within: Self.furthest) }
    return (turnTime, reported?.street == street)
  }

  private mutating func follow(
    _ position: Coordinate, _ ahead: Vec2, _ now: SimTime, _ streets: StreetIndex
  ) {
    let found = streets.nearest(to: position, heading: ahead, within: Self.reach)?.street
    guard let found else {
      // In the middle of a turn the heading fits no street. But away from all streets, as in a car
      // park, the exit isn't a turn from the entrance.
      guard streets.nearest(to: position, within: Self.reach) == nil else { return }
      (street, next, turnTime) = (nil, nil, nil)
      return
    }
    guard found != street else {
      (next, heading) = (nil, ahead)
      return
    }
    guard found == next else {
      next = found
      return
    }
    // A street left before the report was due isn't scored.
    turnTime = street != nil && heading.dot(ahead) < Self.greatestCosine ? now : nil
    (street, next, heading) = (found, nil, ahead)
  }
}
