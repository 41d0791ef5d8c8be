import Devices
import Documents
import Formats
import Kernel
import Observations

/// Readers of third-party formats, with a byte of the file as operation; and the other costs per byte until a
/// stack receives it.
let formatBenchmarks: [Benchmark] = [
  reading("rinex", rinexText) { try RinexObservations.read($0, file: "made.23o").epochs.count },
  reading("gnsslogger", gnssLoggerText) {
    try GNSSLoggerRecording.read($0, file: "made.txt").epochs.count
  },
  reading("sensors", sensorText) {
    try SensorFolder.read([("TotalAcceleration.csv", $0)], name: "made").accelerometer.count
  },
  reading("nmea", NMEAWriter.bytes(track, start: startOfTrack)) {
    try NMEARecording.read($0, file: "made.nmea").epochs.count
  },
  reading("gpx", GPXWriter.bytes(track, start: startOfTrack, name: "made")) {
    try GPXFile.read($0, file: "made.gpx").fixes.count
  },
  // Range checks, which every recording undergoes; per byte of the RINEX file.
  Benchmark("formats.rinex.check.byte", operations: rinexText.count) {
    let observations = try rinexObservations()
    return {
      observations.reduce(0) { $0 + ($1.item.invalid(at: $1.time) == nil ? 1 : 0) }
    }
  },
  Benchmark("formats.rinex.replay.byte", operations: rinexText.count) {
    let observations = try rinexObservations()
    let end = observations.last?.time ?? .start
    return {
      let pass = try runDevice(
        stack: SatelliteListener(), source: .recorded(observations),
        setup: DeviceSetup(.phone2014), until: end)
      return UInt64(pass.eventCount)
    }
  },
]

private func reading(
  _ format: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8],
  _ read: @escaping @Sendable ([UInt8]) throws -> Int
) -> Benchmark {
  Benchmark("formats.\(format).read.byte", operations: bytes().count) {
    let bytes = bytes()
    return { UInt64(try read(bytes)) }
  }
}

private func rinexObservations() throws -> [Delivered<Observation>] {
  try RinexObservations.read(rinexText, file: "made.23o").epochs.map {
    Delivered(time: $0.time, .gnss($0))
  }
}

/// Requests GNSS and ignores it.
private struct SatelliteListener: TrackingStack {
  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.request(.start(.gnss, period: .zero))
  }

  mutating func receive(
    _ observation: Observation, at time: SimTime, into sink: inout StackSink
  ) {}
}

/// Twenty minutes of a phone's RINEX observations, a third of the satellites on two frequencies.
private let rinexText: [UInt8] = {
  var stream = RandomStream(seed: 7, purpose: "rinex text")
  var text = """
         3.03           OBSERVATION DATA    M                   RINEX VERSION / TYPE
    G    8 C1C L1C D1C S1C C5Q L5Q D5Q S5Q                      SYS / # / OBS TYPES
    R    4 C1C L1C D1C S1C                                      SYS / # / OBS TYPES
    E    8 C1C L1C D1C S1C C5Q L5Q D5Q S5Q                      SYS / # / OBS TYPES
      2023    11    07    23    43   15.0000000     GPS         TIME OF FIRST OBS
     6 R01  1 R02 -4 R03  5 R12 -1 R13 -2 R21  4                GLONASS SLOT / FRQ #
                                                                END OF HEADER

    """
  let satellites = ["G", "R", "E"].flatMap { letter in
    (1...(letter == "G" ? 9 : 5)).map { letter + ($0 < 10 ? "0" : "") + String($0) }
  }
  func field(_ value: Double, _ digit: Int) -> String {
    decimal(value, 3).leftPadded(to: 14) + "\(digit)\(digit)"
  }
  for second in 0..<1200 {
    text += "> 2023 03 01 00 "
    text += "\(second / 60)".leftPadded(to: 2) + decimal(Double(second % 60), 7).leftPadded(to: 11)
    text += "  0 " + "\(satellites.count)".leftPadded(to: 2) + "\n"
    for (index, satellite) in satellites.enumerated() {
      var row = satellite
      for _ in 0..<(index % 3 == 0 && !satellite.hasPrefix("R") ? 2 : 1) {
        row += field(2.2e7 + 1e6 * stream.gaussian(), 5) + field(1e5 * stream.gaussian(), 5)
        row += field(2e3 * stream.gaussian(), 2) + field(35 + 4 * stream.gaussian(), 2)
      }
      text += row.padded(to: 131) + "\n"
    }
  }
  return Array(text.utf8)
}()

/// Five minutes of a phone's satellites in GnssLogger's format.
private let gnssLoggerText: [UInt8] = {
  var stream = RandomStream(seed: 8, purpose: "log text")
  var text = """
    # Version: v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7
    # Raw,utcTimeMillis,TimeNanos,LeapSecond,TimeUncertaintyNanos,FullBiasNanos,BiasNanos,\
    BiasUncertaintyNanos,DriftNanosPerSecond,DriftUncertaintyNanosPerSecond,\
    HardwareClockDiscontinuityCount,Svid,TimeOffsetNanos,State,ReceivedSvTimeNanos,\
    ReceivedSvTimeUncertaintyNanos,Cn0DbHz,PseudorangeRateMetersPerSecond,\
    PseudorangeRateUncertaintyMetersPerSecond,AccumulatedDeltaRangeState,\
    AccumulatedDeltaRangeMeters,AccumulatedDeltaRangeUncertaintyMeters,CarrierFrequencyHz,\
    CarrierCycles,CarrierPhase,CarrierPhaseUncertainty,MultipathIndicator,SnrInDb,\
    ConstellationType,AgcDb,BasebandCn0DbHz,FullInterSignalBiasNanos,\
    FullInterSignalBiasUncertaintyNanos,SatelliteInterSignalBiasNanos,\
    SatelliteInterSignalBiasUncertaintyNanos,CodeType,ChipsetElapsedRealtimeNanos

    """
  func digits(_ scale: Double) -> String { "\(scale * stream.gaussian())" }
  for second in 0..<300 {
    let clock = 61_090_000_000 + second * 1_000_000_000
    for satellite in 1...20 {
      let sent = 258_211_922_049_091 + second * 1_000_000_000 + satellite * 401_713
      let strength = 30 + Double(satellite) / 7
      text += "Raw,\(1_699_400_594_000 + second * 1000),\(clock),,,-1383435750910273353,0.0,"
      text += "6.979524800095384,129.0,1.0,22,\(satellite),0.0,16431,\(sent),40,\(strength),"
      text += "\(digits(500)),0.8101946432987757,16,\(digits(40_000)),"
      text += "340282346638528860000000000000000000000,1575420030,,,,1,,1,,\(strength - 3.6),"
      text += "-0.20371282661465636,1.0,-0.20371282661465636,1.0,C,\(16_136_559_319_000 + clock)\n"
    }
  }
  return Array(text.utf8)
}()

/// Ten minutes of an accelerometer in Sensor Logger's format.
private let sensorText: [UInt8] = {
  var stream = RandomStream(seed: 9, purpose: "sensor text")
  var text = "time,seconds_elapsed,z,y,x\n"
  for row in 0..<60_000 {
    text += "\(1_714_550_400_000_000_000 + row * 10_000_000),\(decimal(Double(row) / 100, 6))"
    for axis in 0..<3 {
      text += "," + decimal((axis == 0 ? 9.81 : 0) + 0.3 * stream.gaussian(), 9)
    }
    text += "\n"
  }
  return Array(text.utf8)
}()

private let startOfTrack = GPSTime(week: 2300, secondsOfWeek: 1000)

/// Nearly three hours of positions at 1 Hz.
private let track: [TrackPoint] = (0..<10_000).map { second in
  let angle = Double(second) / 900
  return TrackPoint(
    time: SimTime(seconds: Double(second)),
    coordinate: Coordinate(
      latitudeDegrees: 60.17 + angle / 1e4, longitudeDegrees: 24.94 + angle / 2e4),
    altitudeMetres: 35.2, horizontalAccuracyMetres: 5, speedMetresPerSecond: 1.2,
    courseDegrees: 45, satelliteCount: 9)
}
