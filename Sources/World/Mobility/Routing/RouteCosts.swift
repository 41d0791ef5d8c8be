/// The cost function of the route search: weighted walking time.
struct RouteCosts {
  /// By kind; there are fewer than sixteen.
  private var perMetre = InlineArray<16, Double>(repeating: 0)
  private var factor = InlineArray<16, Double>(repeating: 1)
  private var timePerMetre = InlineArray<16, Double>(repeating: 0)
  private let width: Float
  private let isStaff: Bool
  /// The non-public units that are permitted because the route starts or ends in them.
  private let units: (Int32, Int32)
  /// The min cost of a metre towards the goal.
  let minPerMetre: Double
  let speed: Double

  /// Precomputes the costs for the given preferences.
  ///
  /// Stairs: 0.61 m/s up and 0.69 m/s down along the horizontal, for people who walk at 1.34 m/s
  /// (Weidmann 1993); the mean is used both ways. Belts of escalators have 0.5 m/s, of walkways
  /// 0.65 m/s, on which people walk at four fifths of their speed (an estimate). A metre of open
  /// floor costs a quarter more than one of a path.
  init(_ preferences: WalkPreferences, units: (Int32, Int32)) {
    let speed = preferences.speedMetresPerSecond
    self.speed = speed.isFinite ? max(0.1, min(20, speed)) : 1.34
    width =
      Float(max(0, preferences.clearanceMetres.isFinite ? preferences.clearanceMetres * 2 : 0))
      - 1e-4
    isStaff = preferences.staffOnlyAllowed
    self.units = units
    var minimum = Double.infinity
    for kind in WalkArc.Kind.allCases {
      let time = Self.secondsPerMetre(kind, speed: self.speed)
      let weight = Self.weight(kind, preferences)
      timePerMetre[Int(kind.rawValue & 15)] = time
      perMetre[Int(kind.rawValue & 15)] = time * weight
      factor[Int(kind.rawValue & 15)] = weight
      minimum = min(minimum, time * weight)
    }
    minPerMetre = minimum * (1 - 1e-9)
  }

  private static func secondsPerMetre(_ kind: WalkArc.Kind, speed: Double) -> Double {
    switch kind {
    case .stairs, .steps: 1 / (speed * 0.65 / 1.34)
    case .ramp: 1 / (speed * 0.9)
    case .escalator: 1 / 0.5
    case .walkway: 1 / (0.65 + 0.8 * speed)
    default: 1 / speed
    }
  }

  private static func weight(_ kind: WalkArc.Kind, _ preferences: WalkPreferences) -> Double {
    let weight: Double =
      switch kind {
      case .free, .door, .portal, .board, .ramp: 1
      case .open: preferences.prefersTrails ? 1.6 : 1.25
      case .path, .crossing: preferences.prefersTrails ? 1.3 : 1
      case .trail: 1
      case .steps, .stairs: preferences.stairsFactor
      case .escalator: preferences.escalatorFactor
      case .walkway: preferences.walkwayFactor
      case .boardLift, .lift: preferences.liftFactor
      }
    return weight >= 0.1 ? weight : weight.isNaN ? 1 : 0.1
  }

  /// Returns the cost of an arc; infinity if it is closed.
  @inline(__always)
  func cost(_ arc: WalkArc) -> Double {
    guard arc.width >= width, isAllowed(arc.unit) else { return .infinity }
    let kind = Int(arc.kind.rawValue & 15)
    guard factor[kind] < .infinity else { return .infinity }
    return arc.length * perMetre[kind] + (arc.seconds + arc.penalty) * factor[kind]
  }

  /// Returns the cost of a straight path of a kind.
  @inline(__always)
  func cost(_ kind: WalkArc.Kind, metres: Double) -> Double {
    metres * perMetre[Int(kind.rawValue & 15)]
  }

  /// Returns the walking time of a length of a kind, in s.
  func seconds(_ kind: WalkArc.Kind, metres: Double) -> Double {
    metres * timePerMetre[Int(kind.rawValue & 15)]
  }

  /// True if a non-public unit may be walked through.
  @inline(__always)
  func isAllowed(_ unit: Int32) -> Bool {
    unit == -1 || isStaff || (unit >= 0 && (unit == units.0 || unit == units.1))
  }
}
