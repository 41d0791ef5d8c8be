import Geometry
import Observations

/// Variogram of a radio's RSSI over the distance between two positions.
///
/// √γ, with γ half of the mean squared difference: 0 at distance 0 if the RSSI depends on the position only,
/// and the SD of the RSSI at large distances.
struct WiFiStudiesVariogram {
  /// Bounds of the distance bins, in m.
  static let bounds = [0, 0.5, 1, 2, 3.5, 6, 10, 15, 22, 30, 45]

  /// Sums of half squares and counts for each bin.
  private var same = [SIMD2<Double>](repeating: .zero, count: bounds.count - 1)
  private var other = [SIMD2<Double>](repeating: .zero, count: bounds.count - 1)
  /// For each bin, √γ of each radio with enough pairs of one walk, in dB.
  private(set) var byRadio = [[Double]](repeating: [], count: bounds.count - 1)
  /// √γ of each radio for positions less than 1 m apart on two walks, in dB.
  private(set) var revisits: [Double] = []

  private struct Key: Hashable {
    var floor: String
    var radio: WiFiStudiesRadio
  }

  private struct LevelSample {
    var place: Vec2
    var level: Double
    var walk: Int
  }

  /// Evaluates the radios of one band.
  init(_ walks: [WiFiStudiesWalk], band: Int) {
    var sights: [Key: [LevelSample]] = [:]
    for (number, walk) in walks.enumerated() {
      for scan in walk.scans {
        // Each radio is represented by its network with the lowest address.
        var readings: [WiFiStudiesRadio: WiFiReading] = [:]
        for reading in scan.readings where reading.studyBand == band {
          if let known = readings[reading.studyRadio], known.bssid.value < reading.bssid.value {
            continue
          }
          readings[reading.studyRadio] = reading
        }
        for (radio, reading) in readings {
          guard let place = walk.place(at: reading.time) else { continue }
          sights[Key(floor: walk.floor, radio: radio), default: []].append(
            LevelSample(place: place, level: reading.rssiDecibelMilliwatts, walk: number))
        }
      }
    }
    let keys = sights.keys.sorted { ($0.floor, $0.radio) < ($1.floor, $1.radio) }
    for key in keys {
      if let list = sights[key], list.count >= 30 { add(list) }
    }
  }

  /// √γ by distance, within one walk or between walks.
  func curve(betweenWalks: Bool) -> [SIMD2<Double>] {
    let sums = betweenWalks ? other : same
    return sums.indices.filter { sums[$0].y >= 100 }.map {
      SIMD2(
        (Self.bounds[$0] + Self.bounds[$0 + 1]) / 2, (sums[$0].x / sums[$0].y).squareRoot())
    }
  }

  private mutating func add(_ list: [LevelSample]) {
    // Subsamples very long lists.
    let step = list.count / 500 + 1
    let chosen = stride(from: 0, to: list.count, by: step).map { list[$0] }
    var mine = [SIMD2<Double>](repeating: .zero, count: same.count)
    var again = SIMD2<Double>.zero
    for (number, first) in chosen.enumerated() {
      for second in chosen[(number + 1)...] {
        let distance = first.place.distance(to: second.place)
        guard distance < 45 else { continue }
        let difference = first.level - second.level
        let one = SIMD2(difference * difference / 2, 1)
        let bin = (Self.bounds.firstIndex { $0 > distance } ?? 1) - 1
        if first.walk == second.walk {
          mine[bin] += one
        } else {
          other[bin] += one
          if distance < 1 { again += one }
        }
      }
    }
    for bin in mine.indices {
      same[bin] += mine[bin]
      if mine[bin].y >= 25 { byRadio[bin].append((mine[bin].x / mine[bin].y).squareRoot()) }
    }
    if again.y >= 15 { revisits.append((again.x / again.y).squareRoot()) }
  }
}
