public import Documents
public import Observations

/// What a RINEX navigation file holds: the broadcast messages of many satellites.
public struct RinexNavigation: RecordingFormat {
  /// What was left out of a navigation file, or mended.
  public enum Remark: String, ReadingRemark {
    case skippedSystem = "messages of systems that aren't used (SBAS, NavIC)"
    case truncatedRecord = "messages cut short"
    case badNumber = "messages with an unreadable number"
    case badEpoch = "messages with an impossible date"
    case badSatellite = "messages of an unknown satellite"
    case impossibleOrbit = "messages with an orbit no satellite has"
    case strayLine = "lines that belong to no message"
    case duplicate = "messages given twice"
    case secondKind = "Galileo F/NAV messages beside the I/NAV message of the same time"
    case unhealthy = "messages of satellites that call themselves ill (kept)"
    case weekRepaired = "messages whose week contradicts their date (mended)"
    case epochRounded = "GLONASS messages not at a quarter of an hour (rounded)"
    case channelRepaired = "GLONASS channels written as unsigned numbers (mended)"
    case leapSecondsRepaired = "wrong leap seconds (mended by the date)"
    case leapSecondsMissing = "missing leap seconds (taken by the date)"
    case joinedFile = "further headers, of files joined to the first"
  }

  /// The version, such as 3.05.
  public var version: Double
  /// The messages, with ionosphere and leap seconds.
  public var ephemerides: BroadcastEphemerides
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a navigation file of version 2 or 3, packed with gzip or not.
  ///
  /// GPS, GLONASS, Galileo, BeiDou and QZSS are read; QZSS's number is its PRN, 193 for `J01`. All
  /// times become GPS time. Messages of ill satellites are kept; ``BroadcastEphemerides`` skips them.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name for messages.
  /// - Returns: All messages that could be used, and a report of the rest.
  /// - Throws: A version or a kind of file that isn't read, a header that doesn't end, no message.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> RinexNavigation {
    var reader = RinexNavigationReader(
      text: ColumnText(bytes: try unpackedText(bytes, file: file), file: file))
    return try reader.read()
  }
}
