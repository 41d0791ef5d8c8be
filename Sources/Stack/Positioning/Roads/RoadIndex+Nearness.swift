import Geometry

/// A candidate position on a way.
struct RoadPlace: Hashable, Sendable {
  /// Index of the way; -1 for off the roads.
  var way: Int32 = -1
  var segment: Int32 = -1
  /// Distance along the way, in m.
  var along = 0.0
  /// Point on the carriageway's centre line, in m east and north.
  var point = Vec2.zero
  /// Direction of the way, a unit vector.
  var direction = Vec2.zero
  /// Distance from the query point to ``point``, in m.
  var distance = 0.0

  var isOnRoad: Bool { way >= 0 }
}

/// Reusable storage of candidate searches, so that they allocate nothing.
struct RoadNearby: Sendable {
  fileprivate struct NearbySegment {
    var segment: Int32
    var distance: Double
    var point: Vec2
  }

  fileprivate var hits: [NearbySegment] = []
  /// Candidates found, nearest first.
  fileprivate(set) var places: [RoadPlace] = []
}

extension RoadIndex {
  /// Finds candidates near a point: one per approach of a strip, in both directions.
  ///
  /// - Parameters:
  ///   - point: Query point, in m east and north.
  ///   - radius: Search radius, in m.
  ///   - limit: Maximum number of candidates; the nearest are kept.
  ///   - nearby: Receives the candidates.
  func findPlaces(
    near point: Vec2, within radius: Double, limit: Int, into nearby: inout RoadNearby
  ) {
    nearby.places.removeAll(keepingCapacity: true)
    nearby.hits.removeAll(keepingCapacity: true)
    guard let nearness else { return }
    nearness.forEachSegment(within: radius, of: point) { found in
      nearby.hits.append(
        RoadNearby.NearbySegment(
          segment: Int32(truncatingIfNeeded: found.segment), distance: found.distance,
          point: found.point))
    }
    nearby.sortHits()
    let count = nearby.hits.count
    for number in 0..<count {
      let hit = nearby.hits[number]
      // Of adjacent segments of a strip only the nearest counts.
      if number > 0, isContinued(nearby.hits[number - 1], hit),
        nearby.hits[number - 1].distance < hit.distance
      {
        continue
      }
      if number + 1 < count, isContinued(hit, nearby.hits[number + 1]),
        nearby.hits[number + 1].distance <= hit.distance
      {
        continue
      }
      addPlaces(at: hit, near: point, limit: limit, to: &nearby)
    }
  }

  private func isContinued(
    _ first: RoadNearby.NearbySegment, _ second: RoadNearby.NearbySegment
  ) -> Bool {
    second.segment == first.segment + 1
      && segmentStrip[Int(first.segment)] == segmentStrip[Int(second.segment)]
  }

  private func addPlaces(
    at hit: RoadNearby.NearbySegment, near point: Vec2, limit: Int, to nearby: inout RoadNearby
  ) {
    let strip = segmentStrip[Int(hit.segment)]
    for way in (2 * strip)...(2 * strip + 1) where wayIsOpen[Int(way)] {
      let place = place(onWay: way, segment: hit.segment, foot: hit.point, near: point)
      guard place.direction != .zero else { continue }
      nearby.insert(place, limit: limit)
    }
  }

  /// Returns the candidate beside the foot of the perpendicular on a segment.
  func place(onWay way: Int32, segment: Int32, foot: Vec2, near point: Vec2) -> RoadPlace {
    let number = Int(segment)
    let isBack = way & 1 == 1
    let along = segmentStart[number] + foot.distance(to: segments[number].start)
    let direction = isBack ? -segmentDirection[number] : segmentDirection[number]
    let middle = foot - direction.perpendicular * shift(ofSegment: number, isBack: isBack)
    return RoadPlace(
      way: way, segment: segment, along: isBack ? stripLength[Int(way >> 1)] - along : along,
      point: middle, direction: direction, distance: middle.distance(to: point))
  }

  /// Returns the nearest point on a way, searched from a known one in both directions.
  func follow(_ place: RoadPlace, to point: Vec2) -> RoadPlace {
    let strip = Int(place.way >> 1)
    let range = Int(stripFirst[strip])..<Int(stripFirst[strip + 1])
    var (best, foot) = (Int(place.segment), segments[Int(place.segment)].closestPoint(to: point))
    var distance = foot.distance(to: point)
    for step in stride(from: 1, through: -1, by: -2) {
      var number = Int(place.segment) + step
      while range.contains(number) {
        let other = segments[number].closestPoint(to: point)
        let otherDistance = other.distance(to: point)
        guard otherDistance <= distance else { break }
        (best, foot, distance) = (number, other, otherDistance)
        number += step
      }
    }
    let found = self.place(
      onWay: place.way, segment: Int32(best), foot: foot, near: point)
    return found.direction == .zero ? place : found
  }

  /// Returns the index in ``carriagewayShift`` of a segment's carriageway in a direction.
  func carriageway(ofSegment segment: Int, isBack: Bool) -> Int {
    2 * Int(segmentRoad[segment]) + (segmentIsReversed[segment] != isBack ? 1 : 0)
  }

  private func shift(ofSegment segment: Int, isBack: Bool) -> Double {
    carriagewayShift[carriageway(ofSegment: segment, isBack: isBack)]
  }
}

extension RoadNearby {
  /// Sorts hits by segment; insertion sort suits few and mostly sorted hits.
  fileprivate mutating func sortHits() {
    for end in hits.indices.dropFirst() {
      let hit = hits[end]
      var place = end
      while place > 0, hits[place - 1].segment > hit.segment {
        hits[place] = hits[place - 1]
        place -= 1
      }
      hits[place] = hit
    }
  }

  /// Inserts a candidate in order of distance, up to the limit.
  fileprivate mutating func insert(_ place: RoadPlace, limit: Int) {
    var number = places.count
    if number >= limit {
      guard let last = places.last, place.distance < last.distance else { return }
      places.removeLast()
      number -= 1
    }
    places.append(place)
    while number > 0, places[number - 1].distance > place.distance {
      places[number] = places[number - 1]
      number -= 1
    }
    places[number] = place
  }
}
