public import Documents
import Kernel
public import Observations
public import Recordings
import Truth

/// The timed positions of a KML file, written by Google Earth and many apps.
///
/// Source: OGC KML 2.3 (12-007r2) and Google's extension `gx` of 2.2. Reads `Track`, with pairs of `when`
/// and `coord`, also within `MultiTrack`, and `Placemark` with a `TimeStamp` and a `Point`. Heights are above
/// sea level unless the file says that they are above ground. A KMZ file is a zip archive with a KML file,
/// and is opened like any archive.
///
/// Repaired and counted: see ``Warning``. Rejected, with line and column: invalid XML, document types, a root
/// other than `kml`, coordinates out of range; and files without a timed position, such as plain lines and
/// polygons.
public struct KMLFile: RecordingFormat {
  /// Repaired or skipped data in a file.
  public enum Warning: String, SeriesWarning {
    case badPoint = "places without usable coordinates (left out)"
    case badTime = "unreadable times (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case unpaired = "times or positions of tracks without their counterpart (left out)"
    case span = "places with a time span instead of a time (not in the recording)"
    case noTime = "places without a time (not in the recording)"
    case line = "lines, whose points have no times (not in the recording)"
    case disorder = "places earlier than a previous one (put in order)"
    case repeated = "places of the same time as a previous one (not in the recording)"
    case gap = "gaps of more than 2.5 of the usual interval"
  }

  /// Time of the earliest position.
  public let start: GPSTime
  /// The positions in order of time, without duplicates.
  public let fixes: [ReceiverFix]
  public let report: ReadingReport<Warning>

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> KMLFile {
    var reader = KMLReader(try unpackedText(text, file: file), file: file)
    return try reader.read()
  }

  /// A recording of the positions, without ground truth.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(fixes)
    return assembly.recording(device: device, source: "KML", start: start)
  }
}
