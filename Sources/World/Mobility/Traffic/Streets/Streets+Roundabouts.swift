import Geometry
import Glibc
import Maps

extension Streets {
  /// The rank of roundabouts: above all roads that lead into them.
  static let ringRank: Int32 = 10

  /// Gives roundabouts the right of way over the roads that lead into them.
  ///
  /// A roundabout is a ring of one-way roads, at most 400 m long, with one full turn to the left.
  mutating func markRoundabouts() {
    var isRing = [Bool](repeating: false, count: trackCount)
    for start in 0..<trackCount where isOneWay(start) && !isRing[start] {
      var (ring, track, turned, length) = ([start], start, 0.0, 0.0)
      while ring.count <= 24, length < 400 {
        turned += ownTurn(track)
        length += stretches[track].length + stretches[track].startTrim * 2
        guard let next = ringSuccessor(of: track) else { break }
        turned += turn(from: track, to: next)
        if next == start {
          if abs(turned - 2 * .pi) < 0.5 { for member in ring { isRing[member] = true } }
          break
        }
        if ring.contains(next) { break }
        ring.append(next)
        track = next
      }
    }
    for track in 0..<trackCount where isRing[track] { stretches[track].rank = Self.ringRank }
  }

  private func isOneWay(_ track: Int) -> Bool {
    stretches[track].opposite < 0 && stretches[track].kind != .aisle
      && stretches[track].kind != .cycleway
  }

  /// Returns the one-way successor that turns most to the left, though not sharply.
  private func ringSuccessor(of track: Int) -> Int? {
    var best: Int?
    for next in departing[Int(stretches[track].endJunction)] where isOneWay(Int(next)) {
      let angle = turn(from: track, to: Int(next))
      guard abs(angle) < 1.8 else { continue }
      if let known = best, turn(from: track, to: known) >= angle { continue }
      best = Int(next)
    }
    return best
  }

  private func ownTurn(_ track: Int) -> Double {
    let curve = stretches[track].curve
    var (sum, last) = (0.0, curves.place(curve, at: 0).tangent)
    for step in 1...Int(curve.steps) {
      let tangent = curves.place(curve, at: Double(step) * curve.spacing).tangent
      sum += atan2(last.cross(tangent), last.dot(tangent))
      last = tangent
    }
    return sum
  }

  /// Returns the turn angle from the end of a track to the start of another.
  func turn(from track: Int, to next: Int) -> Double {
    let end = curves.place(stretches[track].curve, at: stretches[track].length).tangent
    let start = curves.place(stretches[next].curve, at: 0).tangent
    return atan2(end.cross(start), end.dot(start))
  }
}
