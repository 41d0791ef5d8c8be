import Documents
import Formats
import Geometry
import Glibc
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

/// Drives of the decimetre challenges in the published layouts, without broadcast ephemerides: satellite
/// states come from the tables' own columns.
struct ChallengeTests {
  @Test(arguments: [2021, 2022])
  func tabulatedSatellitesExplainTheRanges(year: Int) throws {
    let drive = try ChallengeDrive(seconds: 30)
    let folder = try TemporaryFolder()
    try drive.write(to: folder, year: year)
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.unknownFiles.isEmpty, "\(found.unknownFiles)")
    #expect(found.sources.map(\.format.name) == [year == 2021 ? "gnsslogger" : "gsdc"])
    let read = try #require(found.sources.first).read()
    let reported = read.notes.first {
      $0.hasPrefix("orbits and clocks of \(drive.satellites) satellites")
    }
    #expect(reported != nil, "\(read.notes)")
    let truth = read.recording.truth.filter { $0.known.contains(.position) }
    #expect(truth.count == 30 && truth[0].known.contains(.altitude))
    #expect(abs(truth[0].coordinate.latitudeDegrees - 47) < 1e-9 && truth[1].time.seconds == 1)
    let spread = try drive.spreads(of: read.recording)
    // Integer ns, and a diurnal ionosphere given by its height alone. In 2021 only the truth has the phone's
    // position, so that no atmosphere is computed; its delays stay in.
    let maximum = year == 2021 ? 25 : 2.5
    #expect(spread.count == 30 && spread.max() ?? .infinity < maximum, "\(spread)")
    #expect(drive.hasIonosphere(read.recording) == (year != 2021))
  }

  /// For a longer drive, each satellite has a message for every few minutes.
  @Test func severalMessagesCoverALongDrive() throws {
    let drive = try ChallengeDrive(seconds: 580, every: 20)
    let folder = try TemporaryFolder()
    try drive.write(to: folder, year: 2022)
    let read = try #require(FoundRecordings.find(at: folder.path).sources.first).read()
    let messages = read.recording.observations.count { delivered in
      if case .ephemeris(let message) = delivered.item { message.satellite != nil } else { false }
    }
    #expect(messages == 2 * drive.satellites)
    let spread = try drive.spreads(of: read.recording)
    #expect(spread.count == 29 && spread.max() ?? .infinity < 3.5, "\(spread)")
  }

  /// The drive read from the log below its tables.
  @Test func logsUseTheTablesAboveThem() throws {
    let folder = try TemporaryFolder()
    let drive = try ChallengeDrive(seconds: 5)
    try drive.write(to: folder, year: 2022)
    let path = try folder.write("drive/pixel4/supplemental/gnss_log.txt", drive.log)
    #expect(try FoundRecordings.find(at: folder.path).sources.map(\.format.name) == ["gsdc"])
    let alone = try #require(FoundRecordings.find(at: path).sources.first).read()
    #expect(alone.notes.contains { $0.hasPrefix("orbits and clocks of") }, "\(alone.notes)")
    #expect(alone.recording.truth.contains { $0.known.contains(.position) })
    let spread = try drive.spreads(of: alone.recording)
    #expect(spread.count == 5 && spread.max() ?? .infinity < 2.5)
  }

  @Test func sensorsAreFoundByName() throws {
    let folder = try TemporaryFolder()
    try ChallengeDrive(seconds: 5).write(to: folder, year: 2022)
    let millis = 1_238_587_485_000
    let rows = (0..<20).map { "UncalAccel,\(millis + 50 * $0),1,2,9.5,0.5,0,0" }
    try folder.write(
      "drive/pixel4/device_imu.csv",
      (["MessageType,utcTimeMillis,MeasurementX,MeasurementY,MeasurementZ,BiasX,BiasY,BiasZ"]
        + rows).joined(separator: "\n") + "\nUncalGyro,\(millis),x,0,0,0,0,0\n")
    let read = try #require(FoundRecordings.find(at: folder.path).sources.first).read()
    let forces = read.recording.observations.flatMap { delivered -> [InertialSample] in
      guard case .accelerometer(let batch) = delivered.item else { return [] }
      return batch.samples
    }
    #expect(forces.count == 20 && forces.allSatisfy { $0.x == 0.5 && $0.y == 2 && $0.z == 9.5 })
    // With the line of the sensor table, not of the other one.
    #expect(
      read.warnings.lines.contains { $0.hasSuffix("(first in line 22)") }, "\(read.warnings.lines)")
  }

  @Test(arguments: [
    ("device_gnss.csv", "SvClockBiasMeters", "device_gnss.csv:2:"),
    ("ground_truth.csv", "LatitudeDegrees", "ground_truth.csv:2:"),
  ]) func invalidNumbersAreReported(file: String, column: String, place: String) throws {
    let folder = try TemporaryFolder()
    try ChallengeDrive(seconds: 5).write(to: folder, year: 2022)
    let path = folder.path + "/drive/pixel4/" + file
    let text = String(decoding: try readFileBytes(path), as: UTF8.self)
    var rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    rows[1][try #require(rows[0].firstIndex(of: column))] = "x"
    try writeFile(
      Array(rows.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8), to: path)
    let error = #expect(throws: DocumentError.self) {
      _ = try #require(FoundRecordings.find(at: folder.path).sources.first).read()
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(
      message.contains(place) && message.contains("expected a number, found 'x'"), "\(message)")
  }

  /// Damaged tables are read or rejected with a message, and never crash the program.
  @Test func survivesDamage() throws {
    let folder = try TemporaryFolder()
    let drive = try ChallengeDrive(seconds: 5)
    let spice = Array("\t,;\n\r\" -.0123456789eEnaix\0\u{ff}".utf8)
    var (read, refused) = (0, 0)
    for round in 0..<240 as Range<UInt64> {
      let year = round.isMultiple(of: 2) ? 2021 : 2022
      try drive.write(to: folder, year: year)
      let names =
        year == 2021
        ? ["Pixel4_derived.csv", "Pixel4_GnssLog.txt", "ground_truth.csv"]
        : ["device_gnss.csv", "device_gnss.csv", "ground_truth.csv"]
      var draw = RandomStream(seed: round, entity: 7, purpose: "test.damage")
      let path = folder.path + "/drive\(year == 2021 ? "21" : "")/pixel4/"
      let file = path + names[draw.integer(below: 3)]
      var damaged = try readFileBytes(file)
      for _ in 0...draw.integer(below: 6) where !damaged.isEmpty {
        let at = draw.integer(below: damaged.count)
        switch draw.integer(below: 4) {
        case 0: damaged[at] = spice[draw.integer(below: spice.count)]
        case 1: damaged.insert(contentsOf: Array("99999999999999999999".utf8), at: at)
        case 2: damaged.insert(contentsOf: Array("e308".utf8), at: at)
        default: damaged.removeLast(min(damaged.count, draw.integer(below: 400)))
        }
      }
      try writeFile(damaged, to: file)
      do {
        let main = path + (year == 2021 ? names[1] : names[0])
        let source = try #require(FoundRecordings.find(at: main).sources.first)
        #expect(try !source.read().recording.observations.isEmpty)
        read += 1
      } catch let error as DocumentError {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    #expect(read > 0 && refused > 0 && read + refused == 240)
  }
}

/// A stationary phone under a real sky, in the form of the challenges' tables.
struct ChallengeDrive {
  /// A signal of one satellite at one second.
  private struct Signal {
    var satellite: SatelliteID
    /// Seconds since the start.
    var second: Int
    /// Transmission time by the satellite's clock, in ns of GPS time.
    var sent: Int64
    var state: SatelliteState
    var ionosphere: Double
  }

  /// 2009-04-01 12:05 of GPS time, in s of week 1525, when no satellite changes its message; leap seconds
  /// were 15 then.
  private static let (week, start, leap) = (1525, 302_700, 15)
  private static let light = KeplerEphemeris.speedOfLight

  private let place: Geodetic
  private var signals: [Signal] = []
  private let seconds: Int

  var satellites: Int { Set(signals.map(\.satellite)).count }

  init(seconds: Int, every step: Int = 1) throws {
    self.seconds = seconds
    place = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 500)
    var sky = BroadcastEphemerides()
    for name in ["brdc0910.09n.gz", "brdc0910.09g.gz"] {
      let path = SkyPaths.shipped + name
      sky.merge(try RinexNavigation.read(readFileBytes(path), file: name).ephemerides)
    }
    let ionosphere = try #require(sky.ionosphere)
    for second in stride(from: 0, to: seconds, by: step) {
      let seen = Double(Self.start + second)
      let time = GPSTime(week: Self.week, secondsOfWeek: seen)
      for satellite in sky.satellites(at: time) {
        guard let message = sky.ephemeris(for: satellite, at: time),
          let path = message.signalPath(to: place.ecef, receivedAtSecondsOfWeek: seen)
        else { continue }
        let up = LocalFrame(origin: place).enu(ofVector: path.direction)
        guard up.z > 0.2 else { continue }
        let (elevation, azimuth) = (asin(up.z), atan2(up.x, up.y))
        let delay = ionosphere.delayMetres(
          at: place, azimuth: azimuth, elevation: elevation, secondsOfWeek: seen)
        let way =
          path.rangeMetres + delay + Troposphere.delayMetres(at: place, elevation: elevation)
        let left = seen - way / Self.light
        let state = try #require(message.satelliteState(atSecondsOfWeek: left))
        let sent = Self.nanoseconds(left + state.clockSeconds)
        signals.append(
          Signal(
            satellite: satellite, second: second, sent: sent, state: state, ionosphere: delay))
      }
    }
  }

  /// Seconds of the week as ns of GPS time.
  private static func nanoseconds(_ seconds: Double) -> Int64 {
    Int64(week) * 604_800_000_000_000 + Int64((seconds * 1e9).rounded())
  }

  private static func unixMilliseconds(_ second: Int) -> Int64 {
    315_964_800_000 + Int64(week) * 604_800_000 + Int64(start + second - leap) * 1000
  }

  private static let raw =
    "utcTimeMillis,TimeNanos,LeapSecond,FullBiasNanos,BiasNanos,HardwareClockDiscontinuityCount,Svid,"
    + "TimeOffsetNanos,State,ReceivedSvTimeNanos,ReceivedSvTimeUncertaintyNanos,Cn0DbHz,"
    + "PseudorangeRateMetersPerSecond,PseudorangeRateUncertaintyMetersPerSecond,ConstellationType,"
    + "CarrierFrequencyHz"

  private func row(_ signal: Signal, isScientific: Bool) -> String {
    let isGlonass = signal.satellite.constellation == .glonass
    let (day, week) = (86_400_000_000_000 as Int64, 604_800_000_000_000 as Int64)
    let own = isGlonass ? (signal.sent + (10_800 - 15) * 1_000_000_000) % day : signal.sent % week
    let time = Self.unixMilliseconds(signal.second)
    let bias = -Self.nanoseconds(Double(Self.start)) + 2_000_000_000_000
    let clock = Int64(signal.second) * 1_000_000_000 + 2_000_000_000_000
    let frequency = CarrierFrequency.l1(of: signal.satellite.constellation)
    let state = isGlonass ? 1 << 0 | 1 << 7 : 1 << 0 | 1 << 3
    // The challenge of 2023 has some tables with numbers in scientific notation.
    let texts = [time, clock].map { isScientific ? "\(Double($0) / 1e12)e+12" : "\($0)" }
    return
      "\(texts[0]),\(texts[1]),15,\(bias),0,3,\(signal.satellite.number),0,\(state),\(own),10,40,,,"
      + "\(isGlonass ? 3 : 1),\(frequency)"
  }

  /// The log of GnssLogger.
  var log: String {
    (["# Raw," + Self.raw] + signals.map { "Raw," + row($0, isScientific: false) })
      .joined(separator: "\n") + "\n"
  }

  /// The satellite's columns in the table of a year.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - isOld: True for the table of 2021.
  ///   - shift: Error of the satellite's position, as for a signal of another band, which must not be used.
  /// - Returns: The row's columns after those of the log.
  private func satelliteRow(_ signal: Signal, isOld: Bool, shift: Double = 0) -> String {
    let place = signal.state.positionMetres + Vec3(shift, 0, 0)
    let velocity = signal.state.velocityMetresPerSecond
    let isGlonass = signal.satellite.constellation == .glonass
    let kind = shift != 0 ? "GPS_L5" : isGlonass ? "GLO_G1" : "GPS_L1"
    let middle =
      "\(place.x),\(place.y),\(place.z),\(velocity.x),\(velocity.y),\(velocity.z),"
      + "\(signal.state.clockSeconds * Self.light),0"
    guard isOld else {
      let sent =
        signal.second.isMultiple(of: 2) ? "\(Double(signal.sent))" : "\(signal.sent)"
      return "\(kind)_CA,\(sent),\(middle),0,\(signal.ionosphere),2.5"
    }
    // Times of these rows were one epoch late, which is why they must not be used.
    let time = Self.nanoseconds(Double(Self.start + signal.second + 1)) / 1_000_000
    return "drive,pixel4,\(time),\(isGlonass ? 3 : 1),\(signal.satellite.number),\(kind),"
      + "\(signal.sent),\(middle),2.2e7,3,0,\(signal.ionosphere),2.5"
  }

  func write(to folder: TemporaryFolder, year: Int) throws {
    let truth: [String]
    if year == 2021 {
      let header =
        "collectionName,phoneName,millisSinceGpsEpoch,constellationType,svid,signalType,"
        + "receivedSvTimeInGpsNanos,xSatPosM,ySatPosM,zSatPosM,xSatVelMps,ySatVelMps,zSatVelMps,"
        + "satClkBiasM,satClkDriftMps,rawPrM,rawPrUncM,isrbM,ionoDelayM,tropoDelayM"
      let rows = signals.flatMap { signal in
        [1e6, 0].map { satelliteRow(signal, isOld: true, shift: $0) }
      }
      try folder.write(
        "drive21/pixel4/Pixel4_derived.csv", ([header] + rows).joined(separator: "\n") + "\n")
      try folder.write("drive21/pixel4/Pixel4_GnssLog.txt", log)
      truth =
        ["collectionName,phoneName,millisSinceGpsEpoch,latDeg,lngDeg,heightAboveWgs84EllipsoidM"]
        + (0..<seconds).map { second in
          let time = Self.nanoseconds(Double(Self.start + second)) / 1_000_000
          return "drive,pixel4,\(time),47.0,8.0,500"
        }
    } else {
      let header =
        "MessageType," + Self.raw
        + ",SignalType,ReceivedSvTimeNanosSinceGpsEpoch,SvPositionXEcefMeters,SvPositionYEcefMeters,"
        + "SvPositionZEcefMeters,SvVelocityXEcefMetersPerSecond,SvVelocityYEcefMetersPerSecond,"
        + "SvVelocityZEcefMetersPerSecond,SvClockBiasMeters,SvClockDriftMetersPerSecond,IsrbMeters,"
        + "IonosphericDelayMeters,TroposphericDelayMeters,WlsPositionXEcefMeters,"
        + "WlsPositionYEcefMeters,WlsPositionZEcefMeters"
      let near = place.ecef + Vec3(4, -3, 2)
      let rows = signals.map { signal in
        "Raw,\(row(signal, isScientific: signal.second.isMultiple(of: 2))),"
          + "\(satelliteRow(signal, isOld: false)),\(near.x),\(near.y),\(near.z)"
      }
      try folder.write(
        "drive/pixel4/device_gnss.csv", ([header] + rows).joined(separator: "\n") + "\n")
      truth =
        [
          "MessageType,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,"
            + "BearingDegrees,UnixTimeMillis"
        ] + (0..<seconds).map { "Fix,GT,47.0,8.0,500.0,0,1,90,\(Self.unixMilliseconds($0))" }
    }
    try folder.write(
      "drive\(year == 2021 ? "21" : "")/pixel4/ground_truth.csv",
      truth.joined(separator: "\n") + "\n")
  }

  func hasIonosphere(_ recording: Recording) -> Bool {
    recording.observations.contains { delivered in
      if case .ephemeris(.ionosphere) = delivered.item { true } else { false }
    }
  }

  /// Spread of the receiver clock over the satellites of each epoch at the true position, in m, from the
  /// recording's own data.
  func spreads(of recording: Recording) throws -> [Double] {
    var sky = BroadcastEphemerides()
    var spreads: [Double] = []
    for delivered in recording.observations {
      if case .ephemeris(.ionosphere(let model)) = delivered.item { sky.ionosphere = model }
      if case .ephemeris(let message) = delivered.item { sky.insert(message) }
      guard case .gnss(let epoch) = delivered.item else { continue }
      let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
      let clocks = try epoch.measurements.map { measured -> Double in
        let message = try #require(sky.ephemeris(for: measured.satellite, at: time))
        let path = try #require(
          message.signalPath(to: place.ecef, receivedAtSecondsOfWeek: epoch.secondsOfWeek))
        let up = LocalFrame(origin: place).enu(ofVector: path.direction)
        let delay =
          sky.ionosphere?.delayMetres(
            at: place, azimuth: atan2(up.x, up.y), elevation: asin(up.z),
            secondsOfWeek: epoch.secondsOfWeek) ?? 0
        return measured.pseudorangeMetres - path.rangeMetres - delay
          - Troposphere.delayMetres(at: place, elevation: asin(up.z))
          + path.satellite.clockSeconds * Self.light
      }
      #expect(clocks.count == satellites)
      spreads.append((clocks.max() ?? .infinity) - (clocks.min() ?? 0))
    }
    return spreads
  }
}
