package import Documents
package import Geometry
import Glibc
import Kernel
import Maps
package import Signals
package import Venues

/// A kind of street: how wide it is and how the houses along it are.
///
/// ``midrise`` was fitted to a real drive, Berlin's Potsdamer Platz, by what its twin hears. ``highrise``
/// is an estimate of what towers over narrow streets are like: Manhattan's at two to five times as high as
/// wide.
package struct StreetDistrict: DocumentObject, Hashable {
  /// From front to front, in m: the median and the spread of its logarithm.
  package var width = 31.0
  package var widthSpread = 0.41
  /// The height of ordinary houses, in m: the median and the spread of its logarithm.
  package var height = 36.0
  package var heightSpread = 0.1
  /// The share of houses that are towers, and their median height in m.
  package var towers = 0.16
  package var towerHeight = 53.0
  /// How long a front is, in m, and the share of fronts that are missing: yards, squares.
  package var front = 31.0
  package var gaps = 0.3
  /// From one side street to the next, and how wide these are, in m.
  package var block = 116.0
  package var sideStreet = 16.0
  /// How deep houses are, in m, and how far behind them the next row stands.
  package var depth = 25.0
  package var yard = 54.0
  /// The share of fronts of coated glass; the others are of concrete or brick.
  package var glass = 0.25
  /// What fronts lose by roughness when they reflect, in dB, and how far away they are heard, in m.
  package var roughness = 0.5
  package var reach = 150.0
  /// The share of power that fronts scatter all ways.
  package var scatter = 0.44

  package init() {}

  package init(from object: inout ObjectReader) {
    func metres(_ key: String, _ path: WritableKeyPath<StreetDistrict, Double>, _ about: String) {
      self[keyPath: path] = object.optional(
        key, .quantity(.length, .between(1, 1000)), default: self[keyPath: path], about)
    }
    func share(
      _ key: String, _ path: WritableKeyPath<StreetDistrict, Double>, _ about: String,
      _ most: Double = 1
    ) {
      self[keyPath: path] = object.optional(
        key, .number(.between(0, most)), default: self[keyPath: path], about)
    }
    metres("width", \.width, "From front to front, in the middle of its spread.")
    share("width_spread", \.widthSpread, "The spread of the logarithm of the width.", 2)
    metres("height", \.height, "How high ordinary houses are, in the middle.")
    share("height_spread", \.heightSpread, "The spread of the logarithm of heights.", 2)
    share("towers", \.towers, "The share of houses that are towers.")
    metres("tower_height", \.towerHeight, "How high towers are, in the middle.")
    metres("front", \.front, "How long a front is, on the average.")
    share("gaps", \.gaps, "The share of fronts that are missing.")
    metres("block", \.block, "From one side street to the next.")
    metres("side_street", \.sideStreet, "How wide side streets are.")
    metres("depth", \.depth, "How deep houses are.")
    metres("yard", \.yard, "How far behind a house the next row begins.")
    share("glass", \.glass, "The share of fronts of coated glass.")
    roughness = object.optional(
      "roughness", .quantity(.decibels, .between(0, 40)), default: roughness,
      "What fronts lose by roughness when they reflect.")
    share("scatter", \.scatter, "The share of power that fronts scatter all ways.")
    metres("reach", \.reach, "How far away fronts are heard.")
  }

  /// Streets between houses of six to eight floors, with towers among them.
  package static let midrise = StreetDistrict()

  /// Streets half as wide as their houses are high, and narrower.
  package static let highrise: StreetDistrict = {
    var district = StreetDistrict()
    (district.width, district.widthSpread) = (24, 0.15)
    (district.height, district.heightSpread) = (60, 0.45)
    (district.towers, district.towerHeight) = (0.3, 140)
    (district.gaps, district.glass) = (0.05, 0.5)
    return district
  }()
}

extension StreetDistrict {
  /// The same signals as fronts of this kind reflect them.
  package func signals(_ given: SignalSettings) -> SignalSettings {
    guard case .on(var gnss) = given.gnss else { return given }
    (gnss.facadeRoughnessDecibels, gnss.facadeScatter) = (roughness, scatter)
    gnss.reachMetres = reach
    (gnss.fading, gnss.vehicles) = (true, true)
    var signals = given
    signals.gnss = .on(gnss)
    return signals
  }

  /// A venue of houses on both sides of a way that is known, and of a second row behind them.
  ///
  /// Of a receiver that stands nobody knows how its street runs: it is drawn.
  ///
  /// - Parameters:
  ///   - way: The way, in metres east and north.
  ///   - frame: Where it lies.
  ///   - seed: Draws the houses.
  /// - Returns: The venue; nothing stands on the way.
  package func venue(along way: [Vec2], in frame: LocalFrame, seed: UInt64) -> Venue {
    var layout = StreetLayout(self, way: way, seed: seed)
    layout.build()
    let buildings = layout.houses.map {
      Building(name: "", footprint: [$0.shape], heightMetres: $0.height)
    }
    return Venue(
      map: VenueMap(name: "street", frame: frame, buildings: buildings, levels: []),
      fabric: Fabric(facades: layout.houses.map(\.material)))
  }
}

/// Lays houses along a way.
private struct StreetLayout {
  struct House {
    var shape: Polygon
    var height: Double
    var material: Material
  }

  /// Closer to the way than this, in m, no house stands.
  private static let kerb = 7.0
  /// From point to point of the way as it is used, in m.
  private static let pace = 4.0
  /// How far the street goes on beyond both ends of the way, in m.
  private static let beyond = 160.0

  let district: StreetDistrict
  private let way: [Vec2]
  private var grid: UniformCells
  private var draw: RandomStream
  private(set) var houses: [House] = []

  init(_ district: StreetDistrict, way: [Vec2], seed: UInt64) {
    self.district = district
    draw = RandomStream(seed: seed, entity: 0, purpose: "twin.street")
    var paced = Self.paced(way)
    if paced.count < 8, let place = paced.first {
      let step = Vec2(angle: 2 * .pi * draw.uniform(), length: Self.pace)
      paced = (-4...4).map { place + step * Double($0) }
    }
    self.way = Self.lengthened(paced)
    grid = UniformCells(paced, size: 25)
  }

  mutating func build() {
    guard way.count > 8 else { return }
    var from = 0.0
    let end = Double(way.count - 1) * Self.pace
    while from < end {
      let width = district.width * exp(district.widthSpread * draw.gaussian())
      let length = district.block * exp(0.3 * draw.gaussian())
      for side in [1.0, -1.0] {
        for row in [0.0, 1] {
          let offset = width / 2 + row * (district.depth + district.yard)
          addRow(from, min(end, from + length), side, offset: offset)
        }
      }
      from += length + district.sideStreet
    }
  }

  private mutating func addRow(_ begin: Double, _ end: Double, _ side: Double, offset: Double) {
    var from = begin
    // Neighbours are alike: half of the spread of heights is a block's.
    let likeness = draw.gaussian()
    while from < end - 6 {
      let front = min(end - from, district.front * exp(0.4 * draw.gaussian()))
      let isTower = draw.uniform() < district.towers
      let middle = isTower ? district.towerHeight : district.height
      let unlike = (likeness + draw.gaussian()) / 2.0.squareRoot()
      let height = min(300, middle * exp(district.heightSpread * unlike))
      let isGlass = draw.uniform() < district.glass
      let isBrick = draw.uniform() < 0.4
      let isMissing = draw.uniform() < district.gaps
      if !isMissing, let shape = shape(from, from + front, side, offset) {
        houses.append(
          House(
            shape: shape, height: height,
            material: isGlass ? .coatedGlass : isBrick ? .brick : .concrete))
      }
      from += front
    }
  }

  /// The ground of a house; nil where it would stand on the way.
  private func shape(_ from: Double, _ to: Double, _ side: Double, _ offset: Double) -> Polygon? {
    let (a, b) = (point(from, side * offset), point(to, side * offset))
    let back = side * (offset + district.depth)
    let (c, d) = (point(to, back), point(from, back))
    let corners = side > 0 ? [a, b, c, d] : [a, d, c, b]
    guard let polygon = try? Polygon(exterior: corners), !grid.isNear(polygon, within: Self.kerb)
    else {
      return nil
    }
    return polygon
  }

  /// A point beside the way: metres along, metres to the left.
  private func point(_ along: Double, _ left: Double) -> Vec2 {
    let place = min(max(0, along / Self.pace), Double(way.count - 1) - 1e-6)
    let index = Int(place)
    let here = way[index] + (way[index + 1] - way[index]) * (place - Double(index))
    // The street is straighter than a car's way: its direction is that of some 40 m.
    let reach = 5
    let ahead = way[min(way.count - 1, index + reach)] - way[max(0, index - reach)]
    let direction = ahead.length > 0 ? ahead / ahead.length : Vec2(1, 0)
    return here + direction.perpendicular * left
  }

  /// The way in points of equal distance: standing takes none.
  private static func paced(_ way: [Vec2]) -> [Vec2] {
    guard var last = way.first else { return [] }
    var points = [last]
    for next in way.dropFirst() {
      while last.distance(to: next) >= pace {
        last = last + (next - last) * (pace / last.distance(to: next))
        points.append(last)
      }
    }
    return points
  }

  private static func lengthened(_ way: [Vec2]) -> [Vec2] {
    guard way.count > 3, let first = way.first, let last = way.last else { return way }
    let (back, ahead) = (first - way[3], last - way[way.count - 4])
    let steps = Int(beyond / pace)
    func tail(_ start: Vec2, _ direction: Vec2) -> [Vec2] {
      let step = direction.length > 0 ? direction / direction.length * pace : Vec2.zero
      return (1...steps).map { start + step * Double($0) }
    }
    return tail(first, back).reversed() + way + tail(last, ahead)
  }
}

/// Points in square cells, to be asked whether one is near a polygon.
private struct UniformCells {
  private var cells: [SIMD2<Int32>: [Vec2]] = [:]
  private let size: Double

  init(_ points: [Vec2], size: Double) {
    self.size = size
    for point in points { cells[cell(point), default: []].append(point) }
  }

  private func cell(_ point: Vec2) -> SIMD2<Int32> {
    SIMD2(
      Int32(clamping: Int((point.x / size).rounded(.down))),
      Int32(clamping: Int((point.y / size).rounded(.down))))
  }

  func isNear(_ polygon: Polygon, within reach: Double) -> Bool {
    let box = polygon.bounds
    let (low, high) = (
      cell(box.minimum - Vec2(repeating: reach)), cell(box.maximum + Vec2(repeating: reach))
    )
    for x in low.x...high.x {
      for y in low.y...high.y {
        for point in cells[SIMD2(x, y)] ?? [] {
          if polygon.contains(point) { return true }
          if polygon.edges.contains(where: { $0.distance(to: point) < reach }) { return true }
        }
      }
    }
    return false
  }
}
