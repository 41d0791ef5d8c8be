import Documents

/// Reads the polygons of a TopoJSON topology: shared arcs, optionally quantised and delta-encoded.
struct TopoJSON {
  let name: String
  let limits: ImportLimits

  /// Every polygonal geometry of every object as a feature, in the document's order.
  func features(
    of document: JSONValue, _ report: inout ImportReport
  ) throws(DocumentError) -> [GeoFeature] {
    guard let arcList = document["arcs"]?.elements, case .object(let objects)? = document["objects"]
    else {
      throw DocumentError("\(brief(name, limit: 200)): a topology needs 'arcs' and 'objects'")
    }
    let transform = try Transform(document["transform"], name: name)
    var arcs: [[GeoPoint]?] = []
    var room = limits.nodes
    for arc in arcList {
      room -= arc.elements?.count ?? 0
      guard room >= 0 else {
        throw DocumentError(
          "\(brief(name, limit: 200)): more than \(limits.nodes) positions in its arcs")
      }
      arcs.append(transform.places(of: arc))
    }
    var features: [GeoFeature] = []
    // Arcs may be reused, so a small file can request much memory.
    room = limits.nodes
    // Collections may be nested; a stack replaces recursion.
    var open = objects.members.reversed().map(\.value)
    while let value = open.popLast() {
      if value["type"]?.plainText == "GeometryCollection" {
        open += (value["geometries"]?.elements ?? []).reversed()
        continue
      }
      guard features.count < limits.features else {
        throw DocumentError(
          "\(brief(name, limit: 200)): more than \(limits.features) geometries")
      }
      let index = features.count
      let id = value["id"]?.plainText ?? "geometry \(index)"
      do throws(GeoFault) {
        let properties = value["properties"] ?? .null
        features.append(
          GeoFeature(
            index: index, id: id, properties: properties.isObject ? properties : [:],
            geometry: .polygons(try polygons(value, arcs, &room)), whole: .null))
      } catch {
        report.leave("footprints", error.reason, "\(name): \(id)")
      }
    }
    return features
  }

  private func polygons(
    _ value: JSONValue, _ arcs: [[GeoPoint]?], _ room: inout Int
  ) throws(GeoFault) -> [[[GeoPoint]]] {
    let lists: [JSONValue]
    switch value["type"]?.plainText {
    case "Polygon": lists = [value["arcs"] ?? .null]
    case "MultiPolygon": lists = value["arcs"]?.elements ?? []
    default: throw GeoFault("geometry that is not a polygon")
    }
    var polygons: [[[GeoPoint]]] = []
    for list in lists {
      var rings: [[GeoPoint]] = []
      for ring in list.elements ?? [] { rings.append(try self.ring(ring, arcs, &room)) }
      guard !rings.isEmpty else { throw GeoFault("geometry without coordinates") }
      polygons += split(rings)
    }
    guard !polygons.isEmpty else { throw GeoFault("geometry without coordinates") }
    return polygons
  }

  /// Splits a polygon into one per exterior ring, recognised by its direction: some writers put all rings of
  /// a block of buildings into one polygon.
  private func split(_ rings: [[GeoPoint]]) -> [[[GeoPoint]]] {
    guard let first = rings.first else { return [] }
    let direction = area(of: first) > 0
    var polygons: [[[GeoPoint]]] = []
    for ring in rings {
      if (area(of: ring) > 0) == direction || polygons.isEmpty {
        polygons.append([ring])
      } else {
        polygons[polygons.count - 1].append(ring)
      }
    }
    return polygons
  }

  private func area(of ring: [GeoPoint]) -> Double {
    guard let origin = ring.first, var last = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum +=
        (last.longitude - origin.longitude) * (point.latitude - origin.latitude)
        - (last.latitude - origin.latitude) * (point.longitude - origin.longitude)
      last = point
    }
    return sum
  }

  private func ring(
    _ value: JSONValue, _ arcs: [[GeoPoint]?], _ room: inout Int
  ) throws(GeoFault) -> [GeoPoint] {
    var points: [GeoPoint] = []
    for element in value.elements ?? [] {
      guard let number = element.whole else { throw GeoFault("an arc that is not a number") }
      // A negative number is the complement of an arc's index, for the reversed arc.
      let index = number < 0 ? ~number : number
      guard arcs.indices.contains(index), let arc = arcs[index] else {
        throw GeoFault("an arc that doesn't exist or is not a list of positions")
      }
      room -= arc.count
      guard room >= 0 else {
        throw GeoFault("more than \(limits.nodes) positions in all")
      }
      let directed = number < 0 ? arc.reversed() : arc
      points += points.isEmpty ? directed[...] : directed.dropFirst()
    }
    guard Set(points.prefix(8)).count >= 3 else { throw GeoFault("ring of fewer than 3 positions") }
    guard points.allSatisfy(\.isOnEarth) else {
      throw GeoFault("coordinates that are not degrees on the Earth")
    }
    return points
  }
}

/// The conversion of a quantised topology's integers to degrees.
private struct Transform {
  private var scale: (Double, Double)?
  private var shift = (0.0, 0.0)

  init(_ value: JSONValue?, name: String) throws(DocumentError) {
    guard let value else { return }
    guard let scale = value["scale"]?.elements, let shift = value["translate"]?.elements,
      scale.count >= 2, shift.count >= 2, let sx = scale[0].number, let sy = scale[1].number,
      let tx = shift[0].number, let ty = shift[1].number
    else {
      throw DocumentError("\(brief(name, limit: 200)): its transform is not a pair of number pairs")
    }
    self.scale = (sx, sy)
    self.shift = (tx, ty)
  }

  /// The positions of an arc; nil if it isn't a list of pairs.
  func places(of arc: JSONValue) -> [GeoPoint]? {
    guard let elements = arc.elements else { return nil }
    var places: [GeoPoint] = []
    places.reserveCapacity(elements.count)
    var (x, y) = (0.0, 0.0)
    for element in elements {
      guard case .array(let pair) = element, pair.count >= 2, let a = pair[0].number,
        let b = pair[1].number
      else { return nil }
      guard let scale else {
        places.append(GeoPoint(longitude: a, latitude: b))
        continue
      }
      x += a
      y += b
      places.append(
        GeoPoint(longitude: x * scale.0 + shift.0, latitude: y * scale.1 + shift.1))
    }
    return places
  }
}
