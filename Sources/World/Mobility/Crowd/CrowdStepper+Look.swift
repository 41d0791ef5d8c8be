import Geometry

extension CrowdStepper {
  /// Loads the neighbours in the list, four at a time, and returns the number of groups.
  @inline(__always)
  func gather(_ index: Int, _ me: CrowdPresence, _ radius: Float) -> Int {
    let (first, last) = (Int(lists[index]), Int(lists[index + 1]))
    var group = 0
    var item = first
    while item < last {
      let (a, b, c, d) = (
        Int(items[item]), Int(items[item + 1]), Int(items[item + 2]), Int(items[item + 3])
      )
      let (pa, pb, pc, pd) = (present[a], present[b], present[c], present[d])
      let (xa, xb) = (offset(pa, me), offset(pb, me))
      let (xc, xd) = (offset(pc, me), offset(pd, me))
      let wx = Lanes(pa.motion.z, pb.motion.z, pc.motion.z, pd.motion.z)
      let wy = Lanes(pa.motion.w, pb.motion.w, pc.motion.w, pd.motion.w)
      neighbours[group] = CrowdNeighbours(
        ux: Lanes(xa.x, xb.x, xc.x, xd.x), uy: Lanes(xa.y, xb.y, xc.y, xd.y),
        vx: Lanes(pa.motion.x, pb.motion.x, pc.motion.x, pd.motion.x),
        vy: Lanes(pa.motion.y, pb.motion.y, pc.motion.y, pd.motion.y),
        gap: .zero, touch: Lanes(radii[a], radii[b], radii[c], radii[d]) + radius, accord: wx,
        ahead: wy)
      group += 1
      item += 4
    }
    return group
  }

  @inline(__always)
  private func offset(_ other: CrowdPresence, _ me: CrowdPresence) -> SIMD2<Float> {
    let offset = other.position - me.position
    return SIMD2(Float(offset.x), Float(offset.y))
  }

  /// Converts the loaded offsets into directions and gaps, and sums the lateral influences.
  @inline(__always)
  func look(_ me: CrowdPresence, groups: Int) -> Seen {
    var push = Lanes.zero
    var minimum = Lanes(repeating: .infinity)
    for group in 0..<groups {
      let raw = neighbours[group]
      let (dx, dy, wx, wy) = (raw.ux, raw.uy, raw.accord, raw.ahead)
      let (distance, inverse) = (dx * dx + dy * dy).atLeast(1e-12).roots
      let (ux, uy) = (dx * inverse, dy * inverse)
      let gap = distance - raw.touch
      let accord = wx * me.wish.x + wy * me.wish.y
      let front = ux * me.wish.x + uy * me.wish.y
      neighbours[group].ux = ux
      neighbours[group].uy = uy
      neighbours[group].gap = gap
      neighbours[group].accord = accord
      neighbours[group].ahead = front + (ux * wx + uy * wy)
      push += self.push(
        me, me.wish, dx: dx, dy: dy, ux: ux, uy: uy, vx: raw.vx, vy: raw.vy, gap: gap,
        accord: accord, front: front)
      minimum = minimum.lesser(gap)
    }
    return Seen(wish: me.wish, groups: groups, turn: push.total, minGap: minimum.minimum)
  }

  /// The lateral influence of four neighbours, positive to the left: anticipation velocity model
  /// (Xu, Chraibi and Seyfried 2021).
  @inline(__always)
  private func push(
    _ me: CrowdPresence, _ wish: SIMD2<Float>, dx: Lanes, dy: Lanes, ux: Lanes, uy: Lanes,
    vx: Lanes, vy: Lanes, gap: Lanes, accord: Lanes, front: Lanes
  ) -> Lanes {
    let velocity = me.velocity
    let closing = (velocity.x - vx) * ux + (velocity.y - vy) * uy
    let foreseen = (gap - closing * P.anticipation).atLeast(0)
    let range = foreseen * (1 / P.neighbourRange)
    // Neighbours behind, relative to both the desired and the actual direction, have no influence.
    let heading = ux * velocity.x + uy * velocity.y
    let counts =
      (range .< Lanes(repeating: P.neighbourCutoff))
      .& ((front .> Lanes.zero) .| (heading .> Lanes.zero))
    guard any(counts) else { return .zero }
    // A walker on the opposite course counts twice as much as one on the same course.
    let opposition = (Lanes(repeating: 1) - accord) * 0.5
    let strength = (opposition + Lanes(repeating: 1)) * P.neighbourStrength
    // The anticipated offset to the left; dead ahead counts as a little to the left.
    let left =
      (dy + vy * P.anticipation) * wish.x - (dx + vx * P.anticipation) * wish.y
      + opposition * P.sideBias
    let side = left / (left.magnitudes + P.sideWidth)
    let weight = range.kept(where: counts).decay * strength
    return (Lanes.zero - weight * side).kept(where: counts)
  }
}
