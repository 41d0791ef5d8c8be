public import Documents
public import Observations
public import Recordings

/// What a log of Android's GnssLogger app holds: raw satellite signals, fixes and motion sensors.
public struct GNSSLoggerRecording: RecordingFormat {
  /// What was left out of a log, or mended.
  public enum Remark: String, SeriesRemark {
    case badRawRow = "Raw rows cut short or with an unreadable number"
    case noClock = "Raw rows before the receiver knew the time"
    case unknownSystem = "signals of systems that aren't used"
    case otherBand = "signals of other bands than L1"
    case noCodeLock = "signals without code lock"
    case ambiguous = "signals whose time of transmission is known only modulo some code"
    case impossibleRange = "impossible pseudoranges"
    case duplicate = "signals given twice in an epoch"
    case extraFields = "rows with more fields than their header names, which aren't used"
    case disorder = "epochs earlier than the one before (left out)"
    case repeated = "epochs of the same time as the one before (left out)"
    case gap = "gaps of more than 2.5 of the epochs' usual interval"
    case clockStep = "steps of the receiver's clock of more than 1 ms"
    case badFixRow = "Fix rows cut short or with an unreadable number"
    case badInertialRow = "sensor rows cut short or with an unreadable number"
    case inertialDisorder = "sensor rows not later than the one before (left out)"
    case inertialGap = "gaps of more than 0.5 s in a sensor"
  }

  /// The moment to which all times count.
  public var start: GPSTime
  /// The app and the phone, as the log has them, such as `v3.0.6.4 Platform: 14 Model: Pixel 7`.
  public var device: String
  /// The epochs in order of time.
  public var epochs: [GNSSEpoch]
  /// What the phone's own location services said, in order of time.
  public var fixes: [LocationFix]
  /// The accelerometer, in m/s², without the bias that the phone estimates.
  public var accelerometer: [InertialSample]
  /// The gyroscope, in rad/s, without the drift that the phone estimates.
  public var gyroscope: [InertialSample]
  /// The magnetometer, in µT, without the hard iron that the phone estimates.
  public var magnetometer: [InertialSample]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a log, of version 1.4 or later, packed with gzip or not.
  ///
  /// Columns are found by the names in the rows that begin with `#`. Pseudoranges are made from the
  /// receiver's and the satellites' times as Android's documentation of `GnssMeasurement` and the
  /// white paper "Using GNSS raw measurements on Android devices" (GSA, 2017) prescribe, with the
  /// receiver's clock running free between its discontinuities. A GLONASS satellite whose slot the
  /// phone didn't know has its channel + 100 as number, as in the log.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name for messages.
  /// - Returns: Epochs, fixes and sensors, and a report of what was left out.
  /// - Throws: A log without named columns or without any usable row.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> GNSSLoggerRecording {
    try read(bytes, file: file, sensors: nil)
  }

  /// Reads a log, or a table with the same columns whose header begins with `MessageType,`, and a table
  /// of its motion sensors.
  static func read(
    _ bytes: [UInt8], file: String, sensors: (bytes: [UInt8], file: String)?
  ) throws(DocumentError) -> GNSSLoggerRecording {
    var reader = GNSSLoggerReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read(sensors: sensors)
  }
}
