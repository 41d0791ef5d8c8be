package import Geometry
package import Maps

/// Raw data of a survey: the surveyors' positions and readings.
package struct SurveyNotes: Sendable {
  /// A surveyed level.
  package struct SurveyedLevel: Hashable, Sendable {
    /// Index of the building, and the level's ordinal in it; nil for outdoors.
    package var building: Int
    package var ordinal: Int?
    /// Height of the floor above the frame's origin, in m.
    package var elevationMetres: Double
    /// Pressure relative to the first level, in Pa.
    package var relativePressurePascals: Double?

    package init(
      building: Int, ordinal: Int?, elevationMetres: Double, relativePressurePascals: Double? = nil
    ) {
      self.building = building
      self.ordinal = ordinal
      self.elevationMetres = elevationMetres
      self.relativePressurePascals = relativePressurePascals
    }
  }

  /// A received signal strength with its position.
  ///
  /// A large survey has tens of millions of readings, so the layout is compact.
  package struct SignalReading: Sendable {
    // Two scalars: a vector would be aligned, and a reading a fifth larger.
    private let x, y: Double
    /// Received level, in dBm.
    package var level: Double
    /// Indices of the level and the sender.
    package var storey, sender: Int32
    /// Numbers of the scan, which its readings share, and of the walk.
    package var scan, walk: Int32
    package var point: Vec2 { Vec2(x, y) }

    fileprivate init(
      _ point: Vec2, _ level: Double, storey: Int, sender: Int32, scan: Int, walk: Int
    ) {
      (x, y, self.level) = (point.x, point.y, level)
      (self.storey, self.sender) = (Int32(storey), sender)
      (self.scan, self.walk) = (Int32(scan), Int32(walk))
    }
  }

  /// The magnetic field at a position.
  package struct MagneticReading: Sendable {
    package var storey: Int
    package var point: Vec2
    /// Vertical component, positive up, and horizontal magnitude, in µT.
    package var upward, level: Double
    /// Number of the walk.
    package var walk = 0

    package init(storey: Int, point: Vec2, upward: Double, level: Double, walk: Int = 0) {
      (self.storey, self.point, self.walk) = (storey, point, walk)
      (self.upward, self.level) = (upward, level)
    }
  }

  /// A position with a scan, even if nothing was received.
  package struct ScanPosition: Sendable {
    package var storey: Int
    package var point: Vec2
    /// True for a beacon scan, false for a Wi-Fi scan.
    package var isForBeacons: Bool
    /// Number of the walk.
    package var walk = 0

    package init(storey: Int, point: Vec2, isForBeacons: Bool, walk: Int = 0) {
      (self.storey, self.point) = (storey, point)
      (self.isForBeacons, self.walk) = (isForBeacons, walk)
    }
  }

  package var storeys: [SurveyedLevel] = []
  /// The received transmitters, in the order of first reception.
  package private(set) var senders: [RadioMap.Sender] = []
  /// Index of each sender.
  private var numbers: [RadioMap.Sender: Int32] = [:]
  /// The received signal strengths.
  package var readings: [SignalReading] = []
  /// The positions of the scans.
  package var stops: [ScanPosition] = []
  /// The magnetic field, where it was measured.
  package var fields: [MagneticReading] = []
  /// Floor to use for positions without one; nil to skip them.
  package var untoldFloor: Int?
  /// Number of scans, and number of the current walk.
  var scanCount = 0
  package var walk = 0
  /// Pressure differences between levels, measured by the same barometer, by the indices of both levels.
  var pressureSteps: [SIMD2<Int32>: (sum: Double, count: Double)] = [:]
  /// Warnings about unusable data.
  package var warnings: [String] = []

  package init() {}

  /// Ranges of consecutive readings by scan.
  var scans: [Range<Int>] {
    var found: [Range<Int>] = []
    var first = 0
    for next in readings.indices.dropFirst() where readings[next].scan != readings[first].scan {
      found.append(first..<next)
      first = next
    }
    if first < readings.count { found.append(first..<readings.count) }
    return found
  }

  /// Index of a sender, which is added if it is new.
  package mutating func number(of sender: RadioMap.Sender) -> Int32 {
    if let known = numbers[sender] { return known }
    numbers[sender] = Int32(senders.count)
    senders.append(sender)
    return Int32(senders.count - 1)
  }

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - level: Received level, in dBm.
  ///   - sender: The transmitter.
  ///   - point: The position.
  ///   - storey: Index of the level.
  ///   - scan: Number of the scan.
  ///   - walk: Number of the walk.
  package mutating func note(
    _ level: Double, of sender: RadioMap.Sender, at point: Vec2, storey: Int, scan: Int = 0,
    walk: Int = 0
  ) {
    readings.append(
      SignalReading(
        point, level, storey: storey, sender: number(of: sender), scan: scan, walk: walk))
  }

  /// Indices of each sender's readings.
  var readingsBySender: [[Int32]] {
    var found = [[Int32]](repeating: [], count: senders.count)
    for (number, reading) in readings.enumerated() {
      found[Int(reading.sender)].append(Int32(number))
    }
    return found
  }

  /// Index of a level, which is added if it is new.
  package mutating func storey(_ storey: SurveyedLevel) -> Int {
    if let found = storeys.firstIndex(where: {
      $0.building == storey.building && $0.ordinal == storey.ordinal
    }) {
      return found
    }
    storeys.append(storey)
    return storeys.count - 1
  }
}
