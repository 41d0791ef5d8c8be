import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Recordings
import Truth

/// A libRSF drive with its true track, which may be in a separate file.
struct LibRSFRecording: ReplayContent {
  /// The absolute time is unknown: the drive is placed at the middle of a week.
  private static let start = GPSTime(week: 2000, secondsOfWeek: 302_400)
  /// Klobuchar model of a quiet ionosphere: 5 ns at the zenith at any time, because the hour is unknown.
  private static let ionosphere = KlobucharParameters(alpha: .zero, beta: .zero)

  let drive: LibRSFDrive
  let truthFile: String?
  let places: [LibRSFDrive.TruePosition]

  static func read(_ draft: ReplayDraft) throws -> LibRSFRecording {
    let reported: LibRSFDrive = try draft.read(draft.file)
    // Timestamps with an unknown epoch are shifted to start at 0.
    let first = reported.ranges.first?.time ?? .start
    let origin = first > SimTime(seconds: 86_400) ? first : .start
    let drive = reported.counted(from: origin)
    guard drive.places.isEmpty, let file = truthFile(of: draft.file, in: draft.tree) else {
      return LibRSFRecording(drive: drive, truthFile: nil, places: drive.places)
    }
    let truth: LibRSFDrive = try draft.read(file)
    return LibRSFRecording(
      drive: drive, truthFile: file, places: truth.counted(from: origin).places)
  }

  /// The ground truth file of a drive: of the same name (`X_Input.txt`, `X_GT.txt`), or the only one.
  private static func truthFile(of file: String, in tree: RecordingTree) -> String? {
    let folder = ReplayFormat.folder(of: file)
    let names = tree.names(in: String(folder.dropLast())).filter {
      folder + $0 != file && isTruth(FileProbe(folder + $0, in: tree))
    }
    let own = subject(of: file.dropFirst(folder.utf8.count))
    let alike = names.first { subject(of: $0[...]) == own }
    return (alike ?? (names.count == 1 ? names.first : nil)).map { folder + $0 }
  }

  /// The words of a file name that identify the drive.
  private static func subject(of name: Substring) -> [Substring] {
    let words = FileProbe.plain(name.lowercased()).split { !$0.isLetter && !$0.isNumber }
    return words.filter { !["data", "input", "gt", "web", "txt"].contains($0) }
  }

  /// True if a file has true positions and no ranges.
  static func isTruth(_ probe: FileProbe) -> Bool {
    LibRSFDrive.placeKinds.contains { probe.head.hasPrefix($0) } && !hasRanges(probe)
  }

  /// True if a file in libRSF's format has ranges to satellites, which may begin late in the file.
  static func hasRanges(_ probe: FileProbe) -> Bool {
    let kind = probe.head.prefix { $0 != " " && !$0.isNewline }
    guard ["pseudorange3", "range3", "odom3", "imu", "point3", "gt3", "#"].contains(kind) else {
      return false
    }
    func isThere(_ text: String) -> Bool {
      LibRSFDrive.rangeKinds.contains { text.hasPrefix($0) || text.contains("\n" + $0) }
    }
    if isThere(probe.head) { return true }
    // Rows are sorted by kind: the ranges may begin after thousands of other rows.
    let marks = LibRSFDrive.rangeKinds.map { Array($0.utf8) }
    let bytes = probe.tree.head(probe.file, count: 1 << 26)
    var start = 0
    while start < bytes.count {
      let first = bytes[start]
      if marks.contains(where: { $0.first == first && bytes[start...].starts(with: $0) }) {
        return true
      }
      // A CR does not end a row.
      repeat {
        start = endOfLine(bytes.span, from: start) + 1
      } while start <= bytes.count && bytes[start - 1] != UInt8(ascii: "\n")
    }
    return false
  }

  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(drive.report)
    draft.assembly.gpsStart = Self.start
    addMessages(to: &draft)
    addEpochs(to: &draft)
    for place in places {
      guard let geodetic = try? Geodetic(ecef: place.position) else { continue }
      draft.assembly.add(sample(geodetic, at: place.time))
    }
    draft.closeTruth()
    draft.settings = ["signals.gnss.receiver=module", "placement=roof"]
    draft.notes += [
      "the date is unknown: time 0 is placed at the middle of a week",
      "atmospheric delays, which the data set had removed, are added again by a model",
      truthFile.map { "the truth is the track of \($0)" }
        ?? (places.isEmpty
          ? "no file of true positions beside it" : "the truth is the track of the file itself"),
    ]
  }

  private func sample(_ position: Geodetic, at time: SimTime) -> TruthSample {
    var sample = TruthSample.place(
      Coordinate(
        latitudeDegrees: position.latitudeDegrees, longitudeDegrees: position.longitudeDegrees),
      at: time)
    sample.altitudeMetres = position.altitudeMetres
    sample.known.insert(.altitude)
    if drive.hasOdometer {
      sample.activity = .automotive
      sample.known.insert(.activity)
    }
    return sample
  }

  // MARK: Satellites

  private func addMessages(to draft: inout ReplayDraft) {
    draft.assembly.add(.ephemeris(.ionosphere(Self.ionosphere)), at: .start)
    var arcs: [SatelliteID: [ArcPoint]] = [:]
    for range in drive.ranges {
      let sent =
        Self.start.secondsOfWeek + range.time.seconds
        - range.metres / KeplerEphemeris.speedOfLight
      // The ranges are already corrected by the satellite clock and its relativistic term, so that an orbit
      // with a clock of 0 is what they belong to.
      arcs[range.satellite, default: []].append(
        ArcPoint(secondsOfWeek: sent, position: range.satellitePosition, clockSeconds: 0))
    }
    if let last = drive.ranges.last { draft.assembly.extend(to: last.time) }
    let made = ArcOrbit.messages(through: arcs, week: Self.start.week)
    draft.assembly.deliver(made.ephemerides, from: Self.start)
    draft.notes.append(
      "orbits of \(arcs.count - made.short) satellites are fitted to their positions, with errors of at most "
        + "\((made.missMetres * 1000).rounded() / 1000) m"
        + (made.short > 0 ? "; \(made.short) were received too briefly for an orbit" : ""))
  }

  private func addEpochs(to draft: inout ReplayDraft) {
    guard let first = places.first?.position ?? roughPlace,
      let place = try? Geodetic(ecef: first)
    else { return }
    let frame = LocalFrame(origin: place)
    var epoch: GNSSEpoch?
    for range in drive.ranges {
      if epoch?.time != range.time {
        if let epoch { draft.assembly.add([epoch]) }
        epoch = GNSSEpoch(
          time: range.time, gpsWeek: Self.start.week,
          secondsOfWeek: Self.start.secondsOfWeek + range.time.seconds, measurements: [])
      }
      epoch?.measurements.append(measurement(range, place, frame))
    }
    if let epoch { draft.assembly.add([epoch]) }
  }

  /// The point on the ground below the first satellites; accurate enough for the atmosphere.
  private var roughPlace: Vec3? {
    let sum = drive.ranges.prefix(20).reduce(Vec3.zero) { $0 + $1.satellitePosition }
    return sum.length > 0 ? sum * (6.371e6 / sum.length) : nil
  }

  private func measurement(
    _ range: LibRSFDrive.SatelliteRange, _ position: Geodetic, _ frame: LocalFrame
  ) -> GNSSMeasurement {
    let isGlonass = range.satellite.constellation == .glonass
    let frequency = CarrierFrequency.l1(of: range.satellite.constellation)
    let way = frame.enu(ofVector: range.satellitePosition - frame.ecef(of: .zero))
    let elevation = asin(max(-1, min(1, way.z / way.length)))
    let delay =
      Troposphere.delayMetres(at: position, elevation: elevation)
      + Self.ionosphere.delayMetres(
        at: position, azimuth: atan2(way.x, way.y), elevation: elevation,
        secondsOfWeek: Self.start.secondsOfWeek, frequency: frequency)
    return GNSSMeasurement(
      satellite: range.satellite, carrierFrequencyHertz: frequency,
      pseudorangeMetres: range.metres + delay, pseudorangeSigmaMetres: range.sigmaMetres,
      pseudorangeRateMetresPerSecond: 0, pseudorangeRateSigmaMetresPerSecond: .infinity,
      accumulatedDeltaRangeMetres: 0, accumulatedDeltaRangeSigmaMetres: .infinity,
      accumulatedDeltaRangeState: [],
      carrierToNoiseDecibelHertz: range.carrierToNoiseDecibelHertz,
      state: [.codeLock, isGlonass ? .glonassTimeOfDayDecoded : .timeOfWeekDecoded])
  }
}

extension ReplayFormat {
  /// A libRSF drive, with the true track beside it.
  static let libRSF = ReplayFormat(
    "librsf", "libRSF: lines of pseudorange3 and point3, as of the smartLoc drives",
    of: LibRSFRecording.self,
    begins: LibRSFRecording.hasRanges
  ).with(
    beside: LibRSFRecording.isTruth,
    alone: { tree, file in
      guard LibRSFRecording.isTruth(FileProbe(file, in: tree)) else { return nil }
      return
        "has the true positions of a drive, which are read with its ranges beside it; alone it is "
        + "not a recording"
    })
}
