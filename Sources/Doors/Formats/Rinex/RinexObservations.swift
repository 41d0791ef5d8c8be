public import Documents
public import Geometry
public import Observations
public import Recordings

/// What a RINEX observation file holds, as far as one frequency goes: epochs of signals near L1.
public struct RinexObservations: RecordingFormat {
  /// What was left out of an observation file, or assumed.
  public enum Remark: String, SeriesRemark {
    case badEpoch = "epochs with an unreadable first line"
    case eventSkipped = "events without observations"
    case disorder = "epochs earlier than the one before (left out)"
    case repeated = "epochs of the same time as the one before (left out)"
    case gap = "gaps of more than 2.5 of the usual intervals"
    case truncatedEpoch = "epochs with fewer satellites than announced"
    case unknownSatellite = "rows of satellites of unknown systems"
    case duplicateSatellite = "satellites given twice in an epoch"
    case noPseudorange = "satellites without a pseudorange near L1"
    case badNumber = "unreadable or cut numbers (taken as missing)"
    case impossibleRange = "impossible pseudoranges"
    case assumedChannel = "GLONASS signals whose channel isn't told (the usual one taken)"
    case unknownChannel = "GLONASS signals whose channel is unknown (left out)"
    case assumedStrength = "signals without C/N0 (the strength digit or 35 dB-Hz taken)"
    case strayLine = "lines that belong to no epoch"
    case changedHeader = "header lines among the epochs"
  }

  /// The version, such as 2.11.
  public var version: Double
  /// When the first epoch was, by the receiver; the epochs' times count from here.
  public var start: GPSTime
  /// The epochs in order of time.
  public var epochs: [GNSSEpoch]
  /// The receiver clock's offset, in s, where an epoch's line has it; one for each epoch.
  public var receiverClockSeconds: [Double?]
  /// The antenna as the header has it, in m; nil where it has zeros or nothing.
  public var approximatePosition: ECEF?
  /// The frequency channels of the GLONASS slots that the header tells.
  public var glonassChannels: [Int: Int]
  /// What was left out or assumed.
  public var report: ReadingReport<Remark>

  /// Reads an observation file of version 2 or 3, packed with gzip or not.
  ///
  /// Of each satellite one signal near L1 is taken: C/A or its like where there is one. Phases and
  /// Doppler shifts become metres. Standard deviations, which RINEX doesn't have, are estimates by
  /// C/N0; that of something not measured is infinite. Times of GLONASS and BeiDou files become GPS
  /// time.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name for messages.
  /// - Returns: The epochs, and a report of what was left out or assumed.
  /// - Throws: A version or a kind of file that isn't read, a header without its end or without
  ///   types of observation, a file without epochs.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> RinexObservations {
    try read(bytes, file: file, glonassChannels: [:])
  }

  /// The same for a file that doesn't tell the frequency channels of GLONASS.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name for messages.
  ///   - glonassChannels: The frequency channels of GLONASS slots, for files that don't tell them;
  ///     without either, the usual plan is taken and counted.
  /// - Returns: The epochs, and a report of what was left out or assumed.
  /// - Throws: A version or a kind of file that isn't read, a header without its end or without
  ///   types of observation, a file without epochs.
  public static func read(
    _ bytes: [UInt8], file: String, glonassChannels: [Int: Int]
  ) throws(DocumentError) -> RinexObservations {
    var reader = RinexObservationReader(
      text: ColumnText(bytes: try unpackedText(bytes, file: file), file: file),
      channels: glonassChannels)
    return try reader.read()
  }
}
