public import Documents
public import Kernel
public import Observations
public import Recordings

/// A receiver's log of NMEA 0183 sentences.
///
/// Reads GGA (position, height, quality), RMC (position, speed, course, date), VTG (speed and course), GSA
/// (satellites used, dilutions of precision), GSV (satellites in view) and GST (error estimates), of any
/// talker (GP, GL, GA, GB, GN …). A sentence may stand anywhere in its line, as in GnssLogger's rows
/// `NMEA,$GPGGA,…*63,1699400577561`. Sentences with the same time of day form one epoch.
///
/// The date comes from RMC or ZDA, also for epochs before the first of them; a time of day that steps
/// back by more than half a day starts the next day. Heights are converted to heights above the ellipsoid
/// if GGA has the geoid height, as it should.
///
/// Repaired and counted: see ``Warning``. Rejected: files without a usable epoch.
public struct NMEARecording: RecordingFormat {
  /// Repaired or skipped data in a file.
  public enum Warning: String, SeriesWarning {
    case badChecksum = "sentences whose checksum is wrong (left out)"
    case noChecksum = "sentences without a checksum, which others have (left out)"
    case unchecked = "sentences without a checksum"
    case badField = "sentences with an unreadable value (left out)"
    case noTime = "position sentences without a time (left out)"
    case noFix = "epochs without a position"
    case estimated = "positions that the receiver has only extrapolated (kept)"
    case dateConflict = "dates that contradict the time of day (the count of days kept)"
    case noDate = "files without a date (started on 1980-01-06)"
    case disorder = "epochs earlier than a previous one (put in order)"
    case repeated = "duplicate sentences in an epoch (the first taken)"
    case gap = "gaps of more than 2.5 of the usual intervals"
    case otherSentence = "sentences of other kinds (not used)"
    case strayText = "lines without a sentence"
  }

  /// A satellite in view.
  public struct Satellite: Hashable, Sendable {
    public var id: SatelliteID
    /// Above the horizon; nil if unknown.
    public var elevationDegrees: Double?
    /// Clockwise from north; nil if unknown.
    public var azimuthDegrees: Double?
    /// Highest C/N0 of its signals, in dB-Hz; nil if not tracked.
    public var strengthDecibelHertz: Double?
  }

  /// The values of all sentences with one time.
  public struct Epoch: Hashable, Sendable {
    /// Since the first epoch.
    public var time: SimTime
    /// Nil without a position.
    public var fix: ReceiverFix?
    /// GGA's quality: 0 none, 1 autonomous, 2 differential, 4 and 5 RTK, 6 estimated; nil without GGA.
    public var quality: Int?
    /// HDOP and VDOP; nil if unknown.
    public var horizontalDilution, verticalDilution: Double?
    /// Satellites in view, sorted by system and number.
    public var satellites: [Satellite]
  }

  /// Time of the first epoch; 1980-01-06 and the time of day for files without a date.
  public var start: GPSTime
  /// In order of time.
  public var epochs: EpochList
  /// Number of sentences, used or not.
  public var sentenceCount: Int
  public var report: ReadingReport<Warning>

  /// In order of time.
  public var fixes: [ReceiverFix] { epochs.compactMap(\.fix) }

  /// Accuracy per unit of dilution, in m, by GGA's quality: 68 % radius at HDOP 1.
  ///
  /// Estimates: 5 m for an autonomous receiver (the sum of a consumer receiver's error budget in open
  /// sky), 2 m with corrections, 0.5 m and 0.03 m for RTK float and fixed.
  public static func metresPerDilution(quality: Int?) -> Double {
    switch quality {
    case 2, 3: 2
    case 4: 0.03
    case 5: 0.5
    case 6: 20
    default: 5
    }
  }

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> NMEARecording {
    var reader = try NMEAReader(unpackedText(text, file: file), file: file)
    return try reader.read()
  }

  /// Returns a recording of a device that recorded only these positions.
  ///
  /// - Parameters:
  ///   - device: Device name.
  ///   - reference: File of a better receiver on the same drive, used as ground truth: its positions and
  ///     heights at its own times, without activity. If one of the two files has no date, the times of day
  ///     are matched within half a day.
  /// - Returns: The recording.
  public func recording(device: String, truth reference: NMEARecording? = nil) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(epochs.lazy.compactMap(\.fix))
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

  /// The start of another file minus this one's, in s; by time of day if one has no date.
  private func secondsLater(_ other: NMEARecording) -> Double {
    let difference = other.start - start
    guard report.count(of: .noDate) + other.report.count(of: .noDate) == 1 else {
      return difference
    }
    // Both files are in UTC, so leap seconds are removed before the days are.
    let leap = Double(LeapSeconds.offset(at: other.start) - LeapSeconds.offset(at: start))
    let plain = difference - leap
    return plain - (plain / 86_400).rounded() * 86_400
  }
}
