import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Ground truth from a better receiver on the same path: an NMEA 0183 file beside a recording.
struct ReferenceTrack {
  /// Positions and heights at the better receiver's times.
  let truth: [TruthSample]
  /// A note for the report.
  let note: String

  /// Truth is kept this long before and after a recording, for interpolation.
  private static let margin = SimDuration.seconds(2)

  /// Words in the names of such files.
  ///
  /// SPAN is NovAtel's GNSS/INS receiver, used in the logs of Google's gps-measurement-tools and of its
  /// decimetre challenge.
  private static let words = ["span", "ground_truth", "groundtruth", "reference", "truth"]

  /// Finds the reference file in a recording's folder that covers most of its time.
  ///
  /// - Parameters:
  ///   - own: The recording's own file, if it is NMEA too.
  ///   - tree: Source of the files.
  ///   - folder: The folder, with the trailing slash, or empty.
  ///   - start: Time 0 of the recording.
  ///   - end: End of the recording.
  ///   - isDated: True if the recording has a date; otherwise times of day are matched.
  init?(
    beside own: String?, _ tree: RecordingTree, folder: String, from start: GPSTime,
    until end: SimTime, isDated: Bool = true
  ) {
    var best: (name: String, truth: [TruthSample])?
    for name in tree.names(in: String(folder.dropLast())) where folder + name != own {
      let file = folder + name
      guard Self.isNamed(name), ReplayFormat.hasSentences(FileProbe(file, in: tree).head),
        let text = try? tree.open(file),
        let content = try? NMEARecording.read(text, file: tree.title(file))
      else { continue }
      let truth = Self.truth(of: content, since: start, until: end, isDated: isDated)
      if truth.count > best?.truth.count ?? 0 { best = (name, truth) }
    }
    guard let best, let last = best.truth.last else { return nil }
    truth = best.truth + [TruthSample(unknownAt: last.time.next)]
    note = "the truth is the track of the better receiver in \(best.name)"
  }

  private static func truth(
    of content: NMEARecording, since start: GPSTime, until end: SimTime, isDated: Bool
  ) -> [TruthSample] {
    let offset = SimDuration(
      seconds: content.secondsLater(than: start, byDate: isDated))
    return content.epochs.lazy.compactMap(\.fix).compactMap { fix in
      let time = fix.time + offset
      guard time >= .start - margin, time <= end + margin else { return nil }
      var sample = TruthSample.place(fix.coordinate, at: time)
      if let altitude = fix.altitudeMetres {
        sample.altitudeMetres = altitude
        sample.known.insert(.altitude)
      }
      return sample
    }
  }

  private static func isNamed(_ name: String) -> Bool {
    let plain = name.lowercased()
    return words.contains { plain.contains($0) }
  }

  /// True if a file is ground truth for recordings beside it and no recording of its own.
  static func isReference(_ probe: FileProbe) -> Bool {
    guard isNamed(probe.name), ReplayFormat.hasSentences(probe.head) else { return false }
    let own = String(probe.file.dropFirst(probe.folder.utf8.count))
    return probe.tree.names(in: String(probe.folder.dropLast())).contains { name in
      guard name != own, !isNamed(name) else { return false }
      let other = FileProbe(probe.folder + name, in: probe.tree)
      return ReplayFormat.hasSentences(other.head) || ReplayFormat.gnssLogger.begins(other)
        || ReplayFormat.rinex.begins(other)
    }
  }
}

extension NMEARecording {
  /// The start of this file minus another start, in s.
  ///
  /// - Parameters:
  ///   - start: The other start.
  ///   - byDate: True if the date of `start` is known. If it isn't, or this file has no date, times of day
  ///     are matched within half a day.
  /// - Returns: The difference, in s.
  func secondsLater(than start: GPSTime, byDate: Bool) -> Double {
    let difference = self.start - start
    guard byDate != (report.count(of: .noDate) == 0) else { return difference }
    // Both are in UTC, so leap seconds are removed before the days are.
    let leap = Double(LeapSeconds.offset(at: self.start) - LeapSeconds.offset(at: start))
    let plain = difference - leap
    return plain - (plain / 86_400).rounded() * 86_400
  }
}
