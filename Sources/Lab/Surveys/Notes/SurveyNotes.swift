package import Geometry
package import Maps

/// What surveyors bring home: where they were, and what was heard there.
package struct SurveyNotes: Sendable {
  /// A level that was surveyed.
  package struct Storey: Hashable, Sendable {
    /// The building's number, and the level's ordinal in it; nil for the outdoors.
    package var building: Int
    package var ordinal: Int?
    /// The floor's height above the frame's origin, in m.
    package var elevationMetres: Double
    /// What the barometer showed less what it showed on the first level, in Pa.
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

  /// One strength, heard somewhere.
  ///
  /// A large survey has tens of millions of them, so that each is kept small.
  package struct Reading: Sendable {
    // Two numbers: a vector would be aligned, and a reading a fifth larger.
    private let x, y: Double
    /// In dBm.
    package var level: Double
    /// The numbers of the level and of the sender, among those of the notes.
    package var storey, sender: Int32
    /// The number of the scan that it is of, which those heard with it share, and of the walk.
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

  /// The magnetic field somewhere.
  package struct Field: Sendable {
    package var storey: Int
    package var point: Vec2
    /// Along the vertical, positive up, and the length of what is level, in µT.
    package var upward, level: Double
    /// The number of the walk.
    package var walk = 0

    package init(storey: Int, point: Vec2, upward: Double, level: Double, walk: Int = 0) {
      (self.storey, self.point, self.walk) = (storey, point, walk)
      (self.upward, self.level) = (upward, level)
    }
  }

  /// A place where somebody listened for a while, whatever was heard.
  package struct Stop: Sendable {
    package var storey: Int
    package var point: Vec2
    /// Whether it was for beacons, rather than for access points.
    package var isForBeacons: Bool
    /// The number of the walk.
    package var walk = 0

    package init(storey: Int, point: Vec2, isForBeacons: Bool, walk: Int = 0) {
      (self.storey, self.point) = (storey, point)
      (self.isForBeacons, self.walk) = (isForBeacons, walk)
    }
  }

  /// The levels.
  package var storeys: [Storey] = []
  /// Who was heard, in the order in which they first were.
  package private(set) var senders: [RadioMap.Sender] = []
  /// Where each is among them.
  private var numbers: [RadioMap.Sender: Int32] = [:]
  /// What was heard.
  package var readings: [Reading] = []
  /// Where somebody listened.
  package var stops: [Stop] = []
  /// The magnetic field, where it was noted.
  package var fields: [Field] = []
  /// On which floor somebody was of whom none is told; nil where that is not to be used.
  package var untoldFloor: Int?
  /// How many scans there were, and the number of the walk that is noted.
  var scanCount = 0
  package var walk = 0
  /// What barometers showed on a level, less what the same one showed on another: by both numbers.
  var pressureSteps: [SIMD2<Int32>: (sum: Double, count: Double)] = [:]
  /// What couldn't be used, for messages.
  package var remarks: [String] = []

  package init() {}

  /// Where the readings of each scan are, which follow each other.
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

  /// The number of a sender, which is added if it is new.
  package mutating func number(of sender: RadioMap.Sender) -> Int32 {
    if let known = numbers[sender] { return known }
    numbers[sender] = Int32(senders.count)
    senders.append(sender)
    return Int32(senders.count - 1)
  }

  /// Notes one strength, heard somewhere.
  ///
  /// - Parameters:
  ///   - level: In dBm.
  ///   - sender: Who was heard.
  ///   - point: Where.
  ///   - storey: The level's number.
  ///   - scan: The scan's number.
  ///   - walk: The walk's number.
  package mutating func note(
    _ level: Double, of sender: RadioMap.Sender, at point: Vec2, storey: Int, scan: Int = 0,
    walk: Int = 0
  ) {
    readings.append(
      Reading(
        point, level, storey: storey, sender: number(of: sender), scan: scan, walk: walk))
  }

  /// Where each sender's readings are, by the sender's number.
  var readingsBySender: [[Int32]] {
    var found = [[Int32]](repeating: [], count: senders.count)
    for (number, reading) in readings.enumerated() {
      found[Int(reading.sender)].append(Int32(number))
    }
    return found
  }

  /// The number of a level, which is added if it is new.
  package mutating func storey(_ storey: Storey) -> Int {
    if let found = storeys.firstIndex(where: {
      $0.building == storey.building && $0.ordinal == storey.ordinal
    }) {
      return found
    }
    storeys.append(storey)
    return storeys.count - 1
  }
}
