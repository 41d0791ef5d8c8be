public import Documents
public import Observations
public import Recordings

/// A log of Android's GnssLogger app: raw GNSS measurements, fixes and motion sensors.
public struct GNSSLoggerRecording: RecordingFormat {
  /// Repaired or skipped data in a log.
  public enum Warning: String, SeriesWarning {
    case badRawRow = "Raw rows cut short or with an unreadable number"
    case noClock = "Raw rows before the receiver had the time"
    case unknownSystem = "signals of systems that aren't used"
    case otherBand = "signals of other bands than L1"
    case noCodeLock = "signals without code lock"
    case ambiguous = "signals whose time of transmission is known only modulo some code"
    case invalidRange = "invalid pseudoranges"
    case duplicate = "duplicate signals in an epoch"
    case extraFields = "rows with more fields than their header names, which aren't used"
    case disorder = "epochs earlier than the previous one (left out)"
    case repeated = "epochs of the same time as the previous one (left out)"
    case gap = "gaps of more than 2.5 of the epochs' usual interval"
    case clockStep = "steps of the receiver's clock of more than 1 ms"
    case badFixRow = "Fix rows cut short or with an unreadable number"
    case badInertialRow = "sensor rows cut short or with an unreadable number"
    case inertialDisorder = "sensor rows not later than the previous one (left out)"
    case inertialGap = "gaps of more than 0.5 s in a sensor"
  }

  /// Origin of all times.
  public var start: GPSTime
  /// App and phone as named in the log, such as `v3.0.6.4 Platform: 14 Model: Pixel 7`.
  public var device: String
  /// In order of time.
  public var epochs: [GNSSEpoch]
  /// Fixes of the phone's own location services, in order of time.
  public var fixes: [LocationFix]
  /// In m/s², without the bias estimated by the phone.
  public var accelerometer: [InertialSample]
  /// In rad/s, without the bias estimated by the phone.
  public var gyroscope: [InertialSample]
  /// In µT, without the hard-iron bias estimated by the phone.
  public var magnetometer: [InertialSample]
  public var report: ReadingReport<Warning>

  /// Reads a log of version 1.4 or later, gzipped or not.
  ///
  /// Columns are found by the names in the rows that begin with `#`. Pseudoranges are computed from the
  /// receiver's and the satellites' times as described in Android's documentation of `GnssMeasurement` and
  /// in the white paper "Using GNSS raw measurements on Android devices" (GSA, 2017); the receiver's clock
  /// runs free between its discontinuities. A GLONASS satellite of unknown slot has its channel + 100 as
  /// number, as in the log.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - file: Name in messages.
  /// - Returns: Epochs, fixes and sensors, with a report of skipped rows.
  /// - Throws: An error for a log without named columns or without a usable row.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> GNSSLoggerRecording {
    try read(text, file: file, sensors: nil)
  }

  /// Reads a log, or a table with the log's columns whose header begins with `MessageType,`, and an optional
  /// table of motion sensors.
  static func read(
    _ text: ByteWindow, file: String, sensors: (text: ByteWindow, file: String)?
  ) throws(DocumentError) -> GNSSLoggerRecording {
    var reader = GNSSLoggerReader(try unpackedText(text, file: file), file: file)
    return try reader.read(sensors: sensors)
  }
}
