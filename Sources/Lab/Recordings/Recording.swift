public import Documents
public import Kernel
public import Observations
public import Truth

/// A device's observations, its stack's outputs, and the truth, stored in a folder of CSV files.
public struct Recording: Hashable, Sendable {
  public var header: RecordingHeader
  /// The stack's inputs, in order of delivery.
  public var observations: [Delivered<Observation>] = []
  /// The stack's outputs and requests, in order.
  public var outputs: [Delivered<Output>] = []
  /// The truth, in order of time.
  public var truth: [TruthSample] = []

  /// Creates an empty recording.
  public init(header: RecordingHeader) {
    self.header = header
  }
}

/// Metadata of a recording: the file `recording.yaml`.
public struct RecordingHeader: Hashable, Sendable, DocumentObject {
  /// Version of the folder layout that this code writes and reads.
  public static let currentVersion = 1

  /// Version of the folder layout.
  public var version: Int
  public var device: String
  /// Origin: a scenario and seed, or a data set.
  public var source: String
  /// The time at which the recording ends.
  public var endTime: SimTime
  public var gpsWeek: Int
  /// Seconds into the GPS week at time zero.
  public var gpsSecondsOfWeek: Double
  /// True if sensors and scans ran all the time, and not as the software under test asked for them.
  public var isContinuous: Bool

  public init(
    device: String, source: String, endTime: SimTime, gpsWeek: Int = 0,
    gpsSecondsOfWeek: Double = 0, isContinuous: Bool = false
  ) {
    version = Self.currentVersion
    self.device = device
    self.source = source
    self.endTime = endTime
    self.gpsWeek = gpsWeek
    self.gpsSecondsOfWeek = gpsSecondsOfWeek
    self.isContinuous = isContinuous
  }

  public init(from object: inout ObjectReader) {
    version = object.required(
      "version", .int(1...Self.currentVersion), "Version of the folder layout.")
    device = object.required("device", .string, "The device's name.")
    source = object.optional("source", .anyString, default: "", "Source of the recording.")
    endTime =
      .start
      + object.required("duration", .duration(.atLeast(0)), "Duration of the recording.")
    gpsWeek = object.optional("gps_week", .int(0...9999), default: 0, "The GPS week at time zero.")
    gpsSecondsOfWeek = object.optional(
      "gps_week_s", .number(.between(0, 604_800)), default: 0,
      "Seconds into the GPS week at time zero.")
    isContinuous = object.optional(
      "continuous", .bool, default: false,
      "True if sensors and scans ran all the time, and not as the stack asked for them.")
  }

  /// The text of `recording.yaml`; JSON strings are valid YAML strings.
  var yaml: String {
    """
    # What one device sensed; the CSV files beside this one hold the rows.
    version: \(version)
    device: \(JSONValue.string(device).text(pretty: false))
    source: \(JSONValue.string(source).text(pretty: false))
    duration: \((endTime - .start).secondsText) s
    gps_week: \(gpsWeek)
    gps_week_s: \(gpsSecondsOfWeek)
    \(isContinuous ? "continuous: true\n" : "")
    """
  }
}
