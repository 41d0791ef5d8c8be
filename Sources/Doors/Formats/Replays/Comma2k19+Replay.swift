import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  private static let commaAnchor = "processed_log/IMU/accelerometer/t"

  /// A minute of a drive, in a folder of arrays.
  static let comma2k19 = ReplayFormat(
    "comma2k19", "comma2k19: folders of NumPy arrays, processed_log and global_pose",
    isFolder: true,
    begins: { clue in
      clue.file == commaAnchor || clue.file.hasSuffix("/" + commaAnchor)
    },
    read: { tree, file, device in
      let folder = String(file.dropLast(commaAnchor.utf8.count))
      let title = folder.isEmpty ? tree.path : tree.title(String(folder.dropLast()))
      let drive = try Comma2k19Drive.read { (name) throws(DocumentError) in
        try NumPyArray.read(tree.bytes(folder + name), file: tree.title(folder + name))
      }
      var assembly = RecordingAssembly()
      assembly.add(accelerometer: samples(drive.accelerometer))
      assembly.add(gyroscope: samples(drive.gyroscope))
      assembly.add(magnetometer: samples(drive.magnetometer))
      assembly.add(drive.fixes.map(ReceiverFix.init))
      assembly.truth = drive.poses.compactMap { truth(of: $0) }
      if let last = drive.poses.last {
        assembly.truth.append(TruthSample(unknownAt: last.time.next))
      }
      return ReadRecording(
        assembly.recording(device: device, source: "comma2k19 " + title),
        remarks: RemarkCounts(drive.report),
        notes: drive.fixes.isEmpty
          ? []
          : [
            "\(drive.fixes.count) fixes of the car's receiver are handed on; the truth was reckoned "
              + "afterwards from that receiver's raw signals, the camera and the inertial sensors, so "
              + "that it is better than the fixes but not independent of them"
          ])
    })

  private static func samples(_ readings: [Comma2k19Drive.Reading]) -> [InertialSample] {
    // Rows of one time, as they come in bursts, stay; a stack must bear them.
    readings.map { reading in
      InertialSample(
        time: reading.time, x: Float(reading.value.x), y: Float(reading.value.y),
        z: Float(reading.value.z))
    }
  }

  private static func truth(of pose: Comma2k19Drive.TruePose) -> TruthSample? {
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
  /// A fix of the car's receiver; what can't be, it didn't know.
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
