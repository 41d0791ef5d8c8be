package import Documents
package import Geometry
import Glibc
import Kernel
import Maps
package import Signals
package import Venues

/// Statistical parameters of a kind of street canyon: street width and the buildings along it.
///
/// ``midrise`` was fitted to a real drive at Berlin's Potsdamer Platz, by the signals that its twin receives.
/// ``highrise`` is an estimate of high-rise buildings along narrow streets, as in Manhattan, with heights of
/// two to five street widths.
package struct StreetDistrict: DocumentObject, Hashable {
  /// Street width from facade to facade, in m: median and sigma of the log-normal distribution.
  package var width = 31.0
  package var widthSpread = 0.41
  /// Height of ordinary buildings, in m: median and sigma of the log-normal distribution.
  package var height = 36.0
  package var heightSpread = 0.1
  /// Share of towers among the buildings, and their median height in m.
  package var towers = 0.16
  package var towerHeight = 53.0
  /// Median length of a facade, in m, and share of missing facades: yards, squares.
  package var front = 31.0
  package var gaps = 0.3
  /// Distance between side streets, and their width, in m.
  package var block = 116.0
  package var sideStreet = 16.0
  /// Depth of buildings, and distance to the row behind them, in m.
  package var depth = 25.0
  package var yard = 54.0
  /// Share of facades of coated glass; the others are of concrete or brick.
  package var glass = 0.25
  /// Reflection loss of facades by roughness, in dB, and max distance of reflecting facades, in m.
  package var roughness = 0.5
  package var reach = 150.0
  /// Share of power that facades scatter diffusely.
  package var scatter = 0.44

  package init() {}

  package init(from object: inout ObjectReader) {
    func metres(_ key: String, _ path: WritableKeyPath<StreetDistrict, Double>, _ about: String) {
      self[keyPath: path] = object.optional(
        key, .quantity(.length, .between(1, 1000)), default: self[keyPath: path], about)
    }
    func share(
      _ key: String, _ path: WritableKeyPath<StreetDistrict, Double>, _ about: String,
      _ maximum: Double = 1
    ) {
      self[keyPath: path] = object.optional(
        key, .number(.between(0, maximum)), default: self[keyPath: path], about)
    }
    metres("width", \.width, "Median width of the street, from facade to facade.")
    share("width_spread", \.widthSpread, "Standard deviation of the logarithm of the width.", 2)
    metres("height", \.height, "Median height of ordinary buildings.")
    share("height_spread", \.heightSpread, "Standard deviation of the logarithm of the heights.", 2)
    share("towers", \.towers, "Share of buildings that are towers.")
    metres("tower_height", \.towerHeight, "Median height of towers.")
    metres("front", \.front, "Median length of a facade.")
    share("gaps", \.gaps, "Share of facades that are missing.")
    metres("block", \.block, "Median distance from one side street to the next.")
    metres("side_street", \.sideStreet, "Width of side streets.")
    metres("depth", \.depth, "Depth of buildings.")
    metres("yard", \.yard, "Distance from a building to the row behind it.")
    share("glass", \.glass, "Share of facades of coated glass.")
    roughness = object.optional(
      "roughness", .quantity(.decibels, .between(0, 40)), default: roughness,
      "Reflection loss of facades by roughness.")
    share("scatter", \.scatter, "Share of power that facades scatter in all directions.")
    metres("reach", \.reach, "Maximum distance at which reflections of facades are received.")
  }

  /// Streets between buildings of six to eight floors, with some towers.
  package static let midrise = StreetDistrict()

  /// Streets at most half as wide as their buildings are high.
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
  /// A copy of signal settings with the reflection parameters of these facades.
  package func signals(_ given: SignalSettings) -> SignalSettings {
    guard case .on(var gnss) = given.gnss else { return given }
    (gnss.facadeRoughnessDecibels, gnss.facadeScatter) = (roughness, scatter)
    gnss.reachMetres = reach
    (gnss.fading, gnss.vehicles) = (true, true)
    var signals = given
    signals.gnss = .on(gnss)
    return signals
  }

  /// A venue with buildings on both sides of a path, and a second row behind them.
  ///
  /// For a stationary receiver, the direction of the street is random.
  ///
  /// - Parameters:
  ///   - way: The path, in metres east and north.
  ///   - frame: The local frame.
  ///   - seed: Seed of the buildings.
  /// - Returns: The venue; the path is clear of buildings.
  package func venue(along way: [Vec2], in frame: LocalFrame, seed: UInt64) -> Venue {
    var layout = StreetLayout(self, way: way, seed: seed)
    layout.build()
    let buildings = layout.houses.map {
      Building(name: "", footprint: [$0.shape], heightMetres: $0.height)
    }
    return Venue(
      map: VenueMap(name: "street", frame: frame, buildings: buildings, levels: []),
      materials: VenueMaterials(facades: layout.houses.map(\.material)))
  }
}

/// Places buildings along a path.
private struct StreetLayout {
  struct House {
    var shape: Polygon
    var height: Double
    var material: Material
  }

  /// Min distance from a building to the path, in m.
  private static let kerb = 7.0
  /// Distance between resampled points of the path, in m.
  private static let pace = 4.0
  /// Extension of the street beyond both ends of the path, in m.
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
    // Neighbours are similar: half of the height variance is common to a block.
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

  /// The footprint of a building; nil if it is too close to the path.
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

  /// A point in path coordinates: metres along, metres to the left.
  private func point(_ along: Double, _ left: Double) -> Vec2 {
    let place = min(max(0, along / Self.pace), Double(way.count - 1) - 1e-6)
    let index = Int(place)
    let here = way[index] + (way[index + 1] - way[index]) * (place - Double(index))
    // A street is straighter than a car's path: its direction is averaged over some 40 m.
    let reach = 5
    let ahead = way[min(way.count - 1, index + reach)] - way[max(0, index - reach)]
    let direction = ahead.length > 0 ? ahead / ahead.length : Vec2(1, 0)
    return here + direction.perpendicular * left
  }

  /// The path resampled at equal distances; a stationary receiver adds no points.
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

/// Points in a grid of square cells, for proximity queries with polygons.
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
