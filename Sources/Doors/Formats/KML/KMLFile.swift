public import Documents
import Kernel
public import Observations
public import Recordings
import Truth

/// The places with times of a KML file: what Google Earth and many apps keep of a way.
///
/// Source: OGC KML 2.3 (12-007r2) and Google's extension `gx` of 2.2. Read are `Track`, whose `when` and
/// `coord` go in pairs, also within `MultiTrack`, and `Placemark` with a `TimeStamp` and a `Point`. Heights
/// count from the sea, where the file doesn't say that they count from the ground. A KMZ is a zip with
/// such a file in it, and is opened as any archive is.
///
/// Mended and counted: see ``Remark``. Refused, with line and column: what is no XML, document types,
/// another root than `kml`, coordinates that can't be; and files without any place that has a time, as
/// plain lines and polygons are.
public struct KMLFile: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case badPoint = "places without usable coordinates (left out)"
    case badTime = "unreadable times (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case unpaired = "times or places of tracks without their counterpart (left out)"
    case span = "places with a span of time rather than a moment (not in the recording)"
    case noTime = "places without a time (not in the recording)"
    case line = "lines, whose points have no times (not in the recording)"
    case disorder = "places earlier than one before (put in order)"
    case repeated = "places of the same time as one before (not in the recording)"
    case gap = "gaps of more than 2.5 of the usual interval"
  }

  /// When the earliest place was.
  public let start: GPSTime
  /// The places in order of time, each time once.
  public let fixes: [ReceiverFix]
  /// What was left out or mended.
  public let report: ReadingReport<Remark>

  /// Reads a file.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> KMLFile {
    var reader = KMLReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }

  /// The places as a recording of a device that had nothing else; truth there is none.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(fixes)
    return assembly.recording(device: device, source: "KML", start: start)
  }
}
