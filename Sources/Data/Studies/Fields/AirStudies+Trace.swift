import Geometry
import Kernel
import Maps
import Observations
import Signals
import Truth
import Venues

/// The readings of one phone's barometer, real or synthetic.
struct AirStudyTrace {
  /// In s since the first reading.
  var times: [Double]
  var pascals: [Double]

  /// The SD of the difference of readings a lag apart, over the root of 2.
  func change(over lag: Double) -> Double? {
    var squares = 0.0
    var count = 0.0
    var sum = 0.0
    var later = 0
    for index in times.indices {
      while later < times.count, times[later] < times[index] + lag - 1e-3 { later += 1 }
      // Phones have different rates, and readings are sometimes missing.
      guard later < times.count, times[later] < times[index] + lag + min(0.08, 0.3 * lag)
      else { continue }
      let difference = pascals[later] - pascals[index]
      squares += difference * difference
      sum += difference
      count += 1
    }
    guard count > 20 else { return nil }
    return ((squares / count - sum * sum / (count * count)) / 2).squareRoot()
  }

  /// The Allan deviation at an averaging time; nil for fewer than two intervals.
  func allanDeviation(over width: Double) -> Double? {
    guard let last = times.last, width > 0 else { return nil }
    let count = Int(last / width)
    guard count > 1 else { return nil }
    var sums = [(sum: Double, count: Double)](repeating: (0, 0), count: count)
    for (time, value) in zip(times, pascals) {
      let bin = Int(time / width)
      guard bin < count else { continue }
      sums[bin].sum += value
      sums[bin].count += 1
    }
    let means = sums.map { $0.count > 0 ? $0.sum / $0.count : nil }
    let squares = zip(means, means.dropFirst()).compactMap { a, b -> Double? in
      guard let a, let b else { return nil }
      return (b - a) * (b - a) / 2
    }
    guard !squares.isEmpty else { return nil }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// The SD within each stretch of 20 s, after removal of the trend.
  var ripples: [Double] {
    guard let last = times.last else { return [] }
    return stride(from: 0, to: last - 20, by: 20).compactMap { begin in
      let values = zip(times, pascals).filter { $0.0 >= begin && $0.0 < begin + 20 }.map(\.1)
      return values.count > 60
        ? StudyNumbers.deviation(StudyNumbers.withoutTrend(values)) : nil
    }
  }

  /// The mean within a time window.
  func level(at time: Double, within reach: Double) -> Double? {
    StudyNumbers.mean(
      zip(times, pascals).filter { abs($0.0 - time) <= reach }.map(\.1))
  }
}

/// A synthetic building of three storeys with barometers.
struct AirStudyHouse {
  /// Storey height, in m; the museum's is unknown: an estimate for offices and shops.
  static let storey = 3.3
  private let air: BarometerAir
  private let seed: UInt64

  /// Creates the weather and the building's air from a seed, at the altitude of Nuremberg.
  init(seed: UInt64) throws {
    let square = try Polygon(Box2(Vec2(0, 0), Vec2(60, 40)))
    let levels = (0..<3).map { number in
      Level(
        ordinal: number - 2, shortName: "\(number - 2)",
        elevationMetres: Self.storey * Double(number - 2), heightMetres: 3, outline: [square],
        walls: [])
    }
    let frame = LocalFrame(
      origin: try Geodetic(latitudeDegrees: 49.46, longitudeDegrees: 11.11, altitudeMetres: 310))
    let venue = Venue(
      map: VenueMap(
        name: "house", frame: frame,
        buildings: [Building(name: "house", footprint: [square], heightMetres: 4)],
        levels: levels))
    air = BarometerAir(over: venue, ValidationModels.barometer, seed: seed)
    self.seed = seed
  }

  /// Simulates a phone's barometer on a floor.
  ///
  /// - Parameters:
  ///   - device: Number of the phone.
  ///   - floor: 0, -1 or -2.
  ///   - times: Sample times, in s.
  ///   - delay: Added to the times, in s.
  /// - Returns: The readings, at the times without the delay.
  func trace(device: UInt64, floor: Int, times: [Double], delay: Double = 60) -> AirStudyTrace {
    var model = BarometerModel(
      ValidationModels.barometer, in: air, for: SignalReceiver(seed: seed, device: device))
    let spot = Trajectory(
      along: [Vec3(20, 20, Self.storey * Double(floor))], speed: 0, doing: .standing,
      placement: .handTexting, level: floor + 2)
    let pascals = times.map { time in
      model.sense(along: spot, at: SimTime(seconds: time + delay))?.pressurePascals ?? .nan
    }
    return AirStudyTrace(times: times, pascals: pascals)
  }
}
