import Documents
import Kernel
import Observations
import Recordings
import Truth

/// The truth by a better receiver that went along: a file of NMEA 0183 beside a recording.
struct ReferenceTrack {
  /// Where the device was, at the better receiver's times, with height.
  let truth: [TruthSample]
  /// What a report says of it.
  let note: String

  /// How long before and after a recording its truth is still taken along, to be drawn a line from.
  private static let margin = SimDuration.seconds(2)

  /// What the names of such files have in them: SPAN is NovAtel's receiver with inertial sensors, as
  /// the logs of Google's gps-measurement-tools and of its decimetre challenge have it.
  private static let words = ["span", "ground_truth", "groundtruth", "reference", "truth"]

  /// Finds the best of the reference files in a recording's folder: the one with most of its time.
  ///
  /// - Parameters:
  ///   - own: The recording's own file, where it is of NMEA too.
  ///   - tree: Where the folder is.
  ///   - folder: The folder, with the slash at its end, or empty.
  ///   - start: The moment of the recording's time 0.
  ///   - end: When it ends.
  ///   - isDated: Whether the recording tells its date; else times of day count.
  init?(
    beside own: String?, _ tree: RecordingTree, folder: String, from start: GPSTime,
    until end: SimTime, isDated: Bool = true
  ) {
    var best: (name: String, truth: [TruthSample])?
    for name in tree.names(in: String(folder.dropLast())) where folder + name != own {
      let file = folder + name
      guard Self.isNamed(name), ReplayFormat.hasSentences(RecordingClue(file, in: tree).head),
        let bytes = try? tree.bytes(file),
        let content = try? NMEARecording.read(bytes, file: tree.title(file))
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
    return content.fixes.compactMap { fix in
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

  /// Whether a file is the truth of recordings beside it rather than one itself.
  static func isReference(_ clue: RecordingClue) -> Bool {
    guard isNamed(clue.name), ReplayFormat.hasSentences(clue.head) else { return false }
    let own = String(clue.file.dropFirst(clue.folder.utf8.count))
    return clue.tree.names(in: String(clue.folder.dropLast())).contains { name in
      guard name != own, !isNamed(name) else { return false }
      let other = RecordingClue(clue.folder + name, in: clue.tree)
      return ReplayFormat.hasSentences(other.head) || ReplayFormat.gnssLogger.begins(other)
        || ReplayFormat.rinex.begins(other)
    }
  }
}

extension NMEARecording {
  /// How much later than a moment it begins, in s.
  ///
  /// - Parameters:
  ///   - start: The moment.
  ///   - byDate: Whether the moment's date is known. Where it isn't, or this file has none, the
  ///     times of day count, within half a day.
  /// - Returns: The seconds.
  func secondsLater(than start: GPSTime, byDate: Bool) -> Double {
    let difference = self.start - start
    guard byDate != (report.count(of: .noDate) == 0) else { return difference }
    // Both tell UTC, so that leap seconds must go before the days are taken off.
    let leap = Double(LeapSeconds.offset(at: self.start) - LeapSeconds.offset(at: start))
    let plain = difference - leap
    return plain - (plain / 86_400).rounded() * 86_400
  }
}
