import Geometry
import Glibc

/// Diffuse scattering by facades: Lambert's law of Degli-Esposti et al.
///
/// Balconies, frames and bricks scatter the fraction S² of the power (Degli-Esposti et al., "Measurement
/// and modelling of scattering from buildings", 2007: S from 0.2 to 0.6; from memory). Each facade scatters
/// from one patch, about as large as a house front. The facades are selected per square of 5 m, so that
/// all receivers in a square get the same.
struct GNSSRoughFacades: Sendable {
  /// The scattering patch of a facade.
  struct Patch: Sendable {
    var middle: Vec3
    var normal: Vec2
    /// The fraction of incident power scattered to the square at normal incidence.
    var share: Double
    var facade: Int

    /// True if it ranks before another: by power, and for equal orientation by index.
    func precedes(_ other: Patch) -> Bool {
      if share != other.share { return share > other.share }
      return normal == other.normal && facade < other.facade
    }
  }

  /// The echo of a patch.
  struct Echo: Sendable {
    var arrival: Vec3
    var extra: Double
    var share: Double
    var facade: Int
  }

  /// The side of a square, and the max patch size, in m.
  private static let square = 5.0
  private static let longest = 30.0
  /// Max number of patches per position, and of echoes per satellite.
  private static let maximum = 8
  private static let received = 3
  /// Min power relative to the open sky: -32 dB.
  private static let minimum = 6e-4

  private(set) var patches: [Patch] = []
  private(set) var echoes: [Echo] = []
  private var place: SIMD3<Int32>?
  /// The scattered fraction of power.
  private let scattered: Double

  init(scattering share: Double) { scattered = share }

  /// Updates the patches for the square around a position.
  mutating func move(in city: GNSSCity, _ list: GNSSFacadeList, to point: Vec3) {
    guard abs(point.x) < 1e9, abs(point.y) < 1e9, abs(point.z) < 1e6 else { return }
    let here = SIMD3(
      Int32((point.x / Self.square).rounded(.down)), Int32((point.y / Self.square).rounded(.down)),
      Int32((point.z / 2).rounded(.down)))
    guard place != here else { return }
    place = here
    let eye = Vec3(
      (Double(here.x) + 0.5) * Self.square, (Double(here.y) + 0.5) * Self.square,
      Double(here.z) * 2 + 1)
    patches.removeAll(keepingCapacity: true)
    for group in list.groups {
      for item in list.items[group.first..<group.end] {
        add(patch(item, group, from: eye))
      }
    }
    patches.removeAll { patch in
      let way = patch.middle - eye
      return city.isBlocked(GNSSRay(from: eye, along: way), within: way.xy.length - 0.2)
    }
  }

  /// A facade's patch as seen from a position.
  private func patch(
    _ item: GNSSFacadeList.Item, _ group: GNSSFacadeList.Group, from eye: Vec3
  ) -> Patch {
    // Near the position on a long facade, else in its middle; in the upper part, which most satellites light.
    let half = min(item.high - item.low, Self.longest) / 2
    let shift = Double((Int(item.facade) &* 40_503) & 0xFFFF) / 65_536 * 80 - 40
    let along = min(item.high - half, max(item.low + half, eye.xy.dot(group.along) + shift))
    let height = min(item.top - item.base, Self.longest)
    let foot = group.normal * (item.offset + 0.05) + group.along * along
    let middle = Vec3(foot, item.top - 0.5 * height)
    let way = eye - middle
    let square = max(25, way.squaredLength)
    let cosine = way.xy.dot(group.normal) / square.squareRoot()
    return Patch(
      middle: middle, normal: group.normal,
      share: max(0, cosine) * scattered * 2 * half * height / (.pi * square),
      facade: Int(item.facade))
  }

  /// Inserts a patch in descending order of power.
  private mutating func add(_ patch: Patch) {
    guard patch.share > Self.minimum else { return }
    // More than needed, as some will be blocked.
    let room = 2 * Self.maximum
    if patches.count == room, let last = patches.last {
      guard patch.precedes(last) else { return }
      patches.removeLast()
    }
    var place = patches.count
    while place > 0, patch.precedes(patches[place - 1]) { place -= 1 }
    patches.insert(patch, at: place)
  }

  /// An upper bound of the scattered power of a satellite, relative to the open sky.
  func bound(from satellite: Vec3) -> Double {
    var sum = 0.0
    for patch in patches.prefix(Self.maximum) {
      sum += patch.share * max(0, satellite.xy.dot(patch.normal))
    }
    return sum
  }

  /// Collects the patches' echoes of one satellite.
  mutating func collect(
    _ city: GNSSCity, from satellite: Vec3, at point: Vec3,
    remembering blockers: inout GNSSBlockers
  ) {
    echoes.removeAll(keepingCapacity: true)
    for patch in patches.prefix(Self.maximum) {
      let share = patch.share * satellite.xy.dot(patch.normal)
      guard share > Self.minimum else { continue }
      let ray = GNSSRay(from: patch.middle, along: satellite)
      guard !city.isBlocked(ray, within: 1e5, remembering: &blockers) else { continue }
      let way = patch.middle - point
      let distance = max(1, way.length)
      let arrival = way / distance
      echoes.append(
        Echo(
          arrival: arrival, extra: distance * (1 - arrival.dot(satellite)), share: share,
          facade: patch.facade))
      if echoes.count == Self.received { break }
    }
  }
}
