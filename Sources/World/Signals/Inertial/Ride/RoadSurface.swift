import Geometry
import Glibc
import Kernel
public import Maps

/// Road roughness after ISO 8608: the same for every wheel at a position.
///
/// The height spectrum falls with the square of the wavenumber, so the slope is white noise. The slope is a
/// value for each square of 20 cm, about the smoothing of a tyre's contact patch; its size depends on the
/// road and its section.
public struct RoadSurface: Sendable {
  /// The road under a wheel.
  struct LocalSurface: Sendable {
    /// The standard deviation of the slope of a square.
    var slope: Float = 0
    /// The distance between joints of slabs, in m; 0 for none.
    var jointSpacing = 0.0
    /// The height of a joint's step, in m.
    var jointHeight: Float = 0
    /// The max distance of joints from the origin of `along`, in m.
    var jointReach = Double.infinity
    /// The distance along the road, in m, and the direction of the road.
    var along = 0.0
    /// The position of the look-up.
    var origin = Vec2.zero
    var direction = Vec2(1, 0)
    /// The position of a hump along the road; nil for none.
    var hump: Double?
  }

  /// The side of a square, in m.
  static let cell = 0.2
  /// From a one-sided slope density, in m, to the variance in a square.
  static let perCell = 1 / (2 * cell)
  private static let perMetre = 5.0
  /// The number of different squares.
  static let textures = 4096
  private static let stretchMetres = 200.0
  /// The size of a street hump, in m: 7.5 cm high and 3.7 m long (Watts, TRRL report 597, from memory).
  static let humpHeight = 0.075, humpLength = 3.7

  /// Slopes of unit variance for heave, pitch, roll and sway.
  let texture: [SIMD4<Float>]
  private let index: SegmentIndex?
  private let roads: [Road]
  /// By segment: its road, and the distance along the road at its start.
  private let segmentRoads: [Int32]
  private let segmentStarts: [Double]
  let traits: RandomStream

  /// Draws the surface of roads; elsewhere it is as in a residential street.
  public init(of roads: RoadNetwork, seed: UInt64) {
    self.roads = roads.roads
    traits = RandomStream(seed: seed, purpose: "road.stretch")
    var lines: [Segment2] = []
    var owners: [Int32] = []
    var starts: [Double] = []
    for (number, road) in roads.roads.enumerated() {
      var along = 0.0
      for (start, end) in zip(road.line, road.line.dropFirst()) {
        lines.append(Segment2(start, end))
        owners.append(Int32(number))
        starts.append(along)
        along += start.distance(to: end)
      }
    }
    index = lines.isEmpty ? nil : try? SegmentIndex(lines)
    segmentRoads = owners
    segmentStarts = starts
    var draws = RandomStream(seed: seed, purpose: "road.texture")
    texture = (0..<Self.textures).map { _ in
      let plain = SIMD4(
        Float(draws.gaussian()), Float(draws.gaussian()), Float(draws.gaussian()),
        Float(draws.gaussian()))
      // Patches, covers, cracks: ten times the usual slope each 150 m or so (comma2k19: two or three per
      // minute at 17 m/s stand out, the kurtosis of five seconds is 3 to 20).
      guard draws.happens(withProbability: 1 / 750.0) else { return plain }
      return plain * Float(draws.uniform(in: 6...14))
    }
  }

  /// The texture index of the square at a point: a hash.
  @inline(__always)
  static func square(_ x: Double, _ y: Double) -> Int {
    let column = UInt32(truncatingIfNeeded: Int(x * perMetre + 1e8))
    let row = UInt32(truncatingIfNeeded: Int(y * perMetre + 1e8))
    var hash = column &* 0x9E37_79B1 ^ (row &* 0x85EB_CA6B)
    hash = (hash ^ (hash &>> 15)) &* 0x2C1B_3C6D
    hash ^= hash &>> 13
    return Int(hash & UInt32(textures - 1))
  }

  /// The road around a point.
  func stretch(at point: Vec2) -> LocalSurface {
    guard let found = index?.nearestSegment(to: point, within: 15), let index else {
      // Off the map: by squares of 200 m.
      let place = point / Self.stretchMetres
      let cell =
        Int64(max(-1e6, min(1e6, place.x.rounded(.down)))) &* 2_000_003
        &+ Int64(max(-1e6, min(1e6, place.y.rounded(.down))))
      var draws = traits.at(index: UInt64(bitPattern: cell))
      return LocalSurface(slope: Self.slope(.residential, 0.5 * draws.gaussian()))
    }
    let segment = found.segment
    let road = roads[Int(segmentRoads[segment])]
    let line = index.segments[segment]
    let along = segmentStarts[segment] + line.start.distance(to: found.point)
    let number = UInt64(segmentRoads[segment]) &* 4096
    var whole = traits.at(index: 1 << 60 | number)
    let stretchNumber = min(4095, UInt64(along / Self.stretchMetres))
    var part = traits.at(index: 1 << 61 | number &+ stretchNumber)
    // Roads differ, and sections of one: about a class of ISO 8608 in total (an estimate).
    let spread = 0.45 * whole.gaussian() + 0.4 * part.gaussian()
    var stretch = LocalSurface(slope: Self.slope(road.kind, spread))
    stretch.along = along
    stretch.origin = point
    stretch.direction = line.vector.normalized ?? Vec2(1, 0)
    // Concrete slabs, 4.6 m long, on three motorways in ten; steps of 1 to 4 mm (estimates).
    if road.kind == .motorway || road.kind == .trunk, whole.happens(withProbability: 0.3) {
      stretch.jointSpacing = 4.6
      stretch.jointHeight = Float(whole.uniform(in: 0.001...0.004))
    }
    // One section in eight of a residential street has a hump (an estimate).
    if road.kind == .residential || road.kind == .service || road.kind == .aisle,
      part.happens(withProbability: 0.12)
    {
      let middle = (along / Self.stretchMetres).rounded(.down) * Self.stretchMetres
      stretch.hump = middle + part.uniform(in: 20...180)
    }
    return stretch
  }

  /// The standard deviation of a square's slope on a kind of road, by ISO 8608 classes.
  ///
  /// From memory: the displacement density at 0.1 cycles/m is 16e-6 m³ in class A, 64e-6 in B, 256e-6 in C,
  /// 1024e-6 in D. Good main roads are A, poor paved ones B to C.
  private static func slope(_ kind: RoadKind, _ spread: Double) -> Float {
    let density =
      switch kind {
      case .motorway: 14e-6
      case .trunk, .link: 20e-6
      case .primary: 28e-6
      case .secondary, .cycleway: 40e-6
      case .tertiary: 56e-6
      case .residential, .aisle: 80e-6
      case .service: 120e-6
      case .track: 900e-6
      }
    // One-sided slope density, 4π² n0² Gd(n0); white within a square.
    let slopeDensity = 4 * Double.pi * .pi * 0.01 * density * exp(2 * 0.5 * spread)
    return Float((slopeDensity * perCell).squareRoot())
  }
}
