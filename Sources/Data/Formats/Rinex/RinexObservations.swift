public import Documents
public import Geometry
public import Observations
public import Recordings

/// The observations of a RINEX file near one frequency: epochs of signals near L1.
public struct RinexObservations: RecordingFormat {
  /// Skipped or assumed data in an observation file.
  public enum Warning: String, SeriesWarning {
    case badEpoch = "epochs with an unreadable first line"
    case eventSkipped = "events without observations"
    case disorder = "epochs earlier than the previous one (left out)"
    case repeated = "epochs of the same time as the previous one (left out)"
    case gap = "gaps of more than 2.5 of the usual intervals"
    case truncatedEpoch = "epochs with fewer satellites than announced"
    case unknownSatellite = "rows of satellites of unknown systems"
    case duplicateSatellite = "duplicate satellites in an epoch"
    case noPseudorange = "satellites without a pseudorange near L1"
    case badNumber = "unreadable or cut numbers (taken as missing)"
    case invalidRange = "invalid pseudoranges"
    case assumedChannel = "GLONASS signals whose channel isn't given (the usual one taken)"
    case unknownChannel = "GLONASS signals whose channel is unknown (left out)"
    case assumedStrength = "signals without C/N0 (the strength digit or 35 dB-Hz taken)"
    case strayLine = "lines that belong to no epoch"
    case changedHeader = "header lines among the epochs"
  }

  /// RINEX version, such as 2.11.
  public var version: Double
  /// Time of the first epoch by the receiver; origin of the epochs' times.
  public var start: GPSTime
  /// In order of time.
  public var epochs: [GNSSEpoch]
  /// Receiver clock offset of each epoch, in s; nil if the epoch has none.
  public var receiverClockSeconds: [Double?]
  /// Antenna position in the header, ECEF, in m; nil if zero or missing.
  public var approximatePosition: ECEF?
  /// GLONASS frequency channels by slot, from the header.
  public var glonassChannels: [Int: Int]
  public var report: ReadingReport<Warning>

  /// Reads an observation file of version 2 or 3, gzipped or not.
  ///
  /// One signal near L1 is used of each satellite: C/A or an equivalent if available. Phases and Doppler
  /// shifts are converted to metres. RINEX has no standard deviations; they are estimated from C/N0, and
  /// infinite for missing values. Times of GLONASS and BeiDou files are converted to GPS time.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - file: Name in messages.
  /// - Returns: The epochs, with a report of skipped or assumed data.
  /// - Throws: An error for an unsupported version or file type, a header without an end or without
  ///   observation types, a file without epochs.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> RinexObservations {
    try read(text, file: file, glonassChannels: [:])
  }

  /// Reads an observation file that may lack the GLONASS frequency channels.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - file: Name in messages.
  ///   - glonassChannels: Channels by slot, for files that lack them; without either, the usual channels
  ///     are assumed and counted.
  /// - Returns: The epochs, with a report of skipped or assumed data.
  /// - Throws: An error for an unsupported version or file type, a header without an end or without
  ///   observation types, a file without epochs.
  public static func read(
    _ text: ByteWindow, file: String, glonassChannels: [Int: Int]
  ) throws(DocumentError) -> RinexObservations {
    var reader = RinexObservationReader(
      text: ColumnText(bytes: try unpackedText(text, file: file).contents(), file: file),
      channels: glonassChannels)
    return try reader.read()
  }
}
