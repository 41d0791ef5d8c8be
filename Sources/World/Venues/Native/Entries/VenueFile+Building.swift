public import Documents
import Geometry
import Maps

extension VenueFile {
  /// A venue with the remarks about its file.
  public struct Built: Sendable {
    public let venue: Venue
    /// The findings that a strict check would treat as errors, in the order of the lines.
    public let warnings: [Diagnostic]
  }

  /// The venue that the file describes.
  ///
  /// - Throws: All inconsistencies, each with its place.
  public func venue() throws(DocumentError) -> Venue {
    try built().venue
  }

  /// The venue that the file describes, with the remarks of a lenient check.
  ///
  /// - Throws: All inconsistencies, each with its place.
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
    let warnings = assembly.findings.warnings
    return Built(
      venue: assembly.venue(frame),
      warnings: warnings.isEmpty ? [] : DocumentError(warnings).diagnostics)
  }

  /// The findings that a strict check would treat as errors; empty if the file is invalid.
  public var warnings: [Diagnostic] {
    (try? built())?.warnings ?? []
  }
}
