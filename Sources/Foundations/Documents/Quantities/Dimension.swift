/// The dimension of a quantity, which determines its units; values are in the SI unit named here.
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
  /// Hertz; also event rates, such as arrivals.
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
  /// Power relative to a milliwatt, in dBm; logarithmic.
  case decibelMilliwatts
  /// A ratio of powers, in dB; logarithmic.
  case decibels
  /// Decibels per metre.
  case attenuation
  /// Carrier power relative to the noise in one hertz, in dB-Hz; logarithmic.
  case carrierToNoiseDensity
  /// A share or ratio: a plain number, or a percentage.
  case ratio
  /// Items per metre.
  case linearDensity
  /// Items per square metre.
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

  /// A typical value as written in files: `1.4 m/s`.
  public var example: String { UnitTable.of(self).example }

  /// The allowed units, the preferred one first.
  public var unitSymbols: [String] { UnitTable.of(self).units.map { "\($0.symbol)" } }

  /// True if the unit may be omitted.
  public var allowsBareNumber: Bool { self == .ratio }

  /// The dimension of a difference of two values: levels in dBm differ by decibels.
  var ofDifferences: Dimension { self == .decibelMilliwatts ? .decibels : self }
}
