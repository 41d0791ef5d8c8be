import Formats
import Geometry
import Kernel
import Observations

/// Walks through one building.
struct MagneticStudyPlace {
  /// Position of the building, and year of the walks.
  var origin: Geodetic
  var year: Double
  /// Distance of walls from a walk, in m; unknown, estimated for wide rooms or a corridor.
  var room = 6.0
  var walks: [MagneticStudyWalk]
}

extension MagneticStudyPlace {
  /// The museum of IPIN 2023, track 3.
  static func museum(_ data: ValidationData) throws -> MagneticStudyPlace {
    let origin = try Geodetic(
      latitudeDegrees: 49.46, longitudeDegrees: 11.11, altitudeMetres: 310)
    let frame = LocalFrame(origin: origin)
    let names = data.files(under: ValidationSet.ipin2023.rawValue + "/logfiles", suffix: ".txt.gz")
    let walks = try names.compactMap { name -> MagneticStudyWalk? in
      let read = try GetSensorData.read(data.bytes(name), file: name)
      // Another floor has another field.
      guard Set(read.truth.map(\.floor)).count == 1 else { return nil }
      let marks = try read.truth.map {
        (time: ($0.time - SimTime.start).seconds, place: try place($0.coordinate, in: frame))
      }
      return MagneticStudyWalk(marks, read.magnetometer, from: .start)
    }
    return MagneticStudyPlace(origin: origin, year: 2023.5, walks: walks)
  }

  /// The shopping centre of the Indoor Location Competition 2.0, near Hangzhou according to its plan.
  static func mall(_ data: ValidationData) throws -> MagneticStudyPlace {
    let origin = try Geodetic(
      latitudeDegrees: 30.294, longitudeDegrees: 120.076, altitudeMetres: 10)
    let names = data.files(under: ValidationSet.indoorCompetition.rawValue, suffix: ".txt.gz")
      .filter { $0.split(separator: "/").contains("path_data_files") }
    let walks = try names.compactMap { name -> MagneticStudyWalk? in
      let read = try IndoorCompetition.read(data.bytes(name), file: name)
      let marks = read.waypoints.map {
        (time: ($0.time - SimTime.start).seconds, place: Vec2($0.x, $0.y))
      }
      return MagneticStudyWalk(marks, read.magnetometer, from: .start)
    }
    return MagneticStudyPlace(origin: origin, year: 2019.9, walks: walks)
  }

  /// The straight corridors of UJIIndoorLoc-Mag, each walked five times in either direction.
  static func corridors(_ data: ValidationData) throws -> MagneticStudyPlace {
    let origin = try Geodetic(
      latitudeDegrees: 39.99, longitudeDegrees: -0.07, altitudeMetres: 50)
    let frame = LocalFrame(origin: origin)
    let names = data.files(under: ValidationSet.ujiMagnetic.rawValue + "/lines", suffix: ".txt")
    let walks = try names.compactMap { name -> MagneticStudyWalk? in
      let read = try UJIMagnetic.read(data.bytes(name), file: name)
      guard let segment = read.segments.first, let first = read.magnetometer.first else {
        return nil
      }
      let file = name.split(separator: "/").last.map(String.init) ?? name
      let times = [segment.rows.lowerBound, segment.rows.upperBound].map {
        (read.magnetometer[$0].time - first.time).seconds
      }
      let places = [
        try place(segment.start, in: frame), try place(segment.end, in: frame),
      ]
      return MagneticStudyWalk(
        zip(times, places).map { (time: $0, place: $1) }, read.magnetometer, from: first.time,
        line: String(file.prefix { $0 != "_" }))
    }
    return MagneticStudyPlace(origin: origin, year: 2015, room: 1.25, walks: walks)
  }

  private static func place(_ point: Coordinate, in frame: LocalFrame) throws -> Vec2 {
    try frame.enu(
      of: Geodetic(
        latitudeDegrees: point.latitudeDegrees, longitudeDegrees: point.longitudeDegrees,
        altitudeMetres: frame.origin.altitudeMetres)
    ).xy
  }
}
