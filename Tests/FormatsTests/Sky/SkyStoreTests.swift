import Geometry
import Kernel
import Observations
import Recordings
import Testing

struct SkyStoreTests {
  static func message(
    _ satellite: SatelliteID, toe: GPSTime, health: Int = 0, mark: Double = 0
  ) -> BroadcastEphemeris {
    if satellite.constellation == .glonass {
      var message = GlonassEphemeris()
      (message.slot, message.health, message.clockBiasSeconds) = (satellite.number, health, mark)
      (message.gpsWeek, message.timeOfEphemerisSeconds) = (toe.week, toe.secondsOfWeek)
      return .glonass(message)
    }
    var message = KeplerEphemeris()
    (message.satellite, message.health, message.clockBiasSeconds) = (satellite, health, mark)
    (message.gpsWeek, message.timeOfEphemerisSeconds) = (toe.week, toe.secondsOfWeek)
    return .kepler(message)
  }

  /// The nearest message is used, across the week's end, up to the limit of validity.
  @Test(
    arguments: [
      (-7200.0, 0.0), (-7200.5, nil), (-3600, 0), (0, 0), (3599, 0), (3600, 1), (3601, 1),
      (7200, 1),
      (10_799, 1), (10_800, 2), (14_400, 2), (21_600, 2), (21_601, nil),
    ] as [(Double, Double?)]) func usesTheNearestValidMessage(offset: Double, mark: Double?)
  {
    let id = SatelliteID(.gps, 9)
    // Three messages, two hours apart, the first an hour before the week's end; inserted in any order.
    let base = GPSTime(week: 1524, secondsOfWeek: 601_200)
    let list = [1, 2, 0].map {
      Self.message(id, toe: base + 7200 * Double($0), mark: Double($0))
    }
    var inserted = BroadcastEphemerides()
    for message in list { inserted.insert(message) }
    let store = BroadcastEphemerides(list)
    #expect(store == inserted)
    var whole = BroadcastEphemerides()
    whole.insert(Self.message(id, toe: base + 900))
    whole.set([list[2], list[0], list[1]])
    whole.set([])
    #expect(whole == store, "its earlier messages are removed")
    for store in [store, inserted] {
      let found = store.ephemeris(for: id, at: base + offset)
      guard case .kepler(let message)? = found else {
        #expect(mark == nil && found == nil)
        continue
      }
      #expect(message.clockBiasSeconds == mark)
    }
    #expect(store.satellites(at: base + offset) == (mark == nil ? [] : [id]))
  }

  /// A recording may have a message of another system's type for a GLONASS satellite.
  @Test(arguments: [true, false]) func ignoresMessagesOfTheWrongType(comesFirst: Bool) {
    let time = GPSTime(week: 1524, secondsOfWeek: 3600)
    let id = SatelliteID(.glonass, 7)
    var wrong = KeplerEphemeris()
    (wrong.satellite, wrong.gpsWeek, wrong.timeOfEphemerisSeconds) = (id, time.week, 3600)
    let messages = [.kepler(wrong), Self.message(id, toe: time)]
    let store = BroadcastEphemerides(comesFirst ? messages : messages.reversed())
    #expect(store.count == 1 && store.all.count == 1)
    var later = store
    later.insert(messages[0])
    later.insert(messages[1])
    later.forget(before: time + 7200)
    #expect(later.all.count == 1 && later.ephemeris(for: id, at: time) != nil)
  }

  /// Messages near a kept time stay, and the last message of each satellite.
  @Test func onlyOldMessagesAreRemoved() {
    let (gps, glonass) = (SatelliteID(.gps, 9), SatelliteID(.glonass, 3))
    let base = GPSTime(week: 1524, secondsOfWeek: 560_000)
    let whole = BroadcastEphemerides(
      (0..<40).map { Self.message(gps, toe: base + 7200 * Double($0), mark: Double($0)) }
        + [Self.message(glonass, toe: base)])
    var store = whole
    let limit = base + 20 * 7200.0
    store.forget(before: limit)
    #expect(store.count == 21 && store.satellites == whole.satellites)
    for offset in stride(from: 0.0, through: 19 * 7200, by: 1234) {
      #expect(store.ephemeris(for: gps, at: limit + offset) != nil)
      #expect(
        store.ephemeris(for: gps, at: limit + offset)
          == whole.ephemeris(for: gps, at: limit + offset))
    }
    #expect(store.ephemeris(for: glonass, at: base) == whole.ephemeris(for: glonass, at: base))
    store.insert(Self.message(glonass, toe: limit))
    #expect(store.satellites == whole.satellites, "each once")
    store.forget(before: limit + 1e6)
    #expect(store.count == 2)
  }

  @Test func unhealthySatellitesAreExcludedByDefault() {
    let ids = [SatelliteID(.glonass, 3), SatelliteID(.gps, 3)]
    let time = GPSTime(week: 1525, secondsOfWeek: 100_000)
    let store = BroadcastEphemerides(
      ids.flatMap {
        [
          Self.message($0, toe: time - 1700, mark: 1),
          Self.message($0, toe: time + 100, health: 1, mark: 2),
        ]
      })
    // An older, healthy message doesn't replace the nearer, unhealthy one.
    #expect(store.satellites(at: time).isEmpty)
    #expect(store.satellites(at: time, healthyOnly: false) == [ids[1], ids[0]].sorted())
    #expect(store.satellites(at: time - 1600) == ids.sorted())
  }

  @Test func glonassIsValidForHalfAnHour() {
    let id = SatelliteID(.glonass, 24)
    let toe = GPSTime(week: 1525, secondsOfWeek: 15)
    let store = BroadcastEphemerides([Self.message(id, toe: toe)])
    for (offset, isValid) in [(1800.0, true), (1800.1, false), (-1800, true), (-1801, false)] {
      #expect((store.ephemeris(for: id, at: toe + offset) != nil) == isValid)
    }
  }

  @Test func laterMessageOfTheSameTimeIsUsed() {
    let id = SatelliteID(.gps, 1)
    let toe = GPSTime(week: 1525, secondsOfWeek: 7200)
    var store = BroadcastEphemerides([
      Self.message(id, toe: toe, mark: 1), Self.message(id, toe: toe, mark: 2),
    ])
    func mark() -> Double? {
      guard case .kepler(let message)? = store.ephemeris(for: id, at: toe + 60) else { return nil }
      return message.clockBiasSeconds
    }
    #expect(mark() == 2)
    store.insert(Self.message(id, toe: toe, mark: 3))
    #expect(mark() == 3)
    #expect(store.count == 3 && store.span == toe...toe)
    store.insert(.ionosphere(.nominal))
    #expect(store.ionosphere == .nominal && store.count == 3)
  }

  /// Satellites known by channel only get their slot back, and missing ones are named.
  @Test func channelsAreResolvedToSlots() throws {
    let store = try RinexNavigation.read(
      readFileBytes(SkyPaths.shipped + "brdc0910.09g.gz"), file: "sky"
    ).ephemerides
    let place = try Geodetic(latitudeDegrees: 48, longitudeDegrees: 11, altitudeMetres: 500)
    let frame = LocalFrame(origin: place)
    var resolved = 0
    for hour in 1..<23 {
      let time = GPSTime(week: 1525, secondsOfWeek: 259_200 + 3600 * Double(hour))
      var ids: [SatelliteID] = []
      var epoch = GNSSEpoch(
        time: .start, gpsWeek: time.week, secondsOfWeek: time.secondsOfWeek, measurements: [])
      for id in store.satellites(at: time) {
        let state = try #require(store.satelliteState(of: id, at: time))
        guard frame.azimuthElevation(of: state.positionMetres).elevation > 0.2 else { continue }
        guard case .glonass(let message)? = store.ephemeris(for: id, at: time) else { continue }
        ids.append(id)
        epoch.measurements.append(
          GNSSMeasurement(
            satellite: SatelliteID(.glonass, 100 + message.frequencyChannel),
            carrierFrequencyHertz: 1602e6, pseudorangeMetres: 2e7, pseudorangeSigmaMetres: 1,
            pseudorangeRateMetresPerSecond: 0, pseudorangeRateSigmaMetresPerSecond: 1,
            accumulatedDeltaRangeMetres: 0, accumulatedDeltaRangeSigmaMetres: 1,
            accumulatedDeltaRangeState: [], carrierToNoiseDecibelHertz: 40, state: []))
      }
      let found = store.resolvingGlonassSlots(in: epoch, near: place.ecef + Vec3(4e5, -3e5, 5e5))
      #expect(found.measurements.map(\.satellite) == ids)
      resolved += ids.count
      let missing = store.missing(in: [epoch, epoch])
      #expect(missing.map(\.satellite.number) == missing.map(\.satellite.number).sorted())
      #expect(missing.reduce(0) { $0 + $1.epochCount } == 2 * ids.count)
      #expect(store.missing(in: [found]).isEmpty)
    }
    #expect(resolved > 80)
    #expect(store.glonassChannels.count == 19)
  }

  /// The bundled day has satellites at every quarter of an hour.
  @Test func bundledDayIsComplete() throws {
    var store = BroadcastEphemerides()
    for name in ["brdc0910.09n.gz", "brdc0910.09g.gz"] {
      let read = try RinexNavigation.read(
        readFileBytes(SkyPaths.shipped + name), file: name)
      #expect(read.ephemerides.leapSeconds == 15)
      #expect(read.report.count(of: .invalidOrbit) == 0)
      #expect(read.report.count(of: .truncatedRecord) == 0)
      store.merge(read.ephemerides)
    }
    #expect(store.leapSeconds == 15 && store.ionosphere?.alpha[0] == 0.1118e-7)
    #expect(store.count == 424 + 912)
    for quarter in 0...96 {
      let time = GPSTime(week: 1525, secondsOfWeek: 259_200 + 900 * Double(quarter))
      let usable = store.satellites(at: time)
      #expect(usable.filter { $0.constellation == .gps }.count >= 29, "\(quarter)")
      #expect(usable.filter { $0.constellation == .glonass }.count >= 18, "\(quarter)")
      for satellite in usable {
        let state = try #require(store.satelliteState(of: satellite, at: time))
        #expect((25e6...27.5e6).contains(state.positionMetres.length))
      }
    }
  }
}
