import Geometry
import Glibc
import Kernel
import Maps
public import Venues

/// Air pressure of a run, shared by all devices: standard atmosphere, weather and building overpressure.
public struct BarometerAir: Sendable {
  /// The exponent of the standard atmosphere (ICAO, ISO 2533): gM / (R · lapse rate).
  private static let exponent = 5.255_88
  /// Lapse rate over sea level temperature, in 1/m: 0.0065 K/m over 288.15 K.
  private static let lapse = 0.0065 / 288.15

  /// Altitude of the venue's origin, in m.
  let originAltitude: Double
  /// Overpressure by level against outdoors, in Pa.
  private let overpressures: [Double]
  /// Building index by level.
  private let buildings: [Int]
  private let parameters: BarometerParameters
  private let walk: SlowNoise
  private let front: (middle: Double, halfLength: Double, pascals: Double)
  /// The wind of the run, in m/s.
  let windSpeed: Double

  /// Draws the weather and the overpressures of a run.
  public init(over venue: Venue, _ parameters: BarometerParameters, seed: UInt64) {
    self.parameters = parameters
    originAltitude = venue.frame.origin.altitudeMetres
    buildings = venue.levels.map(\.building)
    var days = RandomStream(seed: seed, purpose: "barometer.weather")
    // Stable and unstable days, an estimate: a factor of 1.4 up or down.
    let activityLevel = exp(0.35 * days.gaussian())
    // The centre of the front is from 1 h before to 4 h after the start. One run in ten has a front
    // (an estimate), at 1 to 3 hPa/h for 2 to 4 hours.
    let comes = days.happens(withProbability: 0.1)
    let rate = days.uniform(in: 100...300) * (days.happens(withProbability: 0.5) ? 1 : -1)
    let hours = days.uniform(in: 2...4)
    front = (
      middle: days.uniform(in: -3600...14_400), halfLength: hours * 1800,
      pascals: comes && parameters.fronts ? rate * hours : 0
    )
    // Spread of winds at head height, 1 to 6 m/s (an estimate).
    windSpeed = 2.5 * exp(0.5 * days.gaussian())
    walk =
      parameters.weather
      ? .walk(
        step: parameters.weatherWalkPascals / 60.0.squareRoot() * activityLevel,
        stream: RandomStream(seed: seed, purpose: "barometer.walk"))
      : SlowNoise()
    overpressures = venue.levels.map { level in
      guard parameters.ventilation else { return 0 }
      // Fans keep most buildings above the outdoor pressure, some below: 5 to 30 Pa (an estimate). Storeys
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

  /// The building index of a level; -1 outdoors.
  func building(ofLevel level: Int?) -> Int {
    guard let level, buildings.indices.contains(level) else { return -1 }
    return buildings[level]
  }

  /// The overpressure of a level against outdoors, in Pa.
  func overpressure(onLevel level: Int?) -> Double {
    guard let level, overpressures.indices.contains(level) else { return 0 }
    return overpressures[level]
  }

  /// The outdoor pressure at a height above the venue's origin, in Pa.
  ///
  /// Standard atmosphere: 8.3 cm per Pa at sea level.
  public func pressure(atHeight metres: Double, seconds: Double) -> Double {
    let share = 1 - Self.lapse * (originAltitude + metres)
    guard share > 0 else { return 0 }
    return (parameters.seaLevelPascals + weather(at: seconds)) * pow(share, Self.exponent)
  }

  /// The weather's deviation from the mean pressure, in Pa: random walk and front.
  func weather(at seconds: Double) -> Double {
    let share = min(1, max(-1, (seconds - front.middle) / front.halfLength))
    return walk.value(at: seconds) + front.pascals / 2 * sin(.pi / 2 * share)
  }
}
