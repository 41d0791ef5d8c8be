import Geometry

/// Finds the places that have names of their own.
enum OSMPlaces {
  private static let keys = [
    "amenity", "shop", "tourism", "leisure", "office", "railway", "public_transport", "historic",
    "craft", "healthcare",
  ]

  /// Returns named nodes and areas with a use, in the order of their ids, at most as many as allowed.
  static func find(
    _ ground: OSMGround, limit: Int, _ report: inout ImportReport
  ) -> [(name: String, spot: DraftSpot)] {
    var names = NameRegister()
    var places: [(name: String, spot: DraftSpot)] = []
    func add(_ tags: OSMTags, _ point: Vec2?) {
      guard let name = tags["name"], let use = keys.first(where: { tags[$0] != nil }) else {
        return
      }
      guard places.count < limit else {
        return report.leave("named places", "more than \(limit)", name)
      }
      guard let point else { return }
      places.append((names.name(name, or: use), DraftSpot(point: point, level: nil)))
      report.take("named places")
    }
    for id in ground.data.nodeTags.keys.sorted() {
      guard let tags = ground.data.nodeTags[id], tags["level"] == nil || tags["level"] == "0" else {
        continue
      }
      add(tags, ground.point(ofNode: id))
    }
    for way in ground.data.ways where way.isClosed && way.tags["indoor"] == nil {
      guard way.tags["name"] != nil, let line = ground.line(of: way) else { continue }
      add(way.tags, (try? Polygon(exterior: ShapeMaker.simplified(line)))?.innerPoint)
    }
    return places
  }
}
