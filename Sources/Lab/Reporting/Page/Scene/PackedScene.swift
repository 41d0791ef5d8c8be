import Documents

/// The venues of a scene in a page's format, with lists of points as two delta-encoded columns.
///
/// Unexpected contents are left out, since a page works without them.
struct PackedScene {
  /// The scene's scenarios, each with the index of its venue.
  static func scenarios(_ scene: JSONValue?) -> [(name: String, value: JSONValue)] {
    (scene?["scenarios"]?.listValue ?? []).compactMap { entry in
      guard let name = entry["name"]?.textValue else { return nil }
      return (
        name,
        [
          "about": entry["about"] ?? "", "duration": entry["duration_s"] ?? .null,
          "venue": entry["venue"] ?? .null,
        ]
      )
    }
  }

  /// The scene's venues.
  static func venues(_ scene: JSONValue?) -> JSONValue {
    .array((scene?["venues"]?.listValue ?? []).map(venue))
  }

  private static func venue(_ venue: JSONValue) -> JSONValue {
    let levels = (venue["levels"]?.listValue ?? []).map(level)
    let buildings = (venue["buildings"]?.listValue ?? []).map { building -> JSONValue in
      [
        "name": building["name"] ?? "", "outline": shapes(building["outline"]),
        "levels": building["has_levels"] ?? false,
      ]
    }
    let connectors = (venue["connectors"]?.listValue ?? []).map { connector -> JSONValue in
      let stops = (connector["stops"]?.listValue ?? []).map { stop -> JSONValue in
        [stop["level"] ?? .null, points(stop["at"])]
      }
      return [
        "name": connector["name"] ?? "", "kind": connector["kind"] ?? "", "stops": .array(stops),
      ]
    }
    let transmitters = (venue["transmitters"]?.listValue ?? []).map { transmitter -> JSONValue in
      [
        transmitter["kind"] ?? "", transmitter["name"] ?? "", transmitter["level"] ?? .null,
        points(transmitter["at"]),
      ]
    }
    return [
      "name": venue["name"] ?? "", "roads": lines(venue["roads"]), "paths": lines(venue["paths"]),
      "buildings": .array(buildings), "levels": .array(levels), "connectors": .array(connectors),
      "transmitters": .array(transmitters),
    ]
  }

  private static func level(_ level: JSONValue) -> JSONValue {
    let units = (level["units"]?.listValue ?? []).map { unit -> JSONValue in
      [unit["name"] ?? "", unit["kind"] ?? "", lines(unit["rings"])]
    }
    return [
      "floor": level["floor"] ?? 0, "name": level["name"] ?? "",
      "building": level["building"] ?? 0, "outline": shapes(level["outline"]),
      "units": .array(units), "fixtures": shapes(level["fixtures"]),
      "walls": points(level["walls"]), "openings": points(level["openings"]),
    ]
  }

  private static func shapes(_ value: JSONValue?) -> JSONValue {
    .array((value?.listValue ?? []).map { lines($0) })
  }

  private static func lines(_ value: JSONValue?) -> JSONValue {
    .array((value?.listValue ?? []).map { points($0) })
  }

  /// Encodes alternating east and north values as two columns with a space between them.
  private static func points(_ value: JSONValue?) -> JSONValue {
    let numbers = (value?.listValue ?? []).map { element -> Int in
      Int(min(max(element.numberValue ?? 0, -1e10), 1e10))
    }
    var columns = [DeltaText(), DeltaText()]
    for (index, number) in numbers.dropLast(numbers.count % 2).enumerated() {
      columns[index % 2].add(number)
    }
    return .string(columns[0].text + " " + columns[1].text)
  }
}
