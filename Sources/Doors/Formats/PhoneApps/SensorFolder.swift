public import Documents
import Kernel
public import Observations
public import Recordings

/// A folder of tables that an app for phones exported of one recording: Sensor Logger's, phyphox's or
/// one of their like; see ``SensorTable``.
///
/// Of accelerations with gravity the first table is taken; where there is none, gravity's own table
/// is added to the one without. Sensor Logger on iPhones without its option *standardise* points
/// accelerations the other way, which `Metadata.csv` tells, and counts raw ones in g (its own papers:
/// github tszheichoi/awesome-sensor-logger, UNITS.md and CROSSPLATFORM.md). phyphox tells in
/// `meta/time.csv` when its clock was started.
public struct SensorFolder: Hashable, Sendable {
  /// A file that isn't used, and why.
  public struct Unused: Hashable, Sendable {
    /// Its name.
    public var file: String
    /// Why.
    public var reason: String
  }

  /// When the recording begins; nil where nothing tells the date.
  public var start: GPSTime?
  /// Specific force, rotation rate and magnetic flux density in the phone's axes.
  public var accelerometer, gyroscope, magnetometer: [InertialSample]
  /// Air pressure.
  public var barometer: [PressureSample]
  /// What the phone's location services told.
  public var fixes: [ReceiverFix]
  /// Scans of Wi-Fi.
  public var scans: [WiFiScan]
  /// Files that aren't used.
  public var unused: [Unused]
  /// How many rows of the tables that are used were left out or mended, by kinds.
  public var reading: RemarkCounts
  /// What was left out or mended, a line for each kind, with the file's name.
  public var remarks: [String] { reading.lines }
  /// How many rows of the tables that are used were left out.
  public var dropped: Int { reading.dropped }

  /// Whether files of these names are of such a folder: one of a sensor's name is enough.
  public static func isLikely(names: [String]) -> Bool {
    let stems = Set(names.filter(isTable).map(SensorHeader.stem))
    return !stems.isDisjoint(with: [
      "totalacceleration", "accelerometer", "rawdata", "linearaccelerometer", "gyroscope",
      "location",
    ])
  }

  /// Whether a file's name ends like a table's.
  public static func isTable(_ name: String) -> Bool {
    [".csv", ".csv.gz", ".tsv", ".txt", ".tsv.gz", ".txt.gz"].contains {
      name.lowercased().hasSuffix($0)
    }
  }

  /// Whether a table is named after a sensor, as in an export of several tables of one recording,
  /// rather than after what somebody did.
  public static func isNamedAfterSensor(_ name: String) -> Bool {
    sensorNames.contains(SensorHeader.stem(of: name))
  }

  /// What phyphox calls its tables, in experiments of one sensor or several (from memory), and the
  /// names of Sensor Logger's.
  private static let sensorNames: Set<String> = [
    "rawdata", "accelerometer", "acceleration", "linearaccelerometer", "linearacceleration",
    "accelerationwithoutg", "gyroscope", "magnetometer", "magneticfield", "gravity", "location",
    "gps", "pressure", "barometer", "light", "proximity", "temperature", "humidity", "orientation",
    "attitude", "totalacceleration", "useracceleration", "accelerometeruncalibrated",
    "gyroscopeuncalibrated", "magnetometeruncalibrated", "data", "sensordata",
  ]

  /// Reads a folder on disk, with phyphox's `meta` in it.
  ///
  /// - Parameter folder: Its path.
  /// - Returns: The recording.
  /// - Throws: What is wrong, and where.
  public static func read(folder: String) throws(DocumentError) -> SensorFolder {
    guard let names = folderContents(folder) else {
      throw DocumentError("'\(folder)' is no folder, or can't be read")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    let meta = (folderContents(folder + "/meta") ?? []).map { "meta/" + $0 }
    for name in names + meta where isTable(name) {
      files.append((name, try readFile(folder + "/" + name, limit: 1 << 30)))
    }
    return try read(files, name: folder)
  }

  /// Reads the files of a folder, wherever they come from.
  ///
  /// - Parameters:
  ///   - files: The files, by their names below the folder.
  ///   - name: The folder's name in messages.
  /// - Returns: The recording.
  /// - Throws: What is wrong, and where: a known sensor's file that can't be read, or no sensor.
  public static func read(
    _ files: [(name: String, bytes: [UInt8])], name: String
  ) throws(DocumentError) -> SensorFolder {
    var assembler = SensorFolderAssembler(name: name)
    for file in files { try assembler.take(file.name, file.bytes) }
    return try assembler.folder()
  }

  /// The folder as a recording; truth there is none.
  ///
  /// - Parameter device: The device's name.
  /// - Returns: The recording, motion in batches.
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
