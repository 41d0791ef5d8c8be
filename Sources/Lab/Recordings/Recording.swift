public import Documents
public import Kernel
public import Observations
public import Truth

/// What one device sensed, what its stack told, and the truth, as kept in a folder of CSV files.
public struct Recording: Hashable, Sendable {
  /// What is known of the recording as a whole.
  public var header: RecordingHeader
  /// What reached the stack, in order of delivery.
  public var observations: [Delivered<Observation>] = []
  /// What the stack told and asked, in order.
  public var outputs: [Delivered<Output>] = []
  /// The truth, in order of time.
  public var truth: [TruthSample] = []

  /// Creates a recording with nothing in it yet.
  public init(header: RecordingHeader) {
    self.header = header
  }
}

/// What is known of a recording as a whole: the file `recording.yaml`.
public struct RecordingHeader: Hashable, Sendable, DocumentObject {
  /// The version of the folder's layout that this code writes and reads.
  public static let currentVersion = 1

  /// The version of the folder's layout.
  public var version: Int
  /// The device's name.
  public var device: String
  /// Where it comes from: a scenario and seed, or a data set.
  public var source: String
  /// When the recording ends.
  public var endTime: SimTime
  /// The GPS week at time zero.
  public var gpsWeek: Int
  /// Seconds into the GPS week at time zero.
  public var gpsSecondsOfWeek: Double

  /// Creates a header.
  public init(
    device: String, source: String, endTime: SimTime, gpsWeek: Int = 0,
    gpsSecondsOfWeek: Double = 0
  ) {
    version = Self.currentVersion
    self.device = device
    self.source = source
    self.endTime = endTime
    self.gpsWeek = gpsWeek
    self.gpsSecondsOfWeek = gpsSecondsOfWeek
  }

  /// Reads a header from `recording.yaml`.
  public init(from object: inout ObjectReader) {
    version = object.required(
      "version", .int(1...Self.currentVersion), "The version of the folder's layout.")
    device = object.required("device", .string, "The device's name.")
    source = object.optional("source", .anyString, default: "", "Where the recording comes from.")
    endTime = .start + object.required("duration", .duration, "How long the recording lasts.")
    gpsWeek = object.optional("gps_week", .int(0...9999), default: 0, "The GPS week at time zero.")
    gpsSecondsOfWeek = object.optional(
      "gps_week_s", .number(.between(0, 604_800)), default: 0,
      "Seconds into the GPS week at time zero.")
  }

  /// The text of `recording.yaml`; JSON strings are YAML strings too.
  var yaml: String {
    """
    # What one device sensed; the CSV files beside this one hold the rows.
    version: \(version)
    device: \(JSONValue.string(device).text(pretty: false))
    source: \(JSONValue.string(source).text(pretty: false))
    duration: \((endTime - .start).secondsText) s
    gps_week: \(gpsWeek)
    gps_week_s: \(gpsSecondsOfWeek)

    """
  }
}
