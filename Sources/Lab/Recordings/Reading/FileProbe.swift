/// A file's name, neighbours and first lines, for format detection.
package struct FileProbe {
  /// The tree that holds the file.
  package let tree: RecordingTree
  /// Its path from the tree's root.
  package let file: String
  /// Path prefix of its neighbours: with the slash, or empty at the root.
  package let folder: String
  /// Its own name, without `.gz`.
  package let name: String
  /// Its first bytes as text.
  package let head: String

  package init(_ file: String, in tree: RecordingTree) {
    self.tree = tree
    self.file = file
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    folder = parts.dropLast().map { $0 + "/" }.joined()
    let last = String(parts[parts.count - 1])
    name = last.hasSuffix(".gz") ? String(last.dropLast(3)) : last
    head = Self.isText(name) ? String(decoding: tree.head(file), as: UTF8.self) : ""
  }

  /// True if a file may hold rows; images, videos and documents aren't opened.
  private static func isText(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return true }
    let ending = name[name.index(after: dot)...].lowercased()
    return ![
      "md", "png", "jpg", "jpeg", "pdf", "mp4", "svg", "html", "json", "geojson", "pbf", "osm",
      "topojson", "hevc", "npy", "mat", "zip",
    ].contains(ending)
  }

  package var firstLine: Substring {
    // Without a byte order mark.
    let text = head.first == "\u{FEFF}" ? head.dropFirst() : head[...]
    return text.prefix { !$0.isNewline }
  }

  /// True if the first line is a CSV header with all of these columns.
  package func names(_ columns: String...) -> Bool {
    let found = firstLine.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.filter { $0 != "\"" && $0 != " " }
    }
    return columns.allSatisfy { found.contains($0) }
  }

  /// True if a file is documentation, or belongs to a recording beside it, which opens it itself.
  ///
  /// - Parameter formats: The known formats.
  /// - Returns: True if it isn't a recording by itself.
  package func isCompanion(among formats: [ReplayFormat]) -> Bool {
    let plain = name.lowercased()
    let papers = ["readme", "license", "licence", "notice", "notes"]
    return papers.contains { plain.hasPrefix($0) } || plain.hasSuffix(".md")
      || ["stepcounter.csv", "wlan_fingerprints.csv", "floor_info.json", "geojson_map.json"]
        .contains(plain)
      || plain.hasPrefix("groundtruth")
      || plain == "ground_truth.csv" || plain == "device_imu.csv"
      || (plain == "beacons.csv" && names("x", "y", "name", "mac"))
      || file.hasPrefix("processed_log/") || file.hasPrefix("global_pose/")
      || file.contains("/processed_log/") || file.contains("/global_pose/")
      || formats.contains { $0.isBeside(self) }
  }

  package static func plain(_ file: String) -> String {
    file.hasSuffix(".gz") ? String(file.dropLast(3)) : file
  }
}
