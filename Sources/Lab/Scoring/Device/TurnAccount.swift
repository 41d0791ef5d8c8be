import Geometry
import Kernel
import Observations
import Truth

/// Whether a driver who turned into another street is told there.
struct TurnAccount: Sendable {
  /// How long a turn may take to be told.
  private static let patience = SimDuration.seconds(10)
  /// How much one must have turned for a turn, as a cosine: 45 degrees (an estimate).
  private static let greatestCosine = 0.7071
  /// How far off its middle a car is on a street at most, and how far from any other for there to be
  /// no doubt, in m: estimates.
  private static let reach = 15.0
  private static let doubt = 10.0
  /// How far from its nearest street a location counts as on it at most, in m.
  private static let furthest = 500.0
  /// Slower than this, in m/s, a car's direction tells nothing; an estimate.
  private static let leastSpeed = 1.5

  /// What is done in vehicles that keep to streets, by the names that changes have.
  private static let onStreets: Set = ["driving", "passenger", "bus"]

  /// What is done; nil where nobody knows it finer than that it is in a vehicle.
  private var doing: String?
  /// When that changes, the next last.
  private var changes: [TrueChange]
  /// The street that is driven, and how it was headed there.
  private var street: Int?
  private var heading = Vec2.zero
  /// The street that is perhaps driven now; it is if it is so twice.
  private var next: Int?
  /// When the street was turned into; nil once that is judged.
  private var turnTime: SimTime?

  init(_ input: ScoringInput) {
    doing = input.startManner?.doing
    changes = input.changes.filter { $0.kind == .doing }.reversed()
  }

  /// Looks at a second; call in the order of time.
  ///
  /// - Parameters:
  ///   - fix: The location told by then.
  ///   - now: When.
  ///   - actual: The truth then.
  ///   - streets: The streets.
  /// - Returns: When there was a turn, and whether it was told, if that has just come out.
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
    if velocity.length >= Self.leastSpeed, let ahead = velocity.normalized {
      follow(actual.coordinate, ahead, now, streets)
    }
    guard let turnTime, let street, now - turnTime >= Self.patience,
      streets.nearest(to: actual.coordinate, except: street, within: Self.doubt) == nil
    else { return nil }
    self.turnTime = nil
    let told = fix.flatMap { streets.nearest(to: $0.coordinate, within: Self.furthest) }
    return (turnTime, told?.street == street)
  }

  private mutating func follow(
    _ place: Coordinate, _ ahead: Vec2, _ now: SimTime, _ streets: StreetIndex
  ) {
    let found = streets.nearest(to: place, heading: ahead, within: Self.reach)?.street
    guard let found else {
      // In the middle of a turn one is in line with no street. But away from them all, on a car park
      // say, where one comes out is no turn from where one went in.
      guard streets.nearest(to: place, within: Self.reach) == nil else { return }
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
    // Whoever hasn't been on it for long enough to be told is not judged.
    turnTime = street != nil && heading.dot(ahead) < Self.greatestCosine ? now : nil
    (street, next, heading) = (found, nil, ahead)
  }
}
