/// The columns of a phone sensor table, recognised by name.
struct SensorHeader {
  /// A column's name in lower case, without spaces, hyphens and underscores, and its unit.
  struct Column: Hashable {
    var name: String
    var unit: String

    /// Parses a title such as `Acceleration x (m/s^2)`.
    init(title: String) {
      var name = title.lowercased()
      unit = ""
      if let start = name.lastIndex(where: { $0 == "(" || $0 == "[" }),
        let last = name.last(where: { $0 != " " }), last == ")" || last == "]"
      {
        unit = String(name[name.index(after: start)...].filter { !")] ".contains($0) })
        name = String(name[..<start])
      }
      self.name = name.filter { !" _-\u{FEFF}".contains($0) }
    }
  }

  let columns: [Column]

  init(titles: [String]) { columns = titles.map(Column.init) }

  /// The first column with one of the names.
  func index(of names: String...) -> Int? {
    for name in names {
      if let index = columns.firstIndex(where: { $0.name == name }) { return index }
    }
    return nil
  }

  /// The columns of the three axes: `x`, `Acceleration x`, `accelerometerAccelerationX`, `ax`.
  var axes: [Int]? {
    var found: [Int] = []
    for axis in ["x", "y", "z"] {
      let exact = columns.firstIndex { $0.name == axis }
      guard let index = exact ?? columns.firstIndex(where: { Self.isAxis($0.name, axis) }) else {
        return nil
      }
      found.append(index)
    }
    return found
  }

  private static func isAxis(_ name: String, _ axis: String) -> Bool {
    let stems = [
      "acceleration", "linearacceleration", "accelerometer", "gyroscope", "magneticfield",
      "magnetometer", "rotationrate", "angularvelocity", "gravity", "a", "g", "w", "b",
    ]
    return name.hasSuffix(axis) && stems.contains { name == $0 + axis }
  }

  /// The sensor, by column names or the file's name; nil if unknown.
  func sensor(file: String) -> SensorTable.SensorType? {
    let stem = Self.stem(of: file)
    // A device on the wrist or in the ear moves differently from the phone.
    if ["watch", "wrist", "headphone"].contains(where: { stem.hasPrefix($0) }) { return nil }
    if index(of: "latitude") != nil { return .location }
    // The connected network, with its strength in percent, isn't a scan.
    if index(of: "bssid") != nil { return stem == "network" ? nil : .wifi }
    if index(of: "pressure") != nil { return .barometer }
    guard let axes else { return nil }
    let (name, unit) = (columns[axes[0]].name, columns[axes[0]].unit)
    if name.hasPrefix("linearacceleration") { return .linearAcceleration }
    if name.hasPrefix("gravity") { return .gravity }
    if name.hasPrefix("acceleration") || name == "ax" { return .accelerometer }
    if name.hasPrefix("gyroscope") || name == "wx" || unit == "rad/s" { return .gyroscope }
    if name.hasPrefix("magnet") || unit == "µt" || unit == "μt" { return .magnetometer }
    switch stem {
    case "totalacceleration", "accelerometeruncalibrated", "acceleration": return .accelerometer
    // Sensor Logger's table lacks gravity; those of other apps include it.
    case "accelerometer":
      return index(of: "secondselapsed") == nil ? .accelerometer : .linearAcceleration
    case "linearaccelerometer", "linearacceleration", "useracceleration":
      return .linearAcceleration
    case "gravity": return .gravity
    case "gyroscope", "gyroscopeuncalibrated", "gyro": return .gyroscope
    case "magnetometer", "magnetometeruncalibrated", "magneticfield": return .magnetometer
    default: return nil
    }
  }

  /// A file's name in lower case, without folders, extensions, spaces and punctuation.
  static func stem(of file: String) -> String {
    var name = file[(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)...]
      .lowercased()
    for ending in [".gz", ".csv", ".txt", ".tsv"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name.filter { $0.isLetter || $0.isNumber }
  }
}
