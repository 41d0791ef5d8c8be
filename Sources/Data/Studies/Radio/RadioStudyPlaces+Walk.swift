import Geometry
import Kernel
import Maps
import Truth
import Venues

extension RadioStudyPlaces {
  /// A walk of 30 to 80 m along a part of the mall's ring, in either direction.
  static func mallWalk(seed: UInt64, number: Int, venue: Venue, level: Int) -> Trajectory {
    var draw = RandomStream(
      seed: seed, entity: UInt64(number), purpose: "study.walk")
    let beside = draw.uniform(in: -4...4)
    let low = mallRing.minimum + Vec2(beside, beside)
    let high = mallRing.maximum - Vec2(beside, beside)
    let corners = [low, Vec2(high.x, low.y), high, Vec2(low.x, high.y)]
    let lengths = (0..<4).map { corners[$0].distance(to: corners[($0 + 1) % 4]) }
    let around = lengths.reduce(0, +)
    func place(_ way: Double) -> Vec2 {
      var left = way.truncatingRemainder(dividingBy: around)
      for (side, length) in lengths.enumerated() {
        if left <= length {
          return corners[side] + (corners[(side + 1) % 4] - corners[side]) * (left / length)
        }
        left -= length
      }
      return corners[0]
    }
    let start = around * draw.uniform()
    let length = draw.uniform(in: 30...80)
    // Points about every metre follow the corners closely enough.
    let steps = Int(length)
    var points = (0...steps).map { place(start + length * Double($0) / Double(steps)) }
    if draw.happens(withProbability: 0.5) { points.reverse() }
    return Trajectory(
      along: points.map { Vec3($0, venue.levels[level].elevationMetres) },
      speed: draw.uniform(in: 0.9...1.3), placement: .handTexting, level: level)
  }
}
