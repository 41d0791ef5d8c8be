public import Documents
import Geometry
public import Maps
import Observations
public import Recordings
import Truth

/// What became of making a radio map of recordings.
public struct SurveyResult: Sendable {
  /// The radio map.
  public var map: RadioMap
  /// How many strengths went into it.
  public var readingCount: Int
  /// What couldn't be used.
  public var remarks: [String]
}

extension SurveyResult {
  /// Makes a radio map of surveyors' recordings.
  ///
  /// - Parameters:
  ///   - sources: The recordings; their truth says where the surveyors were.
  ///   - name: The place's name.
  /// - Returns: The map.
  /// - Throws: Why there is nothing to make one of.
  public static func build(
    _ sources: [RecordingSource], name: String
  ) throws(DocumentError) -> SurveyResult {
    var (notes, frame) = Self.notes(of: sources, untoldFloor: nil)
    if notes.readings.isEmpty {
      // A data set of one floor often doesn't number it. Where some recordings do, the others stay out:
      // they might be of any.
      let (again, place) = Self.notes(of: sources, untoldFloor: 0)
      (notes, frame) = (again, place)
      if !notes.readings.isEmpty {
        notes.remarks.append("no recording tells a floor, so all of it counts as floor 0")
      }
    }
    guard let frame, !notes.readings.isEmpty else {
      throw DocumentError(
        "none of the \(sources.count) recordings tells what was heard where"
          + (notes.remarks.first.map { ": \($0)" } ?? ""))
    }
    notes.joinNetworks()
    notes.settlePressures()
    return SurveyResult(
      map: RadioMapBuilder.build(notes, venue: name, origin: frame.origin),
      readingCount: notes.readings.count, remarks: notes.remarks)
  }

  /// What some recordings tell, and the frame that it is in, of the first place told.
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
          notes.remarks.append("\(source.name): no truth, so nothing can be learnt of it")
          continue
        }
        notes.add(read.recording, in: frame)
      } catch {
        notes.remarks.append("\(error)")
      }
    }
    return (notes, frame)
  }
}

extension Geodetic {
  /// A place on the ellipsoid.
  fileprivate init(_ coordinate: Coordinate) throws(GeometryError) {
    try self.init(
      latitudeDegrees: coordinate.latitudeDegrees, longitudeDegrees: coordinate.longitudeDegrees,
      altitudeMetres: 0)
  }
}
