import Documents
import Kernel
import Testing

struct QuantityTests {
  /// Quantities and their values in the SI unit, computed by hand from the units' definitions.
  static let values: [(String, Dimension, Double)] = [
    ("25 min", .time, 1500), ("1h 30min", .time, 5400), ("1 h 30 min 2.5 s", .time, 5402.5),
    ("-1 h 30 min", .time, -5400), ("2 d", .time, 172_800), ("5 us", .time, 5e-6),
    ("5 µs", .time, 5e-6), ("1.4 m/s", .speed, 1.4), ("30 mph", .speed, 13.4112),
    ("36 km/h", .speed, 10), ("1 kn", .speed, 1852.0 / 3600), ("4.07 m", .length, 4.07),
    ("4.07 km", .length, 4070), ("12 ft", .length, 3.6576), ("1 mi", .length, 1609.344),
    ("-59 dBm", .decibelMilliwatts, -59), ("0 dBW", .decibelMilliwatts, 30),
    ("6 dB", .decibels, 6), ("35 dB-Hz", .carrierToNoiseDensity, 35), ("50 Hz", .frequency, 50),
    ("2.4 GHz", .frequency, 2.4e9), ("12 /min", .frequency, 0.2), ("12 %", .ratio, 0.12),
    ("0.12", .ratio, 0.12), ("10 ppm", .ratio, 1e-5), ("1e-3", .ratio, 1e-3),
    ("120 mW", .power, 0.12), ("3 J", .energy, 3), ("1 Wh", .energy, 3600),
    ("3000 mAh", .charge, 10_800), ("3.8 V", .voltage, 3.8), ("15 mA", .current, 0.015),
    ("180 deg", .angle, .pi), ("90°", .angle, .pi / 2), ("30 rpm", .angularRate, .pi),
    ("20 C", .temperature, 293.15), ("293 K", .temperature, 293), ("32 °F", .temperature, 273.15),
    ("1013.25 hPa", .pressure, 101_325), ("36 hPa/h", .pressureRate, 1), ("12 m2", .area, 12),
    ("2 ha", .area, 20_000), ("0.5 /m²", .areaDensity, 0.5), ("20 /km", .linearDensity, 0.02),
    ("1 g", .acceleration, 9.80665), ("0.6 m/s2", .acceleration, 0.6), ("75 kg", .mass, 75),
    ("48 uT", .magneticFluxDensity, 48e-6), ("64 MB", .dataSize, 64e6), ("1 KiB", .dataSize, 1024),
    ("100 ug/sqrtHz", .accelerationNoiseDensity, 9.80665e-4),
    ("0.5 dB/m", .attenuation, 0.5), ("  4 m  ", .length, 4), ("+4m", .length, 4),
    ("1e3 m", .length, 1000), ("1.5E-3 km", .length, 1.5), ("-0 m", .length, 0),
  ]

  @Test(arguments: values)
  func readsQuantities(_ text: String, _ dimension: Dimension, _ expected: Double) throws {
    let value = try Quantity.parse(text, as: dimension)
    #expect(abs(value - expected) <= abs(expected).ulp, "\(text): \(value)")
  }

  static let mistakes: [(String, Dimension, String)] = [
    ("4", .length, "expected a length with its unit, such as '4 m'"),
    ("-59", .decibelMilliwatts, "expected a power level with its unit, such as '-59 dBm'"),
    ("2 s", .speed, "'s' is a unit of time; expected a speed such as '1.4 m/s'"),
    (
      "3 dB", .decibelMilliwatts,
      "'dB' is a unit of ratio in decibels; expected a power level such as '-59 dBm'"
    ),
    (
      "2 mm/z", .speed,
      "unknown unit 'mm/z'; expected a speed such as '1.4 m/s' (did you mean 'mm/s'?)"
    ),
    ("2 minutes", .time, "unknown unit 'minutes' (did you mean 'min'?)"),
    ("2 kmh", .speed, "unknown unit 'kmh' (did you mean 'km/h'?)"),
    ("2 furlongs", .length, "unknown unit 'furlongs'; expected a length such as '4 m'"),
    (
      "5 khz", .frequency,
      "unknown unit 'khz'; expected a frequency such as '50 Hz' (did you mean 'kHz'?)"
    ),
    ("", .length, "expected a length such as '4 m', found nothing"),
    ("m", .length, "expected a length such as '4 m', found 'm'"),
    (".5 m", .length, "expected a length such as '4 m', found '.5 m'"),
    ("nan m", .length, "expected a length such as '4 m', found 'nan m'"),
    ("4 m 5 m", .length, "expected a length such as '4 m', but '5 m' follows it"),
    ("1e999 m", .length, "'1e999 m' is too large a number"),
    ("1e308 km", .length, "'1e308 km' is too large a number"),
    ("30 min 1 h", .time, "'h' can't follow 'min' in one time"),
    ("1 h 30", .time, "expected a time with its unit, such as '30 min'"),
  ]

  @Test(arguments: mistakes)
  func reportsMistakes(_ text: String, _ dimension: Dimension, _ expected: String) {
    let found = complaint { () throws(QuantityError) in try Quantity.parse(text, as: dimension) }
    #expect(found == expected)
  }

  /// Durations and their nanoseconds.
  static let durations: [(String, Int64)] = [
    ("2.5 s", 2_500_000_000), ("0.1 s", 100_000_000), ("0.3 s", 300_000_000), ("1 ns", 1),
    ("1.1 ms", 1_100_000), ("0.123456789 s", 123_456_789), ("1.5 h", 5_400_000_000_000),
    ("0.5 ns", 0), ("1.5 ns", 2), ("2.5 ns", 2), ("-1.5 ns", -2), ("0.49999999999 ns", 0),
    ("1e-9 s", 1), ("1e-400 s", 0), ("0e999999 s", 0),
    ("1 d 1 h 1 min 1 s 1 ns", 90_061_000_000_001),
    ("36525 d", 3_155_760_000_000_000_000), ("-36525 d", -3_155_760_000_000_000_000),
    ("0.10000000000000000000000000001 s", 100_000_000),
  ]

  @Test(arguments: durations)
  func readsDurationsExactly(_ text: String, _ nanoseconds: Int64) throws {
    let duration = try Quantity.parseDuration(text)
    #expect(duration.nanoseconds == nanoseconds)
    #expect(try Quantity.parseDuration(Quantity.format(duration)) == duration)
  }

  @Test(arguments: [
    "36526 d", "1e30 s", "-1e999999999999 h", "99999999999999999999999 ns", "36525 d 1 ns",
    "36525 d 876600 h 52596000 min",
  ])
  func refusesTooLongDurations(_ text: String) {
    let found = complaint { () throws(QuantityError) in try Quantity.parseDuration(text) }
    #expect(found == "'\(text)' is longer than 100 years")
  }

  @Test func readsRanges() throws {
    #expect(try Quantity.parseRange("3..8 min", as: .time) == 180...480)
    #expect(try Quantity.parseRange("30 s .. 1 h 30 min", as: .time) == 30...5400)
    #expect(try Quantity.parseRange("-90..-60 dBm", as: .decibelMilliwatts) == -90 ... -60)
    #expect(try Quantity.parseRange("800 m..2 km", as: .length) == 800...2000)
    #expect(try Quantity.parseRange("0.1..0.3", as: .ratio) == 0.1...0.3)
    #expect(try Quantity.parseRange("10..30 %", as: .ratio) == 0.1...0.3)
    #expect(try Quantity.parseRange("1.5..2.5 m", as: .length) == 1.5...2.5)
    for (text, expected) in [
      ("8..3 min", "the range '8..3 min' begins above its end"),
      ("8 min", "expected a range of time such as '3..8 min', found '8 min'"),
      ("3..8", "expected a time with its unit, such as '8 min'"),
      ("3...8 min", "expected a time such as '25 min', found '.8 min'"),
      ("3 min..", "expected a time such as '25 min', found nothing"),
      ("3..8 min..9 min", "expected a time such as '25 min', but '..9 min' follows it"),
    ] {
      #expect(
        complaint { () throws(QuantityError) in try Quantity.parseRange(text, as: .time) }
          == expected)
    }
  }

  @Test func formattedQuantitiesRoundTrip() throws {
    for (text, dimension, _) in Self.values {
      let value = try Quantity.parse(text, as: dimension)
      #expect(try Quantity.parse(Quantity.format(value, as: dimension), as: dimension) == value)
    }
    for seed in 0..<20_000 as Range<UInt64> {
      var stream = RandomStream(seed: seed, purpose: "format")
      let dimension = Dimension.allCases[stream.integer(below: Dimension.allCases.count)]
      let bits = Double(bitPattern: stream.next())
      let decimal = Double(stream.integer(below: 100_000)) / 1000
      let value = stream.happens(withProbability: 0.5) || !bits.isFinite ? decimal : bits
      let text = Quantity.format(value, as: dimension)
      #expect(try Quantity.parse(text, as: dimension) == value, "seed \(seed): \(text)")
    }
    for (value, dimension, text) in [
      (1500, Dimension.time, "25 min"), (1.4, .speed, "1.4 m/s"), (0.12, .power, "0.12 W"),
      (293.15, .temperature, "20 C"), (5000, .length, "5 km"), (.pi / 4, .angle, "45 deg"),
      (2.4e9, .frequency, "2.4 GHz"), (-59, .decibelMilliwatts, "-59 dBm"), (0.3, .ratio, "0.3"),
    ] {
      #expect(Quantity.format(value, as: dimension) == text)
    }
    for (nanoseconds, text) in [
      (600_000_000_000, "10 min"), (2_500_000_000, "2.5 s"), (0, "0 s"), (-90_000_000_000, "-90 s"),
      (7_200_000_000_000, "2 h"), (1_500_000, "1.5 ms"), (42, "42 ns"), (-1, "-1 ns"),
    ] {
      #expect(Quantity.format(SimDuration(nanoseconds: Int64(nanoseconds))) == text)
    }
  }

  @Test func everyDimensionHasAValidExample() throws {
    for dimension in Dimension.allCases {
      #expect(try Quantity.parse(dimension.example, as: dimension).isFinite)
      for unit in dimension.unitSymbols {
        #expect(try Quantity.parse("1.5 \(unit)", as: dimension) > 0)
        #expect(try Quantity.parse("1.5\(unit)", as: dimension) > 0)
      }
    }
  }
}
