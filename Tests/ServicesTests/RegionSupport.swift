import Kernel
import Observations
import Services

/// A place to test at, and fixes around it.
enum Ground {
  static let home = Coordinate(latitudeDegrees: 37.77, longitudeDegrees: -122.46)
  static let metresPerDegree = 111_000.0

  /// The place so many metres away; good to half a percent, which is enough here.
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
  /// A number between two, for tests.
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
  /// The kinds of what was told of a region, states left aside unless wanted.
  func kinds(of identifier: String, states: Bool = false) -> [RegionEvent.Kind] {
    compactMap {
      guard case .region(let event) = $0.output, event.identifier == identifier else {
        return nil
      }
      let isCrossing = event.kind == .entered || event.kind == .exited
      return states || isCrossing ? event.kind : nil
    }
  }

  /// Pauses and resumptions told to an app.
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
