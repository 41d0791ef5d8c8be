extension CrowdStepper {
  /// Returns the next radius: it shrinks while there is no progress, else it grows into the free
  /// space.
  @inline(__always)
  func squeeze(
    _ body: inout CrowdBody, _ me: CrowdPresence, _ radius: Float, _ seen: Seen,
    _ sideCount: Int
  ) -> Float {
    let headway = me.velocity.dot(seen.wish)
    if body.isUnderWay, headway < 0.08 {
      body.blocked = min(body.blocked + P.step, 10)
    } else {
      body.blocked = max(0, body.blocked - 2 * P.step)
    }
    if body.isSqueezing, body.blocked > 0 {
      return max(body.squeezedRadius, radius - P.squeezing * P.step)
    }
    guard radius < body.fullRadius, body.blocked == 0 || !body.isUnderWay else { return radius }
    // Each of two walkers may grow into a quarter of a gap, so that half of it remains.
    var room = seen.minGap / 4
    for side in 0..<sideCount { room = min(room, sides[side].gap / 2) }
    return min(body.fullRadius, radius + min(max(0, room), P.squeezing * P.step / 2))
  }

  /// True if squeezing helps: a walker is oncoming, or none is in front.
  @inline(never)
  func mustSqueeze(_ seen: Seen) -> Bool {
    var isHead = true
    for group in 0..<seen.groups {
      let other = neighbours[group]
      let front = other.ux * seen.wish.x + other.uy * seen.wish.y
      let isNear = other.gap .< Lanes(repeating: 0.3)
      let opposes =
        isNear .& (front .> Lanes(repeating: 0.3)) .& (other.accord .< Lanes(repeating: -0.3))
      if any(opposes) { return true }
      let leads =
        isNear .& (front .> Lanes(repeating: 0.6)) .& (other.accord .> Lanes(repeating: 0.3))
      if any(leads) { isHead = false }
    }
    return isHead
  }
}
