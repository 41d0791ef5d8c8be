/// A unit and its conversion to the SI unit.
struct UnitOfMeasure: Sendable {
  let symbol: StaticString
  /// The factor's power of ten, applied to the decimal text so that it costs no rounding.
  var scale = 0
  /// The rest of the factor, as a fraction of two exact numbers.
  var numerator = 1.0
  var denominator = 1.0
  /// The offset added before the factor is applied.
  var offset = 0.0
  /// True if values are written in the unit; the others are only accepted as input.
  var isWritten = true

  /// Converts a decimal number in this unit to the SI unit.
  func value(of decimal: DecimalText, _ bytes: Span<UInt8>, isDifference: Bool) -> Double {
    var value = decimal.value(bytes, scale: scale)
    if offset != 0, !isDifference { value += offset }
    if numerator != 1 { value *= numerator }
    return denominator == 1 ? value : value / denominator
  }
}

/// The units of one dimension, the preferred one first.
struct UnitTable: Sendable {
  let name: String
  let example: String
  let units: [UnitOfMeasure]
  /// Common wrong spellings, with the correct unit.
  var misspellings: [(wrong: String, right: String)] = []

  private static let all: [UnitTable] = Dimension.allCases.map(makeUnitTable)

  static func of(_ dimension: Dimension) -> UnitTable { all[Int(dimension.rawValue)] }

  func unit(_ symbol: Span<UInt8>) -> UnitOfMeasure? {
    for unit in units where unit.hasSymbol(symbol) { return unit }
    return nil
  }
}

extension UnitOfMeasure {
  fileprivate func hasSymbol(_ bytes: Span<UInt8>) -> Bool {
    guard symbol.utf8CodeUnitCount == bytes.count else { return false }
    for position in 0..<bytes.count where symbol.utf8Start[position] != bytes[position] {
      return false
    }
    return true
  }
}

/// A unit that is a power of ten of the SI unit.
private func power(_ scale: Int, _ symbol: StaticString) -> UnitOfMeasure {
  UnitOfMeasure(symbol: symbol, scale: scale)
}

/// A unit that is `factor` / `divisor` times 10^`scale` of the SI unit.
private func unit(
  _ symbol: StaticString, _ factor: Double, over divisor: Double = 1, scale: Int = 0
) -> UnitOfMeasure {
  UnitOfMeasure(symbol: symbol, scale: scale, numerator: factor, denominator: divisor)
}

/// Units accepted as input but never written.
private func read(_ units: UnitOfMeasure...) -> [UnitOfMeasure] {
  units.map { unit in
    var unit = unit
    unit.isWritten = false
    return unit
  }
}

/// Standard gravity in 1e-5 m/s2, exact by definition (3rd CGPM, 1901).
private let standardGravity = 980_665.0

private func makeUnitTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .time, .length, .area:
    makeGeometricTable(dimension)
  case .speed, .acceleration, .angle, .angularRate, .frequency:
    makeKinematicTable(dimension)
  case .power, .energy, .charge, .voltage, .current:
    makeElectricTable(dimension)
  case .mass, .magneticFluxDensity, .pressure, .pressureRate, .temperature:
    makeAmbientTable(dimension)
  default:
    makeSignalTable(dimension)
  }
}

private func makeGeometricTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .time:
    UnitTable(
      name: "time", example: "25 min",
      units: [
        power(0, "s"), unit("min", 60), unit("h", 36, scale: 2), unit("d", 864, scale: 2),
        power(-3, "ms"), power(-6, "us"), power(-9, "ns"),
      ] + read(power(-6, "µs"), power(-6, "μs")),
      misspellings: [
        ("sec", "s"), ("secs", "s"), ("second", "s"), ("seconds", "s"), ("m", "min"),
        ("mins", "min"), ("minute", "min"), ("minutes", "min"), ("hr", "h"), ("hrs", "h"),
        ("hour", "h"), ("hours", "h"), ("day", "d"), ("days", "d"), ("msec", "ms"),
      ])
  case .length:
    UnitTable(
      name: "length", example: "4 m",
      units: [power(0, "m"), power(3, "km"), power(-2, "cm"), power(-3, "mm")]
        + read(
          power(-6, "um"), power(-6, "µm"), power(-6, "μm"), power(-9, "nm"),
          unit("ft", 3048, scale: -4), unit("in", 254, scale: -4), unit("mi", 1_609_344, scale: -3),
          unit("yd", 9144, scale: -4)),
      misspellings: [
        ("meter", "m"), ("meters", "m"), ("metre", "m"), ("metres", "m"), ("feet", "ft"),
        ("miles", "mi"), ("mile", "mi"), ("kilometers", "km"), ("kilometres", "km"),
      ])
  default:
    UnitTable(
      name: "area", example: "12 m2",
      units: [power(0, "m2"), power(6, "km2"), power(4, "ha")]
        + read(power(0, "m²"), power(0, "m^2"), power(6, "km²"), power(-4, "cm2")),
      misspellings: [("sqm", "m2"), ("qm", "m2")])
  }
}

private func makeKinematicTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .speed:
    UnitTable(
      name: "speed", example: "1.4 m/s",
      units: [power(0, "m/s"), unit("km/h", 5, over: 18)]
        + read(
          unit("mph", 44704, scale: -5), power(-2, "cm/s"), power(-3, "mm/s"), power(3, "km/s"),
          unit("kn", 1852, over: 3600), unit("ft/s", 3048, scale: -4), unit("m/min", 1, over: 60)),
      misspellings: [("kmh", "km/h"), ("kph", "km/h"), ("mps", "m/s"), ("knots", "kn")])
  case .acceleration:
    UnitTable(
      name: "acceleration", example: "0.6 m/s2",
      units: [power(0, "m/s2")]
        + read(
          power(0, "m/s²"), power(0, "m/s^2"), unit("g", standardGravity, scale: -5),
          unit("mg", standardGravity, scale: -8), unit("ug", standardGravity, scale: -11),
          unit("µg", standardGravity, scale: -11)))
  case .angle:
    UnitTable(
      name: "angle", example: "45 deg",
      units: [power(0, "rad"), unit("deg", .pi, over: 180), power(-3, "mrad")]
        + read(unit("°", .pi, over: 180)),
      misspellings: [("degree", "deg"), ("degrees", "deg"), ("radians", "rad")])
  case .angularRate:
    UnitTable(
      name: "angular rate", example: "30 deg/s",
      units: [power(0, "rad/s"), unit("deg/s", .pi, over: 180)]
        + read(
          unit("°/s", .pi, over: 180), power(-3, "mrad/s"), unit("deg/h", .pi, over: 648_000),
          unit("°/h", .pi, over: 648_000), unit("rpm", .pi, over: 30)),
      misspellings: [("dps", "deg/s")])
  default:
    UnitTable(
      name: "frequency", example: "50 Hz",
      units: [
        power(0, "Hz"), power(3, "kHz"), power(6, "MHz"), power(9, "GHz"),
        unit("/min", 1, over: 60),
        unit("/h", 1, over: 3600),
      ] + read(power(0, "/s"), power(-3, "mHz"), unit("/d", 1, over: 86400)))
  }
}

private func makeElectricTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .power:
    UnitTable(
      name: "power", example: "120 mW",
      units: [power(0, "W"), power(-3, "mW"), power(-6, "uW"), power(3, "kW")]
        + read(power(-6, "µW"), power(-6, "μW"), power(-9, "nW")))
  case .energy:
    UnitTable(
      name: "energy", example: "3 J",
      units: [power(0, "J"), power(-3, "mJ"), power(-6, "uJ"), power(3, "kJ")]
        + read(
          power(-6, "µJ"), power(-6, "μJ"), power(6, "MJ"), unit("Wh", 36, scale: 2),
          unit("mWh", 36, scale: -1), unit("kWh", 36, scale: 5)))
  case .charge:
    UnitTable(
      name: "charge", example: "3000 mAh",
      units: [power(0, "C"), unit("mAh", 36, scale: -1), unit("Ah", 36, scale: 2)]
        + read(unit("uAh", 36, scale: -4), power(-3, "mC")))
  case .voltage:
    UnitTable(
      name: "voltage", example: "3.8 V",
      units: [power(0, "V"), power(-3, "mV")] + read(power(-6, "uV"), power(3, "kV")))
  default:
    UnitTable(
      name: "current", example: "15 mA",
      units: [power(0, "A"), power(-3, "mA"), power(-6, "uA")]
        + read(power(-6, "µA"), power(-6, "μA"), power(-9, "nA")))
  }
}

private func makeAmbientTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .mass:
    UnitTable(
      name: "mass", example: "75 kg",
      units: [power(0, "kg"), power(-3, "g"), power(3, "t")] + read(power(-6, "mg")))
  case .magneticFluxDensity:
    UnitTable(
      name: "magnetic flux density", example: "48 uT",
      units: [power(0, "T"), power(-6, "uT"), power(-9, "nT"), power(-3, "mT")]
        + read(power(-6, "µT"), power(-6, "μT"), power(-4, "G"), power(-7, "mG")))
  case .pressure:
    UnitTable(
      name: "pressure", example: "1013.25 hPa",
      units: [power(0, "Pa"), power(2, "hPa"), power(3, "kPa")]
        + read(power(2, "mbar"), power(5, "bar"), power(6, "MPa"), unit("atm", 101_325)))
  case .pressureRate:
    UnitTable(
      name: "rate of pressure", example: "0.5 hPa/h",
      units: [power(0, "Pa/s"), unit("hPa/h", 1, over: 36), unit("Pa/min", 1, over: 60)]
        + read(unit("Pa/h", 1, over: 3600)))
  default:
    UnitTable(
      name: "temperature", example: "20 C",
      units: [power(0, "K"), UnitOfMeasure(symbol: "C", offset: 273.15)]
        + read(
          UnitOfMeasure(symbol: "°C", offset: 273.15),
          UnitOfMeasure(symbol: "F", numerator: 5, denominator: 9, offset: 459.67),
          UnitOfMeasure(symbol: "°F", numerator: 5, denominator: 9, offset: 459.67)))
  }
}

private func makeSignalTable(_ dimension: Dimension) -> UnitTable {
  switch dimension {
  case .decibelMilliwatts:
    UnitTable(
      name: "power level", example: "-59 dBm",
      units: [power(0, "dBm")] + read(UnitOfMeasure(symbol: "dBW", offset: 30)))
  case .decibels:
    UnitTable(name: "ratio in decibels", example: "6 dB", units: [power(0, "dB")])
  case .attenuation:
    UnitTable(
      name: "attenuation", example: "0.5 dB/m", units: [power(0, "dB/m"), power(-3, "dB/km")])
  case .carrierToNoiseDensity:
    UnitTable(
      name: "carrier-to-noise density", example: "35 dB-Hz",
      units: [power(0, "dB-Hz")] + read(power(0, "dBHz")))
  case .linearDensity:
    UnitTable(
      name: "density along a line", example: "20 /km", units: [power(0, "/m"), power(-3, "/km")])
  case .areaDensity:
    UnitTable(
      name: "density", example: "0.5 /m2",
      units: [power(0, "/m2"), power(-6, "/km2")]
        + read(power(0, "/m²"), power(0, "/m^2"), power(-6, "/km²"), power(-4, "/ha")))
  case .dataSize:
    UnitTable(
      name: "size of data", example: "64 MB",
      units: [power(0, "B"), power(3, "kB"), power(6, "MB"), power(9, "GB")]
        + read(unit("KiB", 1024), unit("MiB", 1_048_576), unit("GiB", 1_073_741_824)),
      misspellings: [("byte", "B"), ("bytes", "B")])
  case .accelerationNoiseDensity:
    UnitTable(
      name: "acceleration noise density", example: "120 ug/sqrtHz",
      units: [power(0, "m/s2/sqrtHz"), unit("ug/sqrtHz", standardGravity, scale: -11)]
        + read(
          unit("µg/√Hz", standardGravity, scale: -11), power(0, "m/s²/√Hz"),
          unit("mg/sqrtHz", standardGravity, scale: -8)))
  case .angularRateNoiseDensity:
    UnitTable(
      name: "angular rate noise density", example: "0.005 deg/s/sqrtHz",
      units: [power(0, "rad/s/sqrtHz"), unit("deg/s/sqrtHz", .pi, over: 180)]
        + read(
          unit("°/s/√Hz", .pi, over: 180), power(0, "rad/s/√Hz"),
          unit("mdeg/s/sqrtHz", .pi, over: 180, scale: -3)))
  default:
    UnitTable(
      name: "share", example: "12 %",
      units: [power(-2, "%")] + read(power(-3, "‰"), power(-6, "ppm"), power(-9, "ppb")),
      misspellings: [("percent", "%"), ("pct", "%")])
  }
}
