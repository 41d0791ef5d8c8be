public import Documents
import Geometry
public import Maps
import Observations
public import Recordings
import Truth

/// The result of building a radio map from recordings.
public struct SurveyResult: Sendable {
  public var map: RadioMap
  /// Number of readings used.
  public var readingCount: Int
  /// Warnings about unusable data.
  public var warnings: [String]
}

extension SurveyResult {
  /// Builds a radio map from survey recordings.
  ///
  /// - Parameters:
  ///   - sources: The recordings, with the surveyors' true positions.
  ///   - name: The venue's name.
  /// - Returns: The map.
  /// - Throws: ``DocumentError`` if no recording is usable.
  public static func build(
    _ sources: [RecordingSource], name: String
  ) throws(DocumentError) -> SurveyResult {
    var (notes, frame) = Self.notes(of: sources, untoldFloor: nil)
    if notes.readings.isEmpty {
      // A data set with a single floor often has no floor numbers. If some recordings have them, the others
      // are left out, because they might be of any floor.
      let (again, place) = Self.notes(of: sources, untoldFloor: 0)
      (notes, frame) = (again, place)
      if !notes.readings.isEmpty {
        notes.warnings.append("no recording has a floor, so everything counts as floor 0")
      }
    }
    guard let frame, !notes.readings.isEmpty else {
      throw DocumentError(
        "none of the \(sources.count) recordings has signals with known positions"
          + (notes.warnings.first.map { ": \($0)" } ?? ""))
    }
    notes.joinNetworks()
    notes.solvePressures()
    return SurveyResult(
      map: RadioMapBuilder.build(notes, venue: name, origin: frame.origin),
      readingCount: notes.readings.count, warnings: notes.warnings)
  }

  /// The survey notes of recordings, with a frame at their first known position.
  private static func notes(
    of sources: [RecordingSource], untoldFloor: Int?
  ) -> (notes: SurveyNotes, frame: LocalFrame?) {
    var notes = SurveyNotes()
    notes.untoldFloor = untoldFloor
    var frame: LocalFrame?
    for source in sources {
      do {
        let read = try source.read()
        if frame == nil {
          frame = read.recording.truth.first { $0.known.contains(.position) }
            .flatMap { try? Geodetic($0.coordinate) }.map { LocalFrame(origin: $0) }
        }
        guard let frame else {
          notes.warnings.append("\(source.name): no truth, so the survey can't use it")
          continue
        }
        notes.add(read.recording, in: frame)
      } catch {
        notes.warnings.append("\(error)")
      }
    }
    return (notes, frame)
  }
}

extension Geodetic {
  /// A position on the ellipsoid.
  fileprivate init(_ coordinate: Coordinate) throws(GeometryError) {
    try self.init(
      latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
      altitudeMetres: 0)
  }
}
