import Geometry
import Maps

/// Cross-validation of a radio map by left-out walks: measurement noise, and growth of the map's variance.
///
/// The max-likelihood hyperparameters hold for readings near each other. Away from surveyed points the map
/// may be overconfident; walks that it hasn't seen show by how much.
struct LeftOutWalks {
  /// The result of the cross-validation.
  struct NoiseEstimate: Hashable, Sendable {
    /// Sigma of a single reading about the mean, in dB.
    var noise: Double
    /// Factor by which the variance of the mean exceeds the map's.
    var growth: Double
  }

  /// Max number of scans tested, and min number for a result.
  private static let maximum = 200
  private static let minimum = 24
  /// Max number of senders per scan, strongest first, and min number: their common offset is the receiver
  /// bias, which a locator estimates.
  private static let senders = 12
  private static let minSenders = 3
  /// With fewer walks, readings within this radius are left out instead of a walk, in m.
  private static let minWalks = 3
  private static let leftOutMetres = 4.0
  /// Max squared residual, as a multiple of the median: some senders were moved.
  private static let maxSquare = 20.0
  /// Allowed growth of the variance.
  private static let growths = 1.0...6.0
  /// Allowed ratio of the noise to its max-likelihood value; at least 1, because other phones and days add to
  /// it.
  private static let noises = 1.0...2.0

  private let notes: SurveyNotes
  private let squares: SurveySquares
  private let bySender: [[Int32]]
  private let walkCount: Int

  /// Prepares a cross-validation.
  ///
  /// - Parameters:
  ///   - notes: The survey's raw data.
  ///   - squares: The data by squares.
  ///   - bySender: Indices of each sender's readings.
  init(_ notes: SurveyNotes, _ squares: SurveySquares, by bySender: [[Int32]]) {
    (self.notes, self.squares, self.bySender) = (notes, squares, bySender)
    walkCount = Set(notes.stops.map(\.walk)).count
  }

  /// Noise and variance growth for access points or beacons; the likeliest noise and 1 if there are too few
  /// data.
  ///
  /// - Parameters:
  ///   - isForBeacons: True for beacons.
  ///   - kind: The max-likelihood kind of process.
  /// - Returns: The noise and the growth of the variance.
  func finding(
    forBeacons isForBeacons: Bool, _ kind: ShadowProcess.Hyperparameters
  ) -> NoiseEstimate {
    let residuals = residuals(forBeacons: isForBeacons, kind)
    guard residuals.count >= Self.minimum * Self.minSenders else {
      return NoiseEstimate(noise: kind.noise, growth: 1)
    }
    let usual = residuals.map(\.square).sorted()[residuals.count / 2]
    let low = Self.mean(residuals.prefix(residuals.count / 2), usual: usual)
    let high = Self.mean(residuals.suffix(residuals.count / 2), usual: usual)
    guard high.sigma > low.sigma else { return NoiseEstimate(noise: kind.noise, growth: 1) }
    // A line through the means of both halves: the residual where the map's variance is zero is noise.
    let slope = ((high.square - low.square) / (high.sigma - low.sigma)).kept(in: Self.growths)
    let unexplained = max(0, low.square - slope * low.sigma - RadioMap.bodyVariance).squareRoot()
    let noise = kind.noise * (unexplained / kind.noise).kept(in: Self.noises)
    let beyond = high.square - noise * noise - RadioMap.bodyVariance
    return NoiseEstimate(noise: noise, growth: (beyond / high.sigma).kept(in: Self.growths))
  }

  /// Residuals of left-out readings, lowest predicted variance first.
  private func residuals(
    forBeacons isForBeacons: Bool, _ kind: ShadowProcess.Hyperparameters
  ) -> [SquaredResidual] {
    let scans = notes.scans.filter { scan in
      notes.readings[scan].count { isBeacon($0) == isForBeacons } >= Self.minSenders
    }
    guard scans.count >= Self.minimum else { return [] }
    let count = min(Self.maximum, scans.count)
    return (0..<count).flatMap { number in
      residuals(
        of: notes.readings[scans[number * scans.count / count]].filter {
          isBeacon($0) == isForBeacons
        }, kind)
    }.sorted { ($0.sigma, $0.square) < ($1.sigma, $1.square) }
  }

  private func sender(_ reading: SurveyNotes.SignalReading) -> RadioMap.Sender {
    notes.senders[Int(reading.sender)]
  }

  private func isBeacon(_ reading: SurveyNotes.SignalReading) -> Bool { sender(reading).isBeacon }

  private static func mean(
    _ residuals: ArraySlice<SquaredResidual>, usual: Double
  ) -> SquaredResidual {
    let sum = residuals.reduce(SquaredResidual(square: 0, sigma: 0)) {
      SquaredResidual(
        square: $0.square + min($1.square, maxSquare * usual), sigma: $0.sigma + $1.sigma)
    }
    return SquaredResidual(
      square: sum.square / Double(residuals.count), sigma: sum.sigma / Double(residuals.count))
  }

  /// A left-out reading: its squared residual without the scan's common offset, and the map's predicted
  /// variance of the mean, both in dB².
  private struct SquaredResidual {
    var square, sigma: Double
  }

  private func residuals(
    of scan: [SurveyNotes.SignalReading], _ kind: ShadowProcess.Hyperparameters
  ) -> [SquaredResidual] {
    let strongest = scan.sorted { ($0.level, sender($1)) > ($1.level, sender($0)) }
      .prefix(Self.senders)
    let found = strongest.compactMap { reading in
      predict(reading, kind).map { (residual: reading.level - $0.level, sigma: $0.variance) }
    }
    guard found.count >= Self.minSenders else { return [] }
    let mean = found.reduce(0) { $0 + $1.residual } / Double(found.count)
    let free = Double(found.count) / Double(found.count - 1)
    return found.map {
      SquaredResidual(square: ($0.residual - mean) * ($0.residual - mean) * free, sigma: $0.sigma)
    }
  }

  /// Prediction from a survey without the reading's walk; nil if no data remain.
  private func predict(
    _ reading: SurveyNotes.SignalReading, _ kind: ShadowProcess.Hyperparameters
  ) -> (level: Double, variance: Double)? {
    let here = reading.point
    let byWalk = walkCount >= Self.minWalks
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
  /// The value clamped to a range.
  fileprivate func kept(in range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
