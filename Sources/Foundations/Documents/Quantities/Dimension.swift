/// What a quantity measures, and so which units it may carry; values are in the SI unit named here.
public enum Dimension: UInt8, CaseIterable, Hashable, Sendable {
  /// Seconds.
  case time
  /// Metres.
  case length
  /// Square metres.
  case area
  /// Metres per second.
  case speed
  /// Metres per second squared.
  case acceleration
  /// Radians.
  case angle
  /// Radians per second.
  case angularRate
  /// Hertz; also rates of events, such as arrivals.
  case frequency
  /// Kilograms.
  case mass
  /// Watts.
  case power
  /// Joules.
  case energy
  /// Coulombs.
  case charge
  /// Volts.
  case voltage
  /// Amperes.
  case current
  /// Teslas.
  case magneticFluxDensity
  /// Pascals.
  case pressure
  /// Pascals per second.
  case pressureRate
  /// Kelvins.
  case temperature
  /// Power relative to a milliwatt, in dBm; kept logarithmic.
  case decibelMilliwatts
  /// A ratio of powers, in dB; kept logarithmic.
  case decibels
  /// Decibels per metre.
  case attenuation
  /// Carrier power relative to the noise in one hertz, in dB-Hz; kept logarithmic.
  case carrierToNoiseDensity
  /// A share or ratio: a plain number, or a percentage.
  case ratio
  /// Things per metre.
  case linearDensity
  /// Things per square metre.
  case areaDensity
  /// Bytes.
  case dataSize
  /// Metres per second squared per root hertz.
  case accelerationNoiseDensity
  /// Radians per second per root hertz.
  case angularRateNoiseDensity

  /// The dimension's name: `speed`.
  public var name: String { UnitTable.of(self).name }

  /// The name with its article: `a speed`, `an angle`.
  public var nameWithArticle: String {
    let name = name
    return ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name
  }

  /// A typical value as a file has it: `1.4 m/s`.
  public var example: String { UnitTable.of(self).example }

  /// The units that a file may use, the preferred one first.
  public var unitSymbols: [String] { UnitTable.of(self).units.map { "\($0.symbol)" } }

  /// Whether a plain number is a value of this dimension, so that it may go without a unit.
  public var allowsBareNumber: Bool { self == .ratio }

  /// What the difference of two values measures: levels in dBm differ by decibels.
  var ofDifferences: Dimension { self == .decibelMilliwatts ? .decibels : self }
}
