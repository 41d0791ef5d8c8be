import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Recordings
import Truth

/// A libRSF drive with its true way, which may lie in a file of its own.
struct LibRSFRecording: ReplayContent {
  /// No absolute time is known: the drive is put at the middle of a week.
  private static let start = GPSTime(week: 2000, secondsOfWeek: 302_400)
  /// A still ionosphere's: 5 ns at the zenith by any clock, as no hour of the day is known.
  private static let ionosphere = KlobucharParameters(alpha: .zero, beta: .zero)

  let drive: LibRSFDrive
  let truthFile: String?
  let places: [LibRSFDrive.Place]

  static func read(_ draft: ReplayDraft) throws -> LibRSFRecording {
    let drive: LibRSFDrive = try draft.read(draft.file)
    guard drive.places.isEmpty, let file = truthFile(of: draft.file, in: draft.tree) else {
      return LibRSFRecording(drive: drive, truthFile: nil, places: drive.places)
    }
    let truth: LibRSFDrive = try draft.read(file)
    return LibRSFRecording(drive: drive, truthFile: file, places: truth.places)
  }

  /// The file of true places beside a drive's: named alike (`X_Input.txt`, `X_GT.txt`), else the only one.
  private static func truthFile(of file: String, in tree: RecordingTree) -> String? {
    let folder = ReplayFormat.folder(of: file)
    let names = tree.names(in: String(folder.dropLast())).filter {
      folder + $0 != file && isTruth(tree.head(folder + $0))
    }
    let own = RecordingClue.plain(String(file.dropFirst(folder.utf8.count)))
    let alike = names.first {
      RecordingClue.plain($0).replacing("GT", with: "Input") == own
    }
    return (alike ?? (names.count == 1 ? names.first : nil)).map { folder + $0 }
  }

  /// Whether a file begins with true places.
  static func isTruth(_ head: [UInt8]) -> Bool { head.starts(with: Array("point3 ".utf8)) }

  func fill(_ draft: inout ReplayDraft) {
    draft.remarks.add(drive.report)
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
      "no date is known: time 0 is put at the middle of a week",
      "atmosphere, which the data set had taken off, is put back by model",
      truthFile.map { "the true way of \($0)" }
        ?? (places.isEmpty
          ? "no file of true places beside it" : "the true way of the file itself"),
    ]
  }

  private func sample(_ place: Geodetic, at time: SimTime) -> TruthSample {
    var sample = TruthSample.place(
      Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      at: time)
    sample.altitudeMetres = place.altitudeMetres
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
      arcs[range.satellite, default: []].append(
        ArcPoint(secondsOfWeek: sent, position: range.satellitePosition))
    }
    var worst = 0.0
    var short = 0
    for satellite in arcs.keys.sorted() {
      guard
        let fit = ArcOrbit.message(
          of: satellite, through: arcs[satellite] ?? [], week: Self.start.week),
        fit.missMetres < 100
      else {
        short += 1
        continue
      }
      worst = max(worst, fit.missMetres)
      draft.assembly.add(.ephemeris(fit.message), at: .start)
    }
    let count = arcs.count - short
    draft.notes.append(
      "orbits of \(count) satellites through the places told of them, which they miss by "
        + "\((worst * 1000).rounded() / 1000) m at most"
        + (short > 0 ? "; \(short) were seen too briefly to know theirs" : ""))
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

  /// Below the first satellites, on the ground: near enough for an atmosphere.
  private var roughPlace: Vec3? {
    let sum = drive.ranges.prefix(20).reduce(Vec3.zero) { $0 + $1.satellitePosition }
    return sum.length > 0 ? sum * (6.371e6 / sum.length) : nil
  }

  private func measurement(
    _ range: LibRSFDrive.Range, _ place: Geodetic, _ frame: LocalFrame
  ) -> GNSSMeasurement {
    let isGlonass = range.satellite.constellation == .glonass
    let frequency = isGlonass ? CarrierFrequency.g1 : CarrierFrequency.l1
    let way = frame.enu(ofVector: range.satellitePosition - frame.ecef(of: .zero))
    let elevation = asin(max(-1, min(1, way.z / way.length)))
    let delay =
      Troposphere.delayMetres(at: place, elevation: elevation)
      + Self.ionosphere.delayMetres(
        at: place, azimuth: atan2(way.x, way.y), elevation: elevation,
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
  /// A drive of libRSF, with the true way beside it.
  static let libRSF = ReplayFormat(
    "librsf", "libRSF: lines of pseudorange3 and point3, as of the smartLoc drives",
    of: LibRSFRecording.self,
    begins: { clue in
      guard !LibRSFRecording.isTruth(Array(clue.head.utf8.prefix(8))) else { return false }
      return ["pseudorange3 ", "odom3 "].contains {
        clue.head.hasPrefix($0) || clue.head.contains("\n" + $0)
      }
    }
  ).with(
    beside: { LibRSFRecording.isTruth(Array($0.head.utf8.prefix(8))) },
    alone: { tree, file in
      guard LibRSFRecording.isTruth(tree.head(file, count: 8)) else { return nil }
      return "has the true places of a drive, which are read beside its ranges; alone they are "
        + "no recording"
    })
}
