import Geometry
import Kernel
import Observations
import Recordings
import Truth

/// True positions of a recording's device, in metres relative to its first position.
struct TruePlaces {
  private let truth: RecordedTruth?
  private let frame: LocalFrame?

  init(_ recording: Recording) {
    truth = RecordedTruth(recording.truth)
    let first = recording.truth.first { $0.known.contains(.position) }
    frame = first.flatMap { sample in
      (try? Geodetic(
        latitudeDegrees: sample.coordinate.latitudeDegrees,
        longitudeDegrees: sample.coordinate.longitudeDegrees, altitudeMetres: 0)).map {
          LocalFrame(origin: $0)
        }
    }
  }

  /// The positions at some times; nil if the truth is unknown.
  func places(at times: [SimTime]) -> [Vec2?] {
    times.map { time in
      guard let sample = truth?.sample(at: time), sample.known.contains(.position),
        let place = try? Geodetic(
          latitudeDegrees: sample.coordinate.latitudeDegrees,
          longitudeDegrees: sample.coordinate.longitudeDegrees, altitudeMetres: 0)
      else { return nil }
      return frame?.enu(of: place).xy
    }
  }

  /// Distance travelled at each of some ascending times, in m; unknown positions are skipped.
  func ways(at times: [SimTime]) -> [Double] {
    var (sum, last) = (0.0, Vec2?.none)
    return places(at: times).map { place in
      if let place, let last { sum += place.distance(to: last) }
      last = place ?? last
      return sum
    }
  }
}
