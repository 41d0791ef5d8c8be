import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

extension Comma2k19Drive: ReplayContent {
  fileprivate static let anchor = "processed_log/IMU/accelerometer/t"

  static func read(_ draft: ReplayDraft) throws -> Comma2k19Drive {
    let folder = String(draft.file.dropLast(anchor.utf8.count))
    return try read { (name) throws(DocumentError) in
      try NumPyArray.read(draft.tree.bytes(folder + name), file: draft.tree.title(folder + name))
    }
  }

  func fill(_ draft: inout ReplayDraft) {
    let folder = String(draft.file.dropLast(Self.anchor.utf8.count))
    draft.title = folder.isEmpty ? draft.tree.path : draft.tree.title(String(folder.dropLast()))
    draft.warnings.add(report)
    draft.assembly.add(accelerometer: Self.samples(accelerometer))
    draft.assembly.add(gyroscope: Self.samples(gyroscope))
    draft.assembly.add(magnetometer: Self.samples(magnetometer))
    draft.assembly.add(fixes.map(ReceiverFix.init))
    draft.assembly.truth = poses.compactMap(Self.truth)
    if let last = poses.last { draft.assembly.add(TruthSample(unknownAt: last.time.next)) }
    guard !fixes.isEmpty else { return }
    draft.notes.append(
      "\(fixes.count) fixes of the car's receiver are passed on; the truth was computed "
        + "afterwards from that receiver's raw signals, the camera and the inertial sensors, so "
        + "it is better than the fixes but not independent of them")
  }

  private static func samples(_ readings: [Reading]) -> [InertialSample] {
    // Rows of equal time, which come in bursts, are kept; estimators must handle them.
    readings.map { reading in
      InertialSample(
        time: reading.time, x: Float(reading.value.x), y: Float(reading.value.y),
        z: Float(reading.value.z))
    }
  }

  private static func truth(of pose: TruePose) -> TruthSample? {
    guard let place = try? Geodetic(ecef: pose.position) else { return nil }
    let velocity = LocalFrame(origin: place).enu(ofVector: pose.velocity)
    return TruthSample(
      time: pose.time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      altitudeMetres: place.altitudeMetres, floor: nil, eastVelocityMetresPerSecond: velocity.x,
      northVelocityMetresPerSecond: velocity.y, activity: .automotive, stepCount: 0,
      distanceMetres: .nan, known: [.position, .altitude, .floor, .velocity, .activity])
  }
}

extension ReceiverFix {
  /// Converts a fix of the car's receiver; values out of range become nil.
  fileprivate init(_ fix: Comma2k19Drive.Fix) {
    func known(_ value: Double, _ range: ClosedRange<Double>) -> Double? {
      range.contains(value) ? value : nil
    }
    self.init(
      time: fix.time,
      coordinate: Coordinate(
        latitudeDegrees: fix.latitudeDegrees, longitudeDegrees: fix.longitudeDegrees),
      altitudeMetres: fix.altitudeMetres,
      speedMetresPerSecond: known(fix.speedMetresPerSecond, 0...150),
      courseDegrees: known(fix.bearingDegrees, 0...360))
  }
}

extension ReplayFormat {
  /// One minute of a drive, as a folder of arrays.
  static let comma2k19 = ReplayFormat(
    "comma2k19", "comma2k19: folders of NumPy arrays, processed_log and global_pose",
    of: Comma2k19Drive.self, isFolder: true,
    begins: { probe in
      probe.file == Comma2k19Drive.anchor || probe.file.hasSuffix("/" + Comma2k19Drive.anchor)
    })
}
