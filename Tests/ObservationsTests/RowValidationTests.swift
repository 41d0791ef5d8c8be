import Kernel
import Observations
import Testing

/// The fast check and the check field by field must agree.
@Suite struct RowValidationTests {
  /// Values near every limit of a column, and non-finite numbers.
  static let values: [Double] =
    [
      0.1, 50.1, 90.1, 100.1, 128.1, 150.1, 180.1, 200.1, 360.1, 1000.1, 9999.1, 10_000.1, 12_000.1,
      200_001, 604_801, 1.1e6, 1.1e8, 1.1e9, 1.1e11, 1.1e15, .infinity,
    ].flatMap { [$0, -$0] } + [0, .nan]

  private func expectSame(_ item: Observation, at time: SimTime, _ label: @autoclosure () -> String)
  {
    let (quick, plain) = (item.invalid(at: time), item.clearlyInvalid(at: time))
    // NaN isn't equal to itself; its text is.
    #expect(quick?.description == plain?.description, "\(label())")
    #expect(quick?.member == plain?.member, "\(label())")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func matchesFieldByFieldValidation(seed: UInt64) {
    var generator = ItemGenerator(seed: seed)
    generator.timeBits = 40
    for kind in 0..<ItemGenerator.observationKinds {
      for _ in 0..<50 {
        let item = generator.observation(kind: kind)
        expectSame(item, at: SimTime(seconds: 100), "seed \(seed), kind \(kind)")
      }
    }
  }

  @Test func findsEachInvalidField() {
    let time = SimTime(seconds: 100)
    for value in Self.values {
      for change in Self.changes(value) { expectSame(change, at: time, "\(value): \(change)") }
    }
    for days in [-2.0, -0.5, 0, 0.5, 2] {
      for item in Self.items(at: time + .seconds(days * 86_400)) {
        expectSame(item, at: time, "\(days) days, \(item)")
      }
    }
  }

  @Test func acceptsValidItems() {
    for item in Self.items(at: SimTime(seconds: 100)) {
      #expect(item.invalid(at: SimTime(seconds: 100)) == nil, "\(item)")
    }
  }

  private static func signal(number: Int = 5) -> GNSSMeasurement {
    GNSSMeasurement(
      satellite: SatelliteID(.gps, number), carrierFrequencyHertz: 1.5e9, pseudorangeMetres: 2e7,
      pseudorangeSigmaMetres: 3, pseudorangeRateMetresPerSecond: 100,
      pseudorangeRateSigmaMetresPerSecond: 0.1, accumulatedDeltaRangeMetres: 1e5,
      accumulatedDeltaRangeSigmaMetres: 0.1, accumulatedDeltaRangeState: .valid,
      carrierToNoiseDecibelHertz: 40, state: .codeLock)
  }

  private static func epoch(_ signals: [GNSSMeasurement], at time: SimTime) -> GNSSEpoch {
    GNSSEpoch(time: time, gpsWeek: 2300, secondsOfWeek: 5, measurements: signals)
  }

  private static func place(at time: SimTime) -> ReceiverFix {
    ReceiverFix(time: time, coordinate: Coordinate(latitudeDegrees: 60, longitudeDegrees: 24))
  }

  private static func received(at time: SimTime) -> WiFiReading {
    WiFiReading(
      bssid: HardwareAddress(1), ssid: "a", rssiDecibelMilliwatts: -50, frequencyMegahertz: 2412,
      time: time)
  }

  private static func items(at time: SimTime) -> [Observation] {
    [
      .gnss(epoch([signal()], at: time)), .fix(place(at: time)),
      .barometer(PressureSample(time: time, pressurePascals: 1e5)),
      .wifi(WiFiScan(startTime: time, endTime: time, readings: [received(at: time)])),
    ]
  }

  /// Items with one field set to a value.
  private static func changes(_ value: Double) -> [Observation] {
    let time = SimTime(seconds: 100)
    let signalFields: [WritableKeyPath<GNSSMeasurement, Double>] = [
      \.carrierFrequencyHertz, \.pseudorangeMetres, \.pseudorangeSigmaMetres,
      \.pseudorangeRateMetresPerSecond, \.pseudorangeRateSigmaMetresPerSecond,
      \.accumulatedDeltaRangeMetres, \.accumulatedDeltaRangeSigmaMetres,
      \.carrierToNoiseDecibelHertz,
    ]
    let signals = signalFields.map { path in
      var changed = signal()
      changed[keyPath: path] = value
      return Observation.gnss(epoch([signal(), changed], at: time))
    }
    let fixFields: [WritableKeyPath<ReceiverFix, Double?>] = [
      \.altitudeMetres, \.horizontalAccuracyMetres, \.verticalAccuracyMetres,
      \.speedMetresPerSecond, \.courseDegrees,
    ]
    let fixes = fixFields.map { path in
      var changed = place(at: time)
      changed[keyPath: path] = value
      return Observation.fix(changed)
    }
    var (north, east) = (place(at: time), place(at: time))
    north.coordinate = Coordinate(latitudeDegrees: value, longitudeDegrees: 24)
    east.coordinate = Coordinate(latitudeDegrees: 60, longitudeDegrees: value)
    var late = epoch([], at: time)
    late.secondsOfWeek = value
    var pressure = PressureSample(time: time, pressurePascals: 1e5)
    pressure.temperatureCelsius = value
    var (radio, channel) = (received(at: time), received(at: time))
    radio.rssiDecibelMilliwatts = value
    channel.frequencyMegahertz = value
    let scans = [radio, channel].map {
      Observation.wifi(
        WiFiScan(startTime: time, endTime: time, readings: [received(at: time), $0]))
    }
    var items = signals + fixes + scans
    items += [
      .fix(north), .fix(east), .gnss(late), .barometer(pressure),
      .barometer(PressureSample(time: time, pressurePascals: value)),
    ]
    // Integer fields, if the value is an integer.
    guard let whole = Int(exactly: value.rounded()) else { return items }
    var (week, counted) = (epoch([], at: time), place(at: time))
    week.gpsWeek = whole
    counted.satelliteCount = whole
    return items + [.gnss(week), .fix(counted)]
  }
}
