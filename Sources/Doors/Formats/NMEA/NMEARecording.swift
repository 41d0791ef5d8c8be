public import Documents
public import Kernel
public import Observations
public import Recordings

/// What a satellite receiver told in sentences of NMEA 0183, line by line.
///
/// Read are GGA (position, height, quality), RMC (position, speed, course, date), VTG (speed and
/// course), GSA (which satellites take part, dilutions), GSV (satellites in view) and GST (error
/// estimates), of any talker (GP, GL, GA, GB, GN …). A sentence may stand anywhere in its line, as in
/// GnssLogger's rows `NMEA,$GPGGA,…*63,1699400577561`. Sentences of one time of day are one epoch.
///
/// The date comes from RMC or ZDA, also for epochs before the first of them; a time of day that goes
/// back by more than half a day begins the next day. Heights become heights above the ellipsoid
/// where GGA tells the geoid's, as it should.
///
/// Mended and counted: see ``Remark``. Refused: files without a single usable epoch.
public struct NMEARecording: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case badChecksum = "sentences whose checksum is wrong (left out)"
    case noChecksum = "sentences without a checksum (left out if others have one)"
    case badField = "sentences with an unreadable value (left out)"
    case noTime = "position sentences without a time (left out)"
    case noFix = "epochs without a position"
    case estimated = "positions that the receiver has only extrapolated (kept)"
    case dateConflict = "dates that contradict the time of day (the count of days kept)"
    case noDate = "files without a date (begun on 1980-01-06)"
    case disorder = "epochs earlier than one before (put in order)"
    case repeated = "sentences given twice in an epoch (the first taken)"
    case gap = "gaps of more than 2.5 of the usual intervals"
    case otherSentence = "sentences of other kinds (not used)"
    case strayText = "lines without a sentence"
  }

  /// A satellite in view.
  public struct Satellite: Hashable, Sendable {
    /// Which.
    public var id: SatelliteID
    /// Above the horizon, in degrees; nil where not told.
    public var elevationDegrees: Double?
    /// From north, in degrees; nil where not told.
    public var azimuthDegrees: Double?
    /// The best C/N0 of its signals, in dB-Hz; nil when not tracked.
    public var strengthDecibelHertz: Double?
  }

  /// What was told of one moment.
  public struct Epoch: Hashable, Sendable {
    /// Since the first epoch.
    public var time: SimTime
    /// The position; nil when the receiver had none.
    public var fix: ReceiverFix?
    /// GGA's quality: 0 none, 1 autonomous, 2 differential, 4 and 5 RTK, 6 estimated; nil without GGA.
    public var quality: Int?
    /// The dilution of precision horizontally and vertically, where told.
    public var horizontalDilution, verticalDilution: Double?
    /// The satellites in view, by system and number.
    public var satellites: [Satellite]
  }

  /// When the first epoch was; 1980-01-06 and the time of day for files without a date.
  public var start: GPSTime
  /// The epochs in order of time.
  public var epochs: [Epoch]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// The positions in order of time.
  public var fixes: [ReceiverFix] { epochs.compactMap(\.fix) }

  /// How far, in m, a dilution of 1 means, by GGA's quality: 68 % radius per unit of HDOP.
  ///
  /// Estimates: 5 m for an autonomous receiver (the sum of a consumer's error budget in open sky),
  /// 2 m with corrections, 0.5 m and 0.03 m for RTK floating and fixed.
  public static func metresPerDilution(quality: Int?) -> Double {
    switch quality {
    case 2, 3: 2
    case 4: 0.03
    case 5: 0.5
    case 6: 20
    default: 5
    }
  }

  /// Reads a file: the epochs, and a report of what was left out or mended.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> NMEARecording {
    var reader = NMEAReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }

  /// The positions as a recording of a device that had nothing else.
  ///
  /// - Parameters:
  ///   - device: Its name.
  ///   - reference: A better receiver's file of the same drive, which counts as the truth: its
  ///     positions at its own times, with height; what the person does isn't known. Where one of
  ///     the two has no date, the times of day count, within half a day.
  /// - Returns: The recording.
  public func recording(device: String, truth reference: NMEARecording? = nil) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(fixes)
    let end = epochs.last?.time ?? .start
    if let reference {
      let offset = SimDuration(seconds: secondsLater(reference))
      for fix in reference.fixes where fix.time + offset >= .start && fix.time + offset <= end {
        assembly.add(
          .partial(
            time: fix.time + offset, coordinate: fix.coordinate, altitudeMetres: fix.altitudeMetres)
        )
      }
    }
    return assembly.recording(device: device, source: "NMEA 0183", start: start, endTime: end)
  }

  /// How much later another file begins, in s; by the time of day where one has no date.
  private func secondsLater(_ other: NMEARecording) -> Double {
    let difference = other.start - start
    guard report.count(of: .noDate) + other.report.count(of: .noDate) == 1 else {
      return difference
    }
    // UTC is told in either, so that leap seconds must go before the days are taken off.
    let leap = Double(LeapSeconds.offset(at: other.start) - LeapSeconds.offset(at: start))
    let plain = difference - leap
    return plain - (plain / 86_400).rounded() * 86_400
  }
}
