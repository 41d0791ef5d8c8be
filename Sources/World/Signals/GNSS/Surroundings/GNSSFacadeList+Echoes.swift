import Geometry
import Glibc

extension GNSSFacadeList {
  /// Finds the specular echoes of one satellite by the image method.
  ///
  /// Within a group of parallel facades, only the nearest one on the mirrored ray is visible.
  ///
  /// - Parameters:
  ///   - scene: The buildings and their materials.
  ///   - receiver: The antenna's position.
  ///   - satellite: The unit vector to the satellite.
  ///   - flat: The cosine of its elevation.
  ///   - wavelength: In m.
  ///   - rule: The facade parameters.
  ///   - blockers: The cached blockers.
  ///   - echoes: Receives the strongest three.
  func echoes(
    _ scene: GNSSSurroundings, receiver: Vec3, satellite: Vec3, flat: Double, wavelength: Double,
    rule: GNSSEchoRule, remembering blockers: inout GNSSBlockers, into echoes: inout [GNSSEcho]
  ) {
    echoes.removeAll(keepingCapacity: true)
    let slope = satellite.z / max(flat, 1e-6)
    let narrow = SIMD3<Float>(satellite)
    let isRising = satellite.z >= 0
    for (place, screen) in screens.enumerated() {
      let passes = screen.passes(narrow)
      guard !isRising || any(passes) else { continue }
      for number in place * 4..<min(place * 4 + 4, groups.count)
      where !isRising || passes[number & 3] {
        let group = groups[number]
        let cosine = satellite.xy.dot(group.normal)
        guard cosine > 0.03 else { continue }
        let hit = nearest(
          group, receiver, satellite, cosine: cosine, furthest: rule.reach / flat)
        guard let hit else { continue }
        let away = group.away - items[hit].offset
        let way = away / cosine
        let (share, margin) = strength(
          items[hit], group, scene, rule, receiver, satellite, way, cosine)
        let nu = -GNSSKnifeEdge.parameter(height: margin, distance: way, wavelength: wavelength)
        let left = rule.bends ? share * gnssPower(tenth: -GNSSKnifeEdge.loss(nu)) : share
        guard left > 1e-3 else { continue }
        let arrival = Vec3(satellite.xy - group.normal * (2 * cosine), satellite.z)
        var ray = GNSSRay(from: receiver, along: arrival)
        guard !scene.city.isBlocked(ray, within: way * flat - 0.1, remembering: &blockers)
        else { continue }
        let point = receiver + arrival * way + Vec3(group.normal * 0.05, 0)
        ray.origin = point
        ray.direction = satellite.xy / max(flat, 1e-6)
        ray.slope = slope
        guard !scene.city.isBlocked(ray, within: 1e5, remembering: &blockers) else { continue }
        let echo = GNSSEcho(
          arrival: arrival, extra: 2 * away * cosine, share: left, normal: group.normal,
          cosine: cosine, facade: Int(items[hit].facade))
        Self.keep(echo, among: &echoes)
      }
    }
  }

  /// Keeps the strongest three, in descending order.
  private static func keep(_ echo: GNSSEcho, among echoes: inout [GNSSEcho]) {
    var place = echoes.count
    while place > 0, echoes[place - 1].share < echo.share { place -= 1 }
    guard place < 3 else { return }
    if echoes.count == 3 { echoes.removeLast() }
    echoes.insert(echo, at: place)
  }

  /// The nearest facade of a group on the mirrored ray; of equally near ones the first by index.
  ///
  /// Facades are sorted by distance. The search ends when the ray is above all the remaining ones.
  @inline(__always)
  private func nearest(
    _ group: Group, _ receiver: Vec3, _ satellite: Vec3, cosine: Double, furthest: Double
  ) -> Int? {
    let drift = satellite.xy.dot(group.along) / cosine
    let rise = satellite.z / cosine
    let limit = furthest * cosine
    let isRising = rise >= 0
    var best = -1
    var nearest = Double.infinity
    var index = group.begin
    while index < group.end {
      let distance = group.away - items[index].offset
      guard distance < limit, distance <= nearest else { break }
      defer { index &+= 1 }
      let height = receiver.z + distance * rise
      if isRising, height > items[index].peak { break }
      let along = group.place + distance * drift
      guard along >= items[index].low, along <= items[index].high, height <= items[index].top,
        height >= items[index].base
      else { continue }
      if best < 0 || items[index].facade < items[best].facade { best = index }
      nearest = distance
    }
    return best < 0 ? nil : best
  }

  /// The reflected fraction of power, and the distance of the reflection point from the rim, in m.
  @inline(__always)
  private func strength(
    _ item: Item, _ group: Group, _ scene: GNSSSurroundings, _ rule: GNSSEchoRule, _ receiver: Vec3,
    _ satellite: Vec3, _ way: Double, _ cosine: Double
  ) -> (share: Double, margin: Double) {
    let facade = scene.city.facades[Int(item.facade)]
    let along = group.place + way * satellite.xy.dot(group.along)
    let height = receiver.z + way * satellite.z
    var margin = item.top - height
    if facade.base > 0.5 { margin = min(margin, height - item.base) }
    // The normal's left-hand direction is either along the edge's direction or against it.
    let isWith = facade.along.dot(group.along) > 0
    if isWith ? facade.endsAtStart : facade.endsAtEnd { margin = min(margin, along - item.low) }
    if isWith ? facade.endsAtEnd : facade.endsAtStart { margin = min(margin, item.high - along) }
    let table = scene.reflections[Int(facade.material)]
    let step = Int(cosine * Double(GNSSMaterial.steps))
    return (table[min(step, GNSSMaterial.steps)] * rule.share, margin)
  }
}

/// The parameters of specular echoes.
struct GNSSEchoRule: Sendable {
  /// Max distance of a facade, in m.
  var reach: Double
  /// The fraction of power left after roughness.
  var share: Double
  /// True for diffraction at a facade's rim.
  var bends: Bool
}
