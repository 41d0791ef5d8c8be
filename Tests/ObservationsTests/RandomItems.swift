import Kernel
import Observations

/// Random values of every kind of recorded item.
struct ItemGenerator {
  var stream: RandomStream
  /// Number of bits of random times, up to 63.
  var timeBits = 63

  init(seed: UInt64) {
    stream = RandomStream(seed: seed, purpose: "random items")
  }

  mutating func number() -> Double {
    switch stream.integer(below: 6) {
    case 0: 0
    case 1: Double(stream.integer(below: 2000) - 1000)
    case 2: stream.gaussian() * 1e-9
    case 3: stream.gaussian() * 1e9
    case 4: Double(stream.integer(below: 100_000)) / 100
    default: Double(bitPattern: stream.next() & 0xBFEF_FFFF_FFFF_FFFF) * 1e-3
    }
  }

  mutating func single() -> Float { Float(stream.gaussian() * 10) }
  mutating func integer(_ bound: Int = 100_000) -> Int { stream.integer(below: bound) - bound / 4 }
  mutating func flag() -> Bool { stream.happens(withProbability: 0.5) }
  mutating func time() -> SimTime {
    SimTime(
      nanoseconds: Int64(bitPattern: stream.next())
        >> Int64(63 - timeBits + stream.integer(below: timeBits)))
  }
  mutating func one<Value: CaseIterable>(_ type: Value.Type) -> Value {
    let all = Array(type.allCases)
    return all[stream.integer(below: all.count)]
  }
  mutating func perhaps<Value>(_ make: (inout ItemGenerator) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }
  mutating func list<Value>(from minimum: Int, _ make: (inout ItemGenerator) -> Value) -> [Value] {
    (0..<(minimum + stream.integer(below: 4))).map { _ in make(&self) }
  }
  mutating func text() -> String {
    let pieces = ["a", "é", "\"", ",", "\n", "\r\n", " ", "'", "=", "漢", "<b>", "\u{1F6B6}", ""]
    return (0..<stream.integer(below: 6)).map { _ in pieces[stream.integer(below: pieces.count)] }
      .joined()
  }

  mutating func address() -> HardwareAddress { HardwareAddress(stream.next()) }
  mutating func uuid() -> Identifier128 { Identifier128(high: stream.next(), low: stream.next()) }
  mutating func coordinate() -> Coordinate {
    Coordinate(latitudeDegrees: number(), longitudeDegrees: number())
  }
  mutating func identity() -> BeaconIdentity {
    BeaconIdentity(
      format: one(BeaconFormat.self), uuid: uuid(),
      major: UInt16(truncatingIfNeeded: stream.next()),
      minor: UInt16(truncatingIfNeeded: stream.next()))
  }
  mutating func constraint() -> BeaconConstraint {
    BeaconConstraint(
      uuid: uuid(), major: perhaps { UInt16(truncatingIfNeeded: $0.stream.next()) },
      minor: perhaps { UInt16(truncatingIfNeeded: $0.stream.next()) })
  }

  // MARK: Observations

  static let observationKinds = 19

  mutating func observation(kind: Int) -> Observation {
    switch kind {
    case 0: .accelerometer(batch())
    case 1: .gyroscope(batch())
    case 2: .magnetometer(batch())
    case 3:
      .barometer(
        PressureSample(
          time: time(), pressurePascals: number(), temperatureCelsius: perhaps { $0.number() }))
    case 4:
      .gnss(
        GNSSEpoch(
          time: time(), gpsWeek: integer(), secondsOfWeek: number(),
          clockDiscontinuityCount: integer(), measurements: list(from: 0) { $0.signal() }))
    case 5: .ephemeris(.kepler(kepler()))
    case 6: .ephemeris(.glonass(glonass()))
    case 7:
      .ephemeris(
        .ionosphere(
          KlobucharParameters(
            alpha: SIMD4(number(), number(), number(), number()),
            beta: SIMD4(number(), number(), number(), number()))))
    case 8:
      .wifi(WiFiScan(startTime: time(), endTime: time(), readings: list(from: 0) { $0.wifi() }))
    case 9:
      .beacon(
        BeaconAdvertisement(
          time: time(), identity: identity(), address: perhaps { $0.address() },
          measuredPowerDecibelMilliwatts: number(), rssiDecibelMilliwatts: number()))
    case 10: .cell(CellScan(time: time(), readings: list(from: 0) { $0.cell() }))
    case 11: .power(PowerSource(kind: one(PowerSource.Kind.self), batteryShare: number()))
    case 12:
      .vehicle(
        VehicleLink(kind: one(VehicleLink.Kind.self), speedMetresPerSecond: perhaps { $0.number() })
      )
    case 13:
      .network(
        NetworkReachability(
          route: one(NetworkReachability.ConnectionType.self), isExpensive: flag()))
    case 14: .app(appEvent())
    case 15: .app(.call(app: text(), call()))
    case 16:
      .fix(
        ReceiverFix(
          time: time(), coordinate: coordinate(), altitudeMetres: perhaps { $0.number() },
          horizontalAccuracyMetres: perhaps { $0.number() },
          verticalAccuracyMetres: perhaps { $0.number() },
          speedMetresPerSecond: perhaps { $0.number() }, courseDegrees: perhaps { $0.number() },
          satelliteCount: perhaps { $0.integer() }))
    case 17:
      .download(
        Download(
          resource: text(), bytes: list(from: 0) { UInt8(truncatingIfNeeded: $0.stream.next()) },
          isComplete: flag()))
    default: .boot(Boot(count: integer(), wasOff: flag(), offSince: perhaps { $0.time() }))
    }
  }

  private mutating func batch() -> InertialBatch {
    InertialBatch(
      samples: list(from: 0) {
        InertialSample(time: $0.time(), x: $0.single(), y: $0.single(), z: $0.single())
      })
  }

  private mutating func signal() -> GNSSMeasurement {
    GNSSMeasurement(
      satellite: SatelliteID(one(Constellation.self), integer()), carrierFrequencyHertz: number(),
      pseudorangeMetres: number(), pseudorangeSigmaMetres: number(),
      pseudorangeRateMetresPerSecond: number(), pseudorangeRateSigmaMetresPerSecond: number(),
      accumulatedDeltaRangeMetres: number(), accumulatedDeltaRangeSigmaMetres: number(),
      accumulatedDeltaRangeState: DeltaRangeState(rawValue: UInt32(stream.integer(below: 32))),
      carrierToNoiseDecibelHertz: number(),
      state: TrackingState(rawValue: UInt32(truncatingIfNeeded: stream.next())))
  }

  private mutating func kepler() -> KeplerEphemeris {
    var message = KeplerEphemeris()
    message.satellite = SatelliteID(one(Constellation.self), integer())
    message.gpsWeek = integer()
    message.health = integer()
    let fields: [WritableKeyPath<KeplerEphemeris, Double>] = [
      \.timeOfEphemerisSeconds, \.timeOfClockSeconds, \.rootOfSemiMajorAxis, \.eccentricity,
      \.inclinationRadians, \.inclinationRateRadiansPerSecond, \.ascendingNodeRadians,
      \.ascendingNodeRateRadiansPerSecond, \.argumentOfPerigeeRadians, \.meanAnomalyRadians,
      \.meanMotionDifferenceRadiansPerSecond, \.cucRadians, \.cusRadians, \.crcMetres, \.crsMetres,
      \.cicRadians, \.cisRadians, \.clockBiasSeconds, \.clockDriftSecondsPerSecond,
      \.clockDriftRatePerSecond, \.groupDelaySeconds,
    ]
    for field in fields { message[keyPath: field] = number() }
    return message
  }

  private mutating func glonass() -> GlonassEphemeris {
    var message = GlonassEphemeris()
    message.slot = integer()
    message.frequencyChannel = integer()
    message.gpsWeek = integer()
    message.timeOfEphemerisSeconds = number()
    message.positionMetres = SIMD3(number(), number(), number())
    message.velocityMetresPerSecond = SIMD3(number(), number(), number())
    message.accelerationMetresPerSecondSquared = SIMD3(number(), number(), number())
    message.clockBiasSeconds = number()
    message.relativeFrequencyBias = number()
    message.health = integer()
    return message
  }

  private mutating func wifi() -> WiFiReading {
    WiFiReading(
      bssid: address(), ssid: text(), rssiDecibelMilliwatts: number(),
      frequencyMegahertz: number(), time: time())
  }

  private mutating func cell() -> CellReading {
    CellReading(
      technology: one(CellTechnology.self), countryCode: integer(), networkCode: integer(),
      areaCode: perhaps { $0.integer() }, cellIdentity: perhaps { Int64($0.integer()) },
      physicalIdentity: integer(), channelNumber: integer(), powerDecibelMilliwatts: number(),
      timingAdvance: perhaps { $0.integer() }, isServing: flag())
  }

  private mutating func appEvent() -> AppEvent {
    flag()
      ? .lifecycle(app: text(), one(AppLifecycle.self)) : .user(app: text(), one(UserAction.self))
  }

  private mutating func call() -> AppCall {
    AppCall(
      one(AppCall.Name.self), identifier: perhaps { $0.text() },
      circle: perhaps { CircularRegion(centre: $0.coordinate(), radiusMetres: $0.number()) },
      beacon: perhaps { $0.constraint() }, distanceMetres: perhaps { $0.number() },
      from: perhaps { $0.time() }, to: perhaps { $0.time() }, isOn: perhaps { $0.flag() },
      option: perhaps { $0.text() })
  }
}
