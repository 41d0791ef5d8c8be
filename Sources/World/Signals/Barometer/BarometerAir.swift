import Geometry
import Glibc
import Kernel
import Maps
public import Venues

/// The air of a run, which all its devices share: the weather, and the pressure in buildings.
public struct BarometerAir: Sendable {
  /// Standard gravity times molar mass over the gas constant and the lapse rate: the exponent of the
  /// standard atmosphere (ICAO, ISO 2533).
  private static let exponent = 5.255_88
  /// The lapse rate over the temperature at sea level, in 1/m: 0.0065 K/m over 288.15 K.
  private static let lapse = 0.0065 / 288.15

  /// The height of the place's origin above the sea, in m.
  let originAltitude: Double
  /// By level: how far the air there is above that outdoors, in Pa.
  private let overpressures: [Double]
  /// By level: the number of its building.
  private let buildings: [Int]
  private let parameters: BarometerParameters
  private let walk: SlowNoise
  private let front: (middle: Double, halfLength: Double, pascals: Double)
  /// The day's wind, in m/s.
  let windSpeed: Double

  /// Creates the air over a place.
  ///
  /// - Parameters:
  ///   - venue: The place.
  ///   - parameters: How the air behaves.
  ///   - seed: The run's seed.
  public init(over venue: Venue, _ parameters: BarometerParameters, seed: UInt64) {
    self.parameters = parameters
    originAltitude = venue.frame.origin.altitudeMetres
    buildings = venue.levels.map(\.building)
    var days = RandomStream(seed: seed, purpose: "barometer.weather")
    // Calm and restless days, an estimate: a factor of 1.4 up or down.
    let restlessness = exp(0.35 * days.gaussian())
    // The front comes some time within two days of the start; one run in ten sees it (an estimate),
    // at 1 to 3 hPa/h for 2 to 4 hours.
    let comes = days.happens(withProbability: 0.1)
    let rate = days.uniform(in: 100...300) * (days.happens(withProbability: 0.5) ? 1 : -1)
    let hours = days.uniform(in: 2...4)
    front = (
      middle: days.uniform(in: -3600...14_400), halfLength: hours * 1800,
      pascals: comes && parameters.fronts ? rate * hours : 0
    )
    // Weibull-like spread of winds at head height, 1 to 6 m/s (an estimate).
    windSpeed = 2.5 * exp(0.5 * days.gaussian())
    walk =
      parameters.weather
      ? .walk(
        step: parameters.weatherWalkPascals / 60.0.squareRoot() * restlessness,
        stream: RandomStream(seed: seed, purpose: "barometer.walk"))
      : SlowNoise()
    overpressures = venue.levels.map { level in
      guard parameters.ventilation else { return 0 }
      // Fans keep most buildings above the outdoors, some below: 5 to 30 Pa (an estimate); storeys
      // differ by a few Pa, as doors and stairwells resist the stack effect.
      var house = RandomStream(
        seed: seed, entity: UInt64(level.building), purpose: "barometer.building")
      let sign = house.happens(withProbability: 0.75) ? 1.0 : -1
      let fans = sign * house.uniform(in: 5...30)
      var storey = RandomStream(
        seed: seed, entity: UInt64(level.building), purpose: "barometer.storey",
        index: UInt64(bitPattern: Int64(level.ordinal)))
      return fans + 2 * storey.gaussian()
    }
  }

  /// The number of the building that a level is in; -1 outdoors.
  func building(ofLevel level: Int?) -> Int {
    guard let level, buildings.indices.contains(level) else { return -1 }
    return buildings[level]
  }

  /// How far the air on a level is above that outdoors, in Pa.
  func overpressure(onLevel level: Int?) -> Double {
    guard let level, overpressures.indices.contains(level) else { return 0 }
    return overpressures[level]
  }

  /// The pressure outdoors at a height above the place's origin, in Pa.
  ///
  /// By the standard atmosphere: 8.3 cm to the Pa at sea level.
  public func pressure(atHeight metres: Double, seconds: Double) -> Double {
    let share = 1 - Self.lapse * (originAltitude + metres)
    guard share > 0 else { return 0 }
    return (parameters.seaLevelPascals + weather(at: seconds)) * pow(share, Self.exponent)
  }

  /// How far the weather has moved the pressure from the usual, in Pa.
  func weather(at seconds: Double) -> Double {
    let share = min(1, max(-1, (seconds - front.middle) / front.halfLength))
    return walk.value(at: seconds) + front.pascals / 2 * sin(.pi / 2 * share)
  }
}
