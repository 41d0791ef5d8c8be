import Geometry
import Maps

/// How unsure a map is of walks that it leaves out, beside how unsure it says it is.
///
/// What is likeliest of the kinds of shadows is so for readings that lie near each other. Away from
/// what was surveyed it may be far too sure, and walks that the map never saw tell by how much.
struct LeftOutWalks {
  /// What walks left out say.
  struct Finding: Hashable, Sendable {
    /// How far a single reading is from the mean there, one standard deviation in dB.
    var noise: Double
    /// By what the variance of the mean is greater than the map says.
    var growth: Double
  }

  /// How many scans are tried at most, and the fewest that say something.
  private static let most = 200
  private static let fewest = 24
  /// Of a scan, the most senders, the strongest first, and the fewest: what all have in common is how
  /// well a phone hears, which a locator learns.
  private static let senders = 12
  private static let fewestSenders = 3
  /// With fewer walks what was heard within so many metres is left out in a walk's place.
  private static let fewestWalks = 3
  private static let leftOutMetres = 4.0
  /// How many times as much as the median a square counts at most: some senders were moved.
  private static let mostSquare = 20.0
  /// Between which bounds the variance may grow.
  private static let growths = 1.0...6.0
  /// Between which shares of what is likeliest the noise may lie: other phones and other days add to it,
  /// so that it never is less.
  private static let noises = 1.0...2.0

  private let notes: SurveyNotes
  private let squares: SurveySquares
  private let bySender: [[Int32]]
  private let walkCount: Int

  /// Takes a survey.
  ///
  /// - Parameters:
  ///   - notes: What surveyors brought home.
  ///   - squares: The same by squares.
  ///   - bySender: Where each sender's readings are.
  init(_ notes: SurveyNotes, _ squares: SurveySquares, by bySender: [[Int32]]) {
    (self.notes, self.squares, self.bySender) = (notes, squares, bySender)
    walkCount = Set(notes.stops.map(\.walk)).count
  }

  /// What walks left out say of access points or of beacons; as it is where too few were left out to tell.
  ///
  /// - Parameters:
  ///   - isForBeacons: Whether it is about beacons.
  ///   - kind: The kind of shadows that is likeliest.
  /// - Returns: The noise and by what doubts grow.
  func finding(forBeacons isForBeacons: Bool, _ kind: ShadowProcess.Kind) -> Finding {
    let residuals = residuals(forBeacons: isForBeacons, kind)
    guard residuals.count >= Self.fewest * Self.fewestSenders else {
      return Finding(noise: kind.noise, growth: 1)
    }
    let usual = residuals.map(\.square).sorted()[residuals.count / 2]
    let low = Self.mean(residuals.prefix(residuals.count / 2), usual: usual)
    let high = Self.mean(residuals.suffix(residuals.count / 2), usual: usual)
    guard high.doubt > low.doubt else { return Finding(noise: kind.noise, growth: 1) }
    // A line through both halves: what is left where the map is sure is noise.
    let slope = ((high.square - low.square) / (high.doubt - low.doubt)).kept(in: Self.growths)
    let unexplained = max(0, low.square - slope * low.doubt - RadioMap.bodyVariance).squareRoot()
    let noise = kind.noise * (unexplained / kind.noise).kept(in: Self.noises)
    let beyond = high.square - noise * noise - RadioMap.bodyVariance
    return Finding(noise: noise, growth: (beyond / high.doubt).kept(in: Self.growths))
  }

  /// What readings of walks left out say, the surest first.
  private func residuals(forBeacons isForBeacons: Bool, _ kind: ShadowProcess.Kind) -> [Residual] {
    let scans = notes.scans.filter { scan in
      notes.readings[scan].count { isBeacon($0) == isForBeacons } >= Self.fewestSenders
    }
    guard scans.count >= Self.fewest else { return [] }
    let count = min(Self.most, scans.count)
    return (0..<count).flatMap { number in
      residuals(
        of: notes.readings[scans[number * scans.count / count]].filter {
          isBeacon($0) == isForBeacons
        }, kind)
    }.sorted { ($0.doubt, $0.square) < ($1.doubt, $1.square) }
  }

  private func sender(_ reading: SurveyNotes.Reading) -> RadioMap.Sender {
    notes.senders[Int(reading.sender)]
  }

  private func isBeacon(_ reading: SurveyNotes.Reading) -> Bool { sender(reading).isBeacon }

  private static func mean(_ residuals: ArraySlice<Residual>, usual: Double) -> Residual {
    let sum = residuals.reduce(Residual(square: 0, doubt: 0)) {
      Residual(square: $0.square + min($1.square, mostSquare * usual), doubt: $0.doubt + $1.doubt)
    }
    return Residual(
      square: sum.square / Double(residuals.count), doubt: sum.doubt / Double(residuals.count))
  }

  /// A reading of a walk left out: the square of its difference to what is expected, less what its scan
  /// has in common, and the variance that the map expects of its mean, both in dB².
  private struct Residual {
    var square, doubt: Double
  }

  private func residuals(of scan: [SurveyNotes.Reading], _ kind: ShadowProcess.Kind) -> [Residual] {
    let strongest = scan.sorted { ($0.level, sender($1)) > ($1.level, sender($0)) }
      .prefix(Self.senders)
    let found = strongest.compactMap { reading in
      predict(reading, kind).map { (residual: reading.level - $0.level, doubt: $0.variance) }
    }
    guard found.count >= Self.fewestSenders else { return [] }
    let mean = found.reduce(0) { $0 + $1.residual } / Double(found.count)
    let free = Double(found.count) / Double(found.count - 1)
    return found.map {
      Residual(square: ($0.residual - mean) * ($0.residual - mean) * free, doubt: $0.doubt)
    }
  }

  /// What a survey without a reading's walk expects of its sender; nil where nothing is left.
  private func predict(
    _ reading: SurveyNotes.Reading, _ kind: ShadowProcess.Kind
  ) -> (level: Double, variance: Double)? {
    let here = reading.point
    let byWalk = walkCount >= Self.fewestWalks
    let kept = bySender[Int(reading.sender)].lazy.map { notes.readings[Int($0)] }.filter {
      $0.storey == reading.storey
        && (byWalk
          ? $0.walk != reading.walk : $0.point.distance(to: here) > Self.leftOutMetres)
    }
    guard kept.count >= 2 else { return nil }
    let isBeacon = isBeacon(reading)
    let points = squares.points(
      of: kept, isBeacon: isBeacon, on: Int(reading.storey),
      without: byWalk ? Int(reading.walk) : nil
    ).filter { byWalk || $0.point.distance(to: here) > Self.leftOutMetres }
    let decay = SignalDecay(points)
    let known = points.map { $0.known(beside: decay, kind, isBeacon: isBeacon) }
    var process = ShadowProcess(kind: kind, points: known)
    return process.predict(at: [here]).first.map {
      (decay.level(at: here) + $0.rest, $0.variance)
    }
  }
}

extension Double {
  /// The nearest number of a range.
  fileprivate func kept(in range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
