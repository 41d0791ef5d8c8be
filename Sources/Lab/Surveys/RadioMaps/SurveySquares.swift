import Geometry
import Maps

/// Survey data by squares: averaged readings, and squares without reception.
struct SurveySquares: Sendable {
  /// A square with scans, and the walks of them.
  private struct Listened: Sendable {
    var square: Int64
    var walks: [Int]
    /// Centre of the square, and number of its coarse square, for which one silent point is enough.
    var middle: Vec2
    var coarse = 0
  }

  /// Size of a coarse square, in m.
  private static let coarseMetres = 5.0

  private let parameters: RadioMapBuilder.Parameters
  /// For each level, the squares with Wi-Fi scans and with beacon scans, in order.
  private var listened: [[[Listened]]]

  /// Sorts the survey data into squares.
  init(_ notes: SurveyNotes, _ parameters: RadioMapBuilder.Parameters) {
    self.parameters = parameters
    var walks = Array(
      repeating: [[Int64: Set<Int>]](repeating: [:], count: 2), count: notes.storeys.count)
    listened = []
    for stop in notes.stops where walks.indices.contains(stop.storey) {
      walks[stop.storey][stop.isForBeacons ? 1 : 0][square(stop.point), default: []]
        .insert(stop.walk)
    }
    for kinds in walks {
      listened.append(
        kinds.map { kind in
          Self.numbered(
            kind.map { square, walks in
              Listened(square: square, walks: walks.sorted(), middle: middle(square))
            }.sorted { $0.square < $1.square })
        })
    }
  }

  /// The squares with the numbers of their coarse squares.
  private static func numbered(_ places: [Listened]) -> [Listened] {
    var numbers: [SIMD2<Int32>: Int] = [:]
    return places.map { place in
      let (column, row) = (place.middle.x / coarseMetres, place.middle.y / coarseMetres)
      let coarse = SIMD2(Int32(column.rounded(.down)), Int32(row.rounded(.down)))
      var place = place
      place.coarse = numbers[coarse] ?? numbers.count
      numbers[coarse] = place.coarse
      return place
    }
  }

  /// Key of the square around a point: ordered by row to the north, then from west to east.
  private func square(_ point: Vec2) -> Int64 {
    let column = Int32((point.x / parameters.square).rounded(.down))
    let row = Int32((point.y / parameters.square).rounded(.down))
    return Int64(row) << 32 | Int64(UInt32(bitPattern: column ^ .min))
  }

  private func middle(_ square: Int64) -> Vec2 {
    let column = Int32(bitPattern: UInt32(truncatingIfNeeded: square)) ^ .min
    return Vec2(Double(column) + 0.5, Double(square >> 32) + 0.5) * parameters.square
  }

  /// A sender's readings on a level by square, with silent points where only others were received.
  ///
  /// - Parameters:
  ///   - readings: The readings.
  ///   - isBeacon: True if the sender is a beacon.
  ///   - storey: Index of the level.
  ///   - walk: A walk whose scans are ignored, if any; the readings must not include it.
  /// - Returns: One point per square.
  func points(
    of readings: some Sequence<SurveyNotes.SignalReading>, isBeacon: Bool, on storey: Int,
    without walk: Int? = nil
  ) -> [SurveyPoint] {
    var order: [(square: Int64, number: Int32, point: Vec2, level: Double)] = []
    for reading in readings {
      order.append((square(reading.point), Int32(order.count), reading.point, reading.level))
    }
    order.sort { ($0.square, $0.number) < ($1.square, $1.number) }
    let noise = isBeacon ? 5.0 : 4.0
    var (points, received): ([SurveyPoint], [Int64]) = ([], [])
    var next = 0
    while next < order.count {
      let square = order[next].square
      var sum = (point: Vec2.zero, level: 0.0, count: 0.0)
      while next < order.count, order[next].square == square {
        sum = (sum.point + order[next].point, sum.level + order[next].level, sum.count + 1)
        next += 1
      }
      received.append(square)
      // Readings at one spot share its fading, so more than four add little.
      points.append(
        SurveyPoint(
          point: sum.point / sum.count, level: sum.level / sum.count,
          variance: noise * noise / min(4, sum.count) + 1))
    }
    if !points.isEmpty { addSilence(to: &points, received, isBeacon, storey, walk) }
    return points
  }

  /// Adds points at which the sender wasn't received.
  private func addSilence(
    to points: inout [SurveyPoint], _ received: [Int64], _ isBeacon: Bool, _ storey: Int,
    _ walk: Int?
  ) {
    // One silent point per coarse square is enough.
    let places = listened[storey][isBeacon ? 1 : 0]
    var isReported = [Bool](repeating: false, count: places.count)
    var next = 0
    for place in places {
      while next < received.count, received[next] < place.square { next += 1 }
      if next < received.count, received[next] == place.square { continue }
      guard walk == nil || place.walks.contains(where: { $0 != walk }) else { continue }
      guard !isReported[place.coarse] else { continue }
      isReported[place.coarse] = true
      points.append(
        SurveyPoint(
          point: place.middle, level: parameters.silence,
          variance: parameters.silenceSigma * parameters.silenceSigma, isSilent: true))
    }
  }
}
