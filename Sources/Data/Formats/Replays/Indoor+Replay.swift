import Documents
import Kernel
import Observations
import Recordings
import Truth

extension IndoorCompetition: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.add(gyroscope: gyroscope)
    draft.assembly.add(magnetometer: magnetometer)
    draft.assembly.add(scans)
    draft.assembly.add(beacons)
    // The floor's folder holds its map; the traces are one level below.
    let (tree, folder) = (
      draft.tree, draft.file.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    )
    let plan =
      LocalPlan.competition(tree, folder + "../") ?? LocalPlan.competition(tree, folder) ?? .nowhere
    let floor = Self.floorNumber(header.floorName)
    let points = waypoints.map { point -> TruthSample in
      let place = plan.coordinate(x: point.x, y: point.y)
      return floor.map { .place(place, floor: $0, at: point.time) } ?? .place(place, at: point.time)
    }
    draft.assembly.truth = .passed(points)
    if !points.isEmpty { draft.notes.append(plan.note) }
    if floor == nil {
      draft.notes.append("the number of floor '\(excerpted(header.floorName))' is unknown")
    }
    draft.map =
      CompetitionMap.read(tree, folder + "../", floorNumber: Self.floorNumber)
      ?? CompetitionMap.read(tree, folder, floorNumber: Self.floorNumber)
  }

  /// The level of a floor name, such as 0 for `F1`, 1 for `2F`, -1 for `B1`; nil for other names.
  private static func floorNumber(_ name: String) -> Int? {
    let letters = name.uppercased().filter(\.isLetter)
    let digits = name.filter { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0 else { return nil }
    switch letters {
    case "F", "L": return number - 1
    case "B", "BF", "P": return -number
    default: return nil
    }
  }
}

extension GetSensorData: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: accelerometer)
    draft.assembly.add(gyroscope: gyroscope)
    draft.assembly.add(magnetometer: magnetometer)
    draft.assembly.add(barometer)
    draft.assembly.add(scans)
    draft.assembly.add(beacons)
    draft.assembly.truth = .passed(
      truth.map { .place($0.coordinate, floor: $0.floor, at: $0.time) })
    if let reported = draft.assembly.add(phone: fixes) { draft.notes.append(reported) }
  }
}

extension [TruthSample] {
  /// Ground truth of passed points: the path is straight between them and unknown after the last.
  ///
  /// Between points on different floors the floor is unknown, because the position of the stairs is.
  fileprivate static func passed(_ points: [TruthSample]) -> [TruthSample] {
    guard let last = points.last else { return [] }
    var points = points
    for index in points.indices.dropLast() where points[index].floor != points[index + 1].floor {
      points[index].known.remove(.floor)
    }
    return points + [TruthSample(unknownAt: last.time.next)]
  }
}

extension UJIMagnetic: ReplayContent {
  func fill(_ draft: inout ReplayDraft) {
    draft.warnings.add(report)
    draft.assembly.add(magnetometer: magnetometer)
    for segment in segments where segment.rows.upperBound < magnetometer.count {
      let last = magnetometer[segment.rows.upperBound].time
      draft.assembly.add(.place(segment.start, at: magnetometer[segment.rows.lowerBound].time))
      draft.assembly.add(.place(segment.end, at: last))
      draft.assembly.add(TruthSample(unknownAt: last.next))
    }
    draft.notes = ["accelerations without gravity are not specific force and aren't passed on"]
  }
}

extension ReplayFormat {
  /// A surveyor's walk through a mall, with waypoints.
  static let indoorCompetition = ReplayFormat(
    "indoor-competition", "Indoor Location Competition 2.0: traces of TYPE_ lines and waypoints",
    of: IndoorCompetition.self, begins: { $0.head.contains("\tTYPE_") })

  /// A log with surveyed points, pressure, Wi-Fi and beacons.
  static let getSensorData = ReplayFormat(
    "getsensordata", "GetSensorData, as in the IPIN competitions: rows of ACCE;, WIFI;, POSI;",
    of: GetSensorData.self,
    begins: { probe in
      probe.head.contains("GetSensorData")
        || ["ACCE;", "GYRO;", "MAGN;", "WIFI;", "PRES;"].contains { probe.firstLine.hasPrefix($0) }
    })

  /// A phone in the hand in the corridors of a laboratory, ten rows per second.
  static let ujiMagnetic = ReplayFormat(
    "ujiindoorloc-mag", "UJIIndoorLoc-Mag: ten columns between blanks, segments at the end",
    of: UJIMagnetic.self,
    begins: { probe in
      let fields = probe.firstLine.split(separator: " ")
      return fields.count == 10 && fields[0].utf8.count == 13
        && fields.allSatisfy { Double($0) != nil }
    })
}
