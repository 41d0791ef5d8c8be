import Geometry
import Glibc
import Maps

extension Streets {
  /// The min distance between the centre lines of two vehicles, in m: two cars abreast and a
  /// margin.
  private static let clearance = 2.7
  /// The min distance for buses, whose ends swing out in turns, in m.
  private static let longClearance = 4.6
  /// The min distance for cars that merge side by side into lanes of their own, in m.
  private static let besideClearance = 2.1

  /// Finds the conflicts between links of the same junction.
  mutating func addConflicts() {
    let outlines = outlines()
    for links in linksOfJunction {
      // With more links than any real junction has, vehicles cross one at a time.
      let isAlone = links.count > 200
      for link in links {
        let (firstConflict, firstSibling) = (Int32(conflicts.count), Int32(siblings.count))
        for foe in links where foe != link && !isAlone {
          compare(link, foe, outlines)
        }
        stretches[Int(link)].conflicts = firstConflict..<Int32(conflicts.count)
        stretches[Int(link)].siblings = firstSibling..<Int32(siblings.count)
        stretches[Int(link)].isAlone = isAlone
        let control = network.junctions[Int(stretches[Int(link)].endJunction)].control
        stretches[Int(link)].isGuarded =
          isAlone || control == .signal || firstConflict < Int32(conflicts.count)
        setWaitingPlace(link)
      }
    }
  }

  /// Points along each link, about a metre apart.
  private func outlines() -> [[Vec2]] {
    stretches.indices.map { index in
      let stretch = stretches[index]
      guard stretch.isLink else { return [] }
      let steps = min(max(Int(stretch.length / 0.8), 2), 80)
      return (0...steps).map { step in
        curves.place(stretch.curve, at: stretch.length * Double(step) / Double(steps)).point
      }
    }
  }

  private mutating func compare(_ link: Int32, _ foe: Int32, _ outlines: [[Vec2]]) {
    let (own, other) = (stretches[Int(link)], stretches[Int(foe)])
    if own.fromTrack == other.fromTrack && own.fromLane == other.fromLane {
      let until = separation(outlines[Int(link)], outlines[Int(foe)], own.length)
      siblings.append(SiblingLink(link: foe, until: until))
      return
    }
    // Links that continue side by side, as from a ramp to a lane of its own, may be nearer.
    let isBeside =
      own.toTrack == other.toTrack && own.toLane != other.toLane && abs(own.turn) < 0.35
      && abs(other.turn) < 0.35
    let (near, far) =
      isBeside ? (Self.besideClearance, Self.clearance) : (Self.clearance, Self.longClearance)
    if let conflict = conflict(link, foe, outlines, within: near, isLong: false) {
      conflicts.append(conflict)
    } else if isBeside || abs(own.turn) > 0.35 || abs(other.turn) > 0.35,
      let conflict = conflict(link, foe, outlines, within: far, isLong: true)
    {
      conflicts.append(conflict)
    }
  }

  /// Returns the conflict zone of two links; nil if they keep their distance.
  private func conflict(
    _ link: Int32, _ foe: Int32, _ outlines: [[Vec2]], within clearance: Double, isLong: Bool
  ) -> LinkConflict? {
    let (own, other) = (stretches[Int(link)], stretches[Int(foe)])
    let (a, b) = (outlines[Int(link)], outlines[Int(foe)])
    guard let boxA = Box2(containing: a), let boxB = Box2(containing: b),
      boxA.expanded(by: clearance).intersects(boxB)
    else { return nil }
    var (ownSpan, foeSpan) = (ValueRange(), ValueRange())
    for (i, p) in a.enumerated() {
      for (j, q) in b.enumerated() where (p - q).squaredLength < clearance * clearance {
        ownSpan.add(Double(i) * own.length / Double(a.count - 1))
        foeSpan.add(Double(j) * other.length / Double(b.count - 1))
      }
    }
    guard !ownSpan.isEmpty else { return nil }
    let isMerge = own.toTrack == other.toTrack && own.toLane == other.toLane
    return LinkConflict(
      foe: foe, ownStart: ownSpan.low - 0.5, ownEnd: isMerge ? own.length : ownSpan.high + 0.5,
      foeStart: foeSpan.low - 0.5, foeEnd: isMerge ? other.length : foeSpan.high + 0.5,
      yields: yields(own, to: other), isLong: isLong)
  }

  /// Returns the arc length up to which two links with a common start are too near each other.
  private func separation(_ a: [Vec2], _ b: [Vec2], _ length: Double) -> Double {
    for (i, p) in a.enumerated() {
      let nearest = b.reduce(Double.infinity) { min($0, ($1 - p).squaredLength) }
      if nearest > 2.2 * 2.2 { return Double(i) * length / Double(a.count - 1) }
    }
    return length
  }

  private struct ValueRange {
    var low = Double.infinity
    var high = -Double.infinity
    var isEmpty: Bool { low > high }

    mutating func add(_ value: Double) {
      low = min(low, value)
      high = max(high, value)
    }
  }

  /// Returns true if a link's traffic must yield to another's.
  private func yields(_ own: RoadStretch, to foe: RoadStretch) -> Bool {
    guard own.fromTrack != foe.fromTrack else { return false }
    let control = network.junctions[Int(own.endJunction)].control
    let (u, w) = (directionAtEnd(of: own.fromTrack), directionAtEnd(of: foe.fromTrack))
    let isOncoming = u.dot(w) < -0.7
    let crossesOncoming = own.turn > 0.5 && foe.turn <= 0.5
    switch control {
    case .stop: return false
    case .signal: return isOncoming && crossesOncoming
    case .priority:
      if own.rank != foe.rank { return own.rank < foe.rank }
      if isOncoming { return crossesOncoming }
      // Traffic from the right heads to the left across the front.
      return u.cross(w) > 0
    }
  }

  private func directionAtEnd(of track: Int32) -> Vec2 {
    let stretch = stretches[Int(track)]
    return curves.place(stretch.curve, at: stretch.length).tangent.normalized ?? Vec2(1, 0)
  }

  /// Sets the waiting position for left turns at signals: in the junction, before the first
  /// conflict.
  private mutating func setWaitingPlace(_ link: Int32) {
    let own = stretches[Int(link)]
    guard network.junctions[Int(own.endJunction)].control == .signal, own.turn > 0.5 else { return }
    let first = conflicts[Range(own.conflicts)].reduce(Double.infinity) {
      $1.yields && !$1.isLong ? min($0, $1.ownStart) : $0
    }
    if first < .infinity, first > 3 { stretches[Int(link)].waitAt = first - 0.5 }
  }

  /// Computes the max speeds in bends, with braking ahead of them.
  mutating func addCeilings() {
    ceilings = [Double](repeating: .infinity, count: curves.samples.count)
    for index in stretches.indices {
      let curve = stretches[index].curve
      guard curve.sharpest > 1e-4 else { continue }
      let first = Int(curve.first)
      let half = Double(stretches[index].lanes - 1) / 2 * stretches[index].laneWidth
      for step in 0...Int(curve.steps) {
        let curvature = abs(curves.curvature(curve, step: step))
        guard curvature > 1e-4 else { continue }
        let inner = 1 / max(1 / curvature - half, 0.3)
        ceilings[first + step] = max((rules.lateralAcceleration / inner).squareRoot(), 0.4)
      }
      let gain = 2 * rules.anticipatedBraking * curve.spacing
      for step in stride(from: Int(curve.steps) - 1, through: 0, by: -1) {
        let next = ceilings[first + step + 1]
        ceilings[first + step] = min(ceilings[first + step], (next * next + gain).squareRoot())
      }
      stretches[index].isBendy = ceilings[first..<(first + Int(curve.steps) + 1)].contains {
        $0 < 60
      }
      stretches[index].entryCeiling = ceilings[first]
    }
  }
}

extension Range<Int> {
  init(_ range: Range<Int32>) {
    self = Int(range.lowerBound)..<Int(range.upperBound)
  }
}
