public import Documents
import Kernel
public import Observations
public import Recordings

/// A folder of sensor tables of one recording, exported by a phone app such as Sensor Logger or phyphox; see
/// ``SensorTable``.
///
/// The first table of accelerations with gravity is used; without one, the gravity table is added to linear
/// acceleration. Sensor Logger on iPhones without its option *standardise* reverses the sign of
/// accelerations, as declared in `Metadata.csv`, and writes raw ones in g (its own papers: github
/// tszheichoi/awesome-sensor-logger, UNITS.md and CROSSPLATFORM.md). phyphox stores the start times of its
/// clock in `meta/time.csv`.
public struct SensorFolder: Hashable, Sendable {
  /// An unused file, and the reason.
  public struct Unused: Hashable, Sendable {
    public var file: String
    public var reason: String
  }

  /// Start of the recording; nil without a date.
  public var start: GPSTime?
  /// Specific force (m/s²), angular rate (rad/s) and magnetic flux density (µT) in the phone's axes.
  public var accelerometer, gyroscope, magnetometer: [InertialSample]
  public var barometer: [PressureSample]
  /// Fixes of the phone's location services.
  public var fixes: [ReceiverFix]
  public var scans: [WiFiScan]
  public var unused: [Unused]
  /// Repaired or skipped rows of the used tables, by kind.
  public var reading: WarningCounts
  /// Repaired or skipped rows, one line for each kind, with the file's name.
  public var warnings: [String] { reading.lines }
  /// Number of skipped rows of the used tables.
  public var dropped: Int { reading.dropped }

  /// True if at least one file name is that of a sensor table.
  public static func isLikely(names: [String]) -> Bool {
    let stems = Set(names.filter(isTable).map(SensorHeader.stem))
    return !stems.isDisjoint(with: [
      "totalacceleration", "accelerometer", "rawdata", "linearaccelerometer", "gyroscope",
      "location",
    ])
  }

  /// True if the file has a table's extension.
  public static func isTable(_ name: String) -> Bool {
    [".csv", ".csv.gz", ".tsv", ".txt", ".tsv.gz", ".txt.gz"].contains {
      name.lowercased().hasSuffix($0)
    }
  }

  /// True if a table is named after a sensor, as in an export of several tables of one recording, rather than
  /// after an activity.
  public static func isNamedAfterSensor(_ name: String) -> Bool {
    sensorNames.contains(SensorHeader.stem(of: name))
  }

  /// Table names of phyphox, for experiments with one sensor or several (from memory), and of Sensor Logger.
  private static let sensorNames: Set<String> = [
    "rawdata", "accelerometer", "acceleration", "linearaccelerometer", "linearacceleration",
    "accelerationwithoutg", "gyroscope", "magnetometer", "magneticfield", "gravity", "location",
    "gps", "pressure", "barometer", "light", "proximity", "temperature", "humidity", "orientation",
    "attitude", "totalacceleration", "useracceleration", "accelerometeruncalibrated",
    "gyroscopeuncalibrated", "magnetometeruncalibrated", "data", "sensordata",
  ]

  /// Reads a folder on disk, with phyphox's `meta` in it.
  ///
  /// - Throws: The fault and its position.
  public static func read(folder: String) throws(DocumentError) -> SensorFolder {
    guard let names = folderContents(folder) else {
      throw DocumentError("'\(folder)' is not a folder, or can't be read")
    }
    var files: [(name: String, text: ByteWindow)] = []
    let meta = (folderContents(folder + "/meta") ?? []).map { "meta/" + $0 }
    for name in names + meta where isTable(name) {
      files.append((name, try ByteWindow(path: folder + "/" + name, limit: 1 << 30)))
    }
    return try read(open: files, name: folder)
  }

  /// Reads the files of a folder from any source.
  ///
  /// - Parameters:
  ///   - files: Files with their names relative to the folder.
  ///   - name: Folder name in messages.
  /// - Returns: The recording.
  /// - Throws: The fault and its position: an unreadable file of a known sensor, or no sensor.
  public static func read(
    _ files: [(name: String, bytes: [UInt8])], name: String
  ) throws(DocumentError) -> SensorFolder {
    try read(open: files.map { ($0.name, ByteWindow($0.bytes)) }, name: name)
  }

  /// Reads the open files of a folder.
  static func read(
    open files: [(name: String, text: ByteWindow)], name: String
  ) throws(DocumentError) -> SensorFolder {
    var assembler = SensorFolderAssembler(name: name)
    for file in files { try assembler.take(file.name, file.text) }
    return try assembler.folder()
  }

  /// A recording of the folder, with motion in batches, without ground truth.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(accelerometer) { .accelerometer($0) }
    assembly.add(gyroscope) { .gyroscope($0) }
    assembly.add(magnetometer) { .magnetometer($0) }
    for sample in barometer { assembly.add(.barometer(sample), at: sample.time) }
    for scan in scans { assembly.add(.wifi(scan), at: scan.endTime) }
    assembly.add(fixes)
    return assembly.recording(device: device, source: "tables of a phone's sensors", start: start)
  }
}
