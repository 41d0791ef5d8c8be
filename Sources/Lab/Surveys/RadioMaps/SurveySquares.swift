import Geometry
import Maps

/// What surveyors heard and where they heard nothing, square by square: readings of one spot are one.
struct SurveySquares: Sendable {
  private let parameters: RadioMapBuilder.Parameters
  /// For each storey, where somebody listened to access points, and to beacons: on which walks.
  private var listened: [[[SIMD2<Int32>: Set<Int>]]]

  /// Sorts what was noted.
  init(_ notes: SurveyNotes, _ parameters: RadioMapBuilder.Parameters) {
    self.parameters = parameters
    listened = Array(repeating: [[:], [:]], count: notes.storeys.count)
    for stop in notes.stops where listened.indices.contains(stop.storey) {
      listened[stop.storey][stop.isForBeacons ? 1 : 0][square(stop.point), default: []]
        .insert(stop.walk)
    }
  }

  private func square(_ point: Vec2) -> SIMD2<Int32> {
    SIMD2(
      Int32((point.x / parameters.square).rounded(.down)),
      Int32((point.y / parameters.square).rounded(.down)))
  }

  private func middle(_ square: SIMD2<Int32>) -> Vec2 {
    Vec2(Double(square.x) + 0.5, Double(square.y) + 0.5) * parameters.square
  }

  /// A sender's readings on a level, square by square, with silence where others were heard.
  ///
  /// - Parameters:
  ///   - readings: The readings.
  ///   - isBeacon: Whether the sender is a beacon.
  ///   - storey: The level's number.
  ///   - walk: The walk that is left out, if any; the readings must be without it.
  /// - Returns: What is known, a square a point.
  func points(
    of readings: some Sequence<SurveyNotes.Reading>, isBeacon: Bool, on storey: Int,
    without walk: Int? = nil
  ) -> [SurveyPoint] {
    var sums: [SIMD2<Int32>: (point: Vec2, level: Double, count: Double)] = [:]
    for reading in readings {
      let square = square(reading.point)
      let sum = sums[square] ?? (.zero, 0, 0)
      sums[square] = (sum.point + reading.point, sum.level + reading.level, sum.count + 1)
    }
    let noise = isBeacon ? 5.0 : 4.0
    let heard = sums.keys.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    var points = heard.compactMap { square -> SurveyPoint? in
      guard let sum = sums[square] else { return nil }
      // Readings of one spot share its fading, so that many are hardly better than four.
      return SurveyPoint(
        point: sum.point / sum.count, level: sum.level / sum.count,
        variance: noise * noise / min(4, sum.count) + 1)
    }
    guard !points.isEmpty else { return points }
    let silent = listened[storey][isBeacon ? 1 : 0].filter { square, walks in
      sums[square] == nil && (walk == nil || walks.contains { $0 != walk })
    }.keys.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    // One of several in a coarse square tells what there is to tell of silence.
    var coarse = Set<SIMD2<Int32>>()
    for square in silent {
      let place = middle(square)
      let wide = SIMD2(Int32((place.x / 5).rounded(.down)), Int32((place.y / 5).rounded(.down)))
      guard coarse.insert(wide).inserted else { continue }
      points.append(
        SurveyPoint(
          point: place, level: parameters.silence,
          variance: parameters.silenceDoubt * parameters.silenceDoubt, isSilent: true))
    }
    return points
  }
}
