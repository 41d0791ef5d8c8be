import Documents
import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  /// A surveyor's walk through a mall, with waypoints.
  static let indoorCompetition = ReplayFormat(
    "indoor-competition", "Indoor Location Competition 2.0: traces of TYPE_ lines and waypoints",
    begins: { $0.head.contains("\tTYPE_") },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try IndoorCompetition.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: content.accelerometer)
      assembly.add(gyroscope: content.gyroscope)
      assembly.add(magnetometer: content.magnetometer)
      assembly.add(content.scans)
      assembly.add(content.beacons)
      // The floor's folder holds its map and, a level down, its traces.
      let folders = file.split(separator: "/").dropLast().map { $0 + "/" }
      let plan =
        LocalPlan.competition(tree, folders.joined() + "../") ?? LocalPlan.competition(
          tree, folders.joined()) ?? .nowhere
      let name = content.header.floorName
      let floor = floorNumber(name)
      let points = content.waypoints.map { point -> TruthSample in
        let place = plan.coordinate(x: point.x, y: point.y)
        return floor.map { .place(place, floor: $0, at: point.time) }
          ?? .place(place, at: point.time)
      }
      assembly.truth = closed(points)
      var notes = points.isEmpty ? [] : [plan.note]
      if floor == nil { notes.append("which floor '\(excerpted(name))' is isn't known") }
      var read = ReadRecording(
        assembly.recording(device: device, source: "indoor-competition " + title),
        remarks: RemarkCounts(content.report), notes: notes)
      read.map =
        CompetitionMap.read(tree, folders.joined() + "../", floorNumber: floorNumber)
        ?? CompetitionMap.read(tree, folders.joined(), floorNumber: floorNumber)
      return read
    })

  /// A log with surveyed points, pressure, Wi-Fi and beacons.
  static let getSensorData = ReplayFormat(
    "getsensordata", "GetSensorData, as in the IPIN competitions: rows of ACCE;, WIFI;, POSI;",
    begins: { clue in
      clue.head.contains("GetSensorData")
        || ["ACCE;", "GYRO;", "MAGN;", "WIFI;", "PRES;"].contains { clue.firstLine.hasPrefix($0) }
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try GetSensorData.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: content.accelerometer)
      assembly.add(gyroscope: content.gyroscope)
      assembly.add(magnetometer: content.magnetometer)
      assembly.add(content.barometer)
      assembly.add(content.scans)
      assembly.add(content.beacons)
      assembly.truth = closed(
        content.truth.map { .place($0.coordinate, floor: $0.floor, at: $0.time) })
      var notes: [String] = []
      if let told = assembly.add(phone: content.fixes) { notes.append(told) }
      return ReadRecording(
        assembly.recording(device: device, source: "getsensordata " + title),
        remarks: RemarkCounts(content.report), notes: notes)
    })

  /// Points passed on a way: between two of them it was straight, beyond the last it isn't known.
  ///
  /// Between points on two floors nobody can tell where the stairs were, nor on which floor one is.
  private static func closed(_ points: [TruthSample]) -> [TruthSample] {
    guard let last = points.last else { return [] }
    var points = points
    for index in points.indices.dropLast() where points[index].floor != points[index + 1].floor {
      points[index].known.remove(.floor)
    }
    return points + [TruthSample(unknownAt: last.time.next)]
  }

  /// The level of a floor's name, such as 0 for `F1`, 1 for `2F`, -1 for `B1`; nil for others.
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

  /// A phone in the hand in a laboratory's corridors, ten rows a second.
  static let ujiMagnetic = ReplayFormat(
    "ujiindoorloc-mag", "UJIIndoorLoc-Mag: ten columns between blanks, segments at the end",
    begins: { clue in
      let fields = clue.firstLine.split(separator: " ")
      return fields.count == 10 && fields[0].utf8.count == 13
        && fields.allSatisfy { Double($0) != nil }
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try UJIMagnetic.read(tree.bytes(file), file: title)
      var assembly = RecordingAssembly()
      assembly.add(magnetometer: content.magnetometer)
      let samples = content.magnetometer
      for segment in content.segments where segment.rows.upperBound < samples.count {
        let (first, last) = (samples[segment.rows.lowerBound], samples[segment.rows.upperBound])
        assembly.truth.append(.place(segment.start, at: first.time))
        assembly.truth.append(.place(segment.end, at: last.time))
        assembly.truth.append(TruthSample(unknownAt: last.time.next))
      }
      return ReadRecording(
        assembly.recording(device: device, source: "ujiindoorloc-mag " + title),
        remarks: RemarkCounts(content.report),
        notes: ["accelerations without gravity are no specific force and aren't handed on"])
    })
}
