public import Documents
import Geometry
import Maps

extension VenueFile {
  /// A venue, and what is remarkable about its file.
  public struct Built: Sendable {
    /// The venue.
    public let venue: Venue
    /// What would be mistakes if the file were checked strictly, in the order of its lines.
    public let remarks: [Diagnostic]
  }

  /// The place that the file describes.
  ///
  /// - Returns: The venue.
  /// - Throws: Everything that doesn't fit together, each with its place.
  public func venue() throws(DocumentError) -> Venue {
    try built().venue
  }

  /// The place that the file describes, with what is doubtful about a file that is checked leniently.
  ///
  /// - Returns: The venue and the remarks.
  /// - Throws: Everything that doesn't fit together, each with its place.
  public func built() throws(DocumentError) -> Built {
    let frame: LocalFrame
    do {
      frame = LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: origin.latitude, longitudeDegrees: origin.longitude,
          altitudeMetres: origin.altitude))
    } catch {
      throw DocumentError("\(error)")
    }
    let assembly = VenueAssembly(self)
    if let failure = assembly.findings.failure { throw failure }
    let remarks = assembly.findings.remarks
    return Built(
      venue: assembly.venue(frame),
      remarks: remarks.isEmpty ? [] : DocumentError(remarks).diagnostics)
  }

  /// What would be mistakes if the file were checked strictly; none if it is wrong altogether.
  public var remarks: [Diagnostic] {
    (try? built())?.remarks ?? []
  }
}
