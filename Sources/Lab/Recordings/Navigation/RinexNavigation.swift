public import Documents
public import Observations

/// A RINEX navigation file: the broadcast ephemerides of many satellites.
public struct RinexNavigation: RecordingFormat {
  /// A problem in a navigation file: data left out or repaired.
  public enum Warning: String, ReadingWarning {
    case skippedSystem = "messages of systems that aren't used (SBAS, NavIC)"
    case truncatedRecord = "messages cut short"
    case badNumber = "messages with an unreadable number"
    case badEpoch = "messages with an invalid date"
    case badSatellite = "messages of an unknown satellite"
    case invalidOrbit = "messages with an invalid orbit"
    case strayLine = "lines that belong to no message"
    case duplicate = "duplicate messages"
    case secondKind = "Galileo F/NAV messages beside the I/NAV message of the same time"
    case unhealthy = "messages of satellites marked unhealthy (kept)"
    case weekRepaired = "messages whose week contradicts their date (corrected)"
    case epochRounded = "GLONASS messages not at a quarter of an hour (rounded)"
    case channelRepaired = "GLONASS channels written as unsigned numbers (corrected)"
    case leapSecondsRepaired = "wrong leap seconds (corrected by the date)"
    case leapSecondsMissing = "missing leap seconds (derived from the date)"
    case joinedFile = "further headers, of files appended to the first"
  }

  /// The RINEX version, such as 3.05.
  public var version: Double
  /// The ephemerides, with ionosphere coefficients and leap seconds.
  public var ephemerides: BroadcastEphemerides
  /// Counts of data left out or repaired.
  public var report: ReadingReport<Warning>

  /// Reads a RINEX navigation file of version 2 or 3, optionally compressed with gzip.
  ///
  /// It reads GPS, GLONASS, Galileo, BeiDou and QZSS; a QZSS number is its PRN, 193 for `J01`. All times
  /// become GPS time. Messages of unhealthy satellites are kept; ``BroadcastEphemerides`` skips them.
  ///
  /// - Parameters:
  ///   - text: The file's contents.
  ///   - file: Its name, for messages.
  /// - Returns: All usable messages, and a report of the others.
  /// - Throws: ``DocumentError`` for an unsupported version or type, an endless header, or no message.
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> RinexNavigation {
    var reader = RinexNavigationReader(
      text: ColumnText(bytes: try unpackedText(text, file: file).contents(), file: file))
    return try reader.read()
  }

  /// Reads a file's bytes in memory.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> RinexNavigation {
    try read(ByteWindow(bytes), file: file)
  }
}
