import Kernel
import Observations
import Services

/// A test position, and fixes around it.
enum Ground {
  static let home = Coordinate(latitudeDegrees: 37.77, longitudeDegrees: -122.46)
  static let metresPerDegree = 111_000.0

  /// A position at an offset in m; accurate to half a per cent, which suffices here.
  static func place(east: Double = 0, north: Double = 0) -> Coordinate {
    Coordinate(
      latitudeDegrees: home.latitudeDegrees + north / metresPerDegree,
      longitudeDegrees: home.longitudeDegrees + east / (metresPerDegree * 0.7905))
  }

  static func fix(
    at seconds: Double, east: Double = 0, north: Double = 0, accuracy: Double = 10,
    speed: Double = -1
  ) -> LocationFix {
    LocationFix(
      time: SimTime(seconds: seconds), coordinate: place(east: east, north: north),
      horizontalAccuracyMetres: accuracy, speedMetresPerSecond: speed, source: .gnss)
  }

  static func activity(
    _ flags: ActivityFlags, at seconds: Double, confidence: Confidence = .high
  ) -> ActivityReport {
    ActivityReport(
      startTime: SimTime(seconds: seconds), flags: flags, confidence: confidence)
  }
}

extension RandomStream {
  /// A random number in a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / 0x1p53
  }

  /// A roughly Gaussian number: the sum of twelve uniform ones.
  mutating func normal(_ deviation: Double) -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += number(0...1) }
    return sum * deviation
  }

  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }
}

extension [ServiceEvent] {
  /// The event kinds of a region, without states by default.
  func kinds(of identifier: String, states: Bool = false) -> [RegionEvent.Kind] {
    compactMap {
      guard case .region(let event) = $0.output, event.identifier == identifier else {
        return nil
      }
      let isCrossing = event.kind == .entered || event.kind == .exited
      return states || isCrossing ? event.kind : nil
    }
  }

  /// Pauses and resumptions delivered to an app.
  func pauses(of app: String) -> [PauseEvent] {
    compactMap {
      guard $0.app == app, case .pause(let event) = $0.output else { return nil }
      return event
    }
  }

  var visits: [VisitEvent] {
    compactMap {
      guard case .visit(let visit) = $0.output else { return nil }
      return visit
    }
  }
}
