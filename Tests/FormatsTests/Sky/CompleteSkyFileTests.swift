import Documents
import Formats
import Geometry
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Complete recordings at known positions, compared with orbits and models.
///
/// The residual of a pseudorange after orbit, clocks, ionosphere and troposphere is noise, multipath and model
/// error: a wrong leap second, week, frequency, group delay or time scale would be at least tens of metres.
struct CompleteSkyFileTests {
  /// Residuals of the signals, and the median of each system.
  static func residuals(
    _ epochs: [GNSSEpoch], _ store: BroadcastEphemerides, at receiver: ECEF, minimum: Double
  ) throws -> [(signal: GNSSMeasurement, elevation: Double, range: Double, rate: Double)] {
    let place = try Geodetic(ecef: receiver)
    let frame = LocalFrame(origin: place)
    let ionosphere = store.ionosphere ?? .nominal
    var result: [(signal: GNSSMeasurement, elevation: Double, range: Double, rate: Double)] = []
    for epoch in epochs {
      let time = GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
      for constellation in Constellation.allCases {
        var rows: [(signal: GNSSMeasurement, elevation: Double, range: Double, rate: Double)] = []
        for signal in epoch.measurements
        where signal.satellite.constellation == constellation
          && signal.carrierToNoiseDecibelHertz >= minimum
        {
          guard let message = store.ephemeris(for: signal.satellite, at: time) else { continue }
          // The pseudorange gives the transmission time by the satellite's clock, for any receiver
          // clock.
          let shown = time.secondsOfWeek - signal.pseudorangeMetres / KeplerEphemeris.speedOfLight
          guard let clock = message.satelliteState(atSecondsOfWeek: shown)?.clockSeconds,
            let state = message.satelliteState(atSecondsOfWeek: shown - clock),
            let path = message.signalPath(
              to: receiver,
              receivedAtSecondsOfWeek: shown - clock + state.positionMetres.distance(to: receiver)
                / KeplerEphemeris.speedOfLight)
          else { continue }
          let (azimuth, elevation) = frame.azimuthElevation(of: path.satellite.positionMetres)
          guard elevation > 0.26 else { continue }
          let delay =
            ionosphere.delayMetres(
              at: place, azimuth: azimuth, elevation: elevation,
              secondsOfWeek: time.secondsOfWeek, frequency: signal.carrierFrequencyHertz)
            + Troposphere.delayMetres(at: place, elevation: elevation)
          let c = KeplerEphemeris.speedOfLight
          rows.append(
            (
              signal, elevation,
              signal.pseudorangeMetres - path.rangeMetres + c * path.satellite.clockSeconds - delay,
              signal.pseudorangeRateMetresPerSecond - path.rangeRate(receiverVelocity: .zero)
                + c * path.satellite.clockDriftSecondsPerSecond
            ))
        }
        guard rows.count >= 4 else { continue }
        let range = median(rows.map(\.range))
        let rate = median(rows.map(\.rate))
        result += rows.map { ($0.signal, $0.elevation, $0.range - range, $0.rate - rate) }
      }
    }
    return result
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  static func store(_ names: [String]) throws -> BroadcastEphemerides {
    var all: [BroadcastEphemeris] = []
    for name in names {
      let path = try #require(SkyPaths.data(name))
      let read = try RinexNavigation.read(readFileBytes(path), file: name)
      all += read.ephemerides.all
      if let ionosphere = read.ephemerides.ionosphere { all.append(.ionosphere(ionosphere)) }
    }
    return BroadcastEphemerides(all)
  }

  /// Checks that half of the residuals are within these limits.
  static func check(
    _ rows: [(signal: GNSSMeasurement, elevation: Double, range: Double, rate: Double)],
    _ limits: [Constellation: (metres: Double, speed: Double, count: Int)]
  ) {
    for (constellation, limit) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let own = rows.filter { $0.signal.satellite.constellation == constellation }
      let range = median(own.map { abs($0.range) })
      let rate = median(own.map { abs($0.rate) })
      print(constellation, "signals", own.count, "median residual", range, "m,", rate, "m/s")
      #expect(own.count >= limit.count)
      #expect(range < limit.metres && rate < limit.speed)
    }
  }

  static let esbjerg = "gnss-broadcast-ephemeris/ESBC00DNK_R_20201770000_"

  @Test(
    .enabled(if: SkyPaths.data("gnss-broadcast-ephemeris") != nil, "needs VENUESIM_DATA"))
  func esbjergRangesFitItsPosition() throws {
    let store = try Self.store([Self.esbjerg + "01D_MN.rnx.gz"])
    let path = try #require(SkyPaths.data(Self.esbjerg + "02H_30S_MO.rnx.gz"))
    let read = try RinexObservations.read(readFileBytes(path), file: path)
    #expect(read.epochs.count == 240 && read.epochs.last?.time == SimTime(seconds: 7170))
    #expect(read.glonassChannels.count == 23 && read.report.count(of: .badNumber) == 0)
    for (slot, channel) in read.glonassChannels {
      #expect(CarrierFrequency.usualGlonassChannel(ofSlot: slot) == channel)
    }
    let receiver = try #require(read.approximatePosition)
    let rows = try Self.residuals(read.epochs, store, at: receiver, minimum: 30)
    Self.check(
      rows,
      [
        .gps: (0.8, 0.01, 1500), .glonass: (1.1, 0.01, 1300), .galileo: (0.6, 0.01, 1300),
        .beidou: (0.8, 0.01, 1400),
      ])
  }

  @Test(
    .enabled(if: SkyPaths.data("gnss-hongkong-tst-static") != nil, "needs VENUESIM_DATA"))
  func hongKongFilesAreReadCompletely() throws {
    let folder = "gnss-hongkong-tst-static/"
    let names = ["c", "d"].flatMap { hour in
      ["n", "g", "b", "l"].map { folder + "hksc155\(hour).20\($0).gz" }
    }
    let store = try Self.store(names)
    let path = try #require(SkyPaths.data(folder + "2020_06_03_TST_03.obs.gz"))
    let read = try RinexObservations.read(readFileBytes(path), file: path)
    #expect(read.epochs.count == 986)
    #expect(read.report.count(of: .truncatedEpoch) == 0 && read.report.count(of: .badNumber) == 0)
    let receiver = try Geodetic(
      latitudeDegrees: 22.299915404, longitudeDegrees: 114.177707462, altitudeMetres: 4.89
    ).ecef
    let rows = try Self.residuals(read.epochs, store, at: receiver, minimum: 40)
    Self.check(rows, [.gps: (0.6, 0.03, 1000), .beidou: (1.5, 0.03, 5000)])
  }

  @Test(
    .enabled(if: SkyPaths.data("gnss-google-measurement-tools") != nil, "needs VENUESIM_DATA"),
    arguments: [
      ("pseudoranges_log_2016_08_22_14_45_50", "hour2350", 207, 3.5),
      ("pseudoranges_log_2016_06_30_21_26_07", "hour1820", 223, 6.0),
    ])
  func phoneRangesFitTheirFixes(
    log: String, messages: String, epochs: Int, metres: Double
  ) throws {
    let folder = "gnss-google-measurement-tools/"
    let store = try Self.store([folder + messages + ".16n.gz"])
    let path = try #require(SkyPaths.data(folder + log + ".txt.gz"))
    let read = try GNSSLoggerRecording.read(readFileBytes(path), file: path)
    #expect(read.epochs.count == epochs && read.report.count(of: .badRawRow) == 0)
    let fixes = read.fixes
    let count = Double(fixes.count)
    let receiver = try Geodetic(
      latitudeDegrees: fixes.reduce(0) { $0 + $1.coordinate.latitudeDegrees } / count,
      longitudeDegrees: fixes.reduce(0) { $0 + $1.coordinate.longitudeDegrees } / count,
      altitudeMetres: fixes.reduce(0) { $0 + $1.altitudeMetres } / count
    ).ecef
    let rows = try Self.residuals(read.epochs, store, at: receiver, minimum: 28)
    Self.check(rows, [.gps: (metres, 0.08, 1000)])
  }

  @Test(
    .enabled(if: SkyPaths.data("gnss-pixel6-gnsslogger") != nil, "needs VENUESIM_DATA"))
  func pixelFilesAreReadCompletely() throws {
    let folder = "gnss-pixel6-gnsslogger/"
    let path = try #require(SkyPaths.data(folder + "pixel6.23o.gz"))
    let read = try RinexObservations.read(readFileBytes(path), file: path)
    #expect(read.epochs.count == 48 && read.report.entries.isEmpty)
    let log = try #require(SkyPaths.data(folder + "pixel6.txt.gz"))
    let raw = try GNSSLoggerRecording.read(readFileBytes(log), file: log)
    #expect(raw.epochs.count == 31 && raw.fixes.count == 243 && raw.accelerometer.count == 10)
    #expect(raw.report.count(of: .badRawRow) == 0)
  }
}
