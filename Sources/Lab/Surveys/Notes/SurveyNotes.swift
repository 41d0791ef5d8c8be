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
  package struct Reading: Sendable {
    package var storey: Int
    package var point: Vec2
    package var sender: RadioMap.Sender
    /// In dBm.
    package var level: Double
    /// The number of the scan that it is of, which those heard with it share.
    package var scan = 0
    /// The number of the walk on which it was heard.
    package var walk = 0

    package init(
      storey: Int, point: Vec2, sender: RadioMap.Sender, level: Double, scan: Int = 0, walk: Int = 0
    ) {
      (self.storey, self.point) = (storey, point)
      (self.sender, self.level, self.scan, self.walk) = (sender, level, scan, walk)
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

  /// The readings of each scan, which follow each other.
  var scans: [ArraySlice<Reading>] {
    var found: [ArraySlice<Reading>] = []
    var first = 0
    for next in readings.indices.dropFirst() where readings[next].scan != readings[first].scan {
      found.append(readings[first..<next])
      first = next
    }
    if first < readings.count { found.append(readings[first...]) }
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
