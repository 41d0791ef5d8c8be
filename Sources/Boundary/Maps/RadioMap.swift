public import Geometry
public import Observations

/// How strongly each transmitter of a place is heard at each point of its levels, and how sure that is.
///
/// A survey's result. Strengths stand on a grid for each level; the outdoors around the doors are one
/// more level. Transmitters need no owner, no register and no known place: what was heard counts.
public struct RadioMap: Hashable, Sendable {
  /// What bodies in the way, crowds and doors add to a reading's noise, in dB²; an estimate.
  ///
  /// A survey's own noise is without it.
  public static let bodyVariance = 10.0

  /// Who sends.
  public enum Sender: Hashable, Comparable, Sendable {
    /// An access point's radio: the address without what differs between its networks, in the low 48
    /// bits, and bit 48 for the band above 4 GHz. With bit 49 it is one network's whole address.
    case wifi(UInt64)
    /// A beacon.
    case beacon(BeaconIdentity)

    /// The radio that sent a reading.
    public init(_ reading: WiFiReading) {
      let common = reading.bssid.value & 0x00FF_FFFF_FFF0
      self = .wifi(common | (reading.frequencyMegahertz > 4000 ? 1 << 48 : 0))
    }

    /// The network that sent a reading, whatever other networks its radio has.
    ///
    /// Where addresses are handed out otherwise, or were made unknowable, those that differ in the last
    /// digit are different radios.
    public init(wholeAddressOf reading: WiFiReading) {
      let address = reading.bssid.value & 0xFFFF_FFFF_FFFF
      self = .wifi(address | 1 << 49 | (reading.frequencyMegahertz > 4000 ? 1 << 48 : 0))
    }

    /// The radio, if this is one of its networks' whole address.
    public var radio: Sender? {
      guard case .wifi(let address) = self, address & 1 << 49 != 0 else { return nil }
      return .wifi(address & 0x1_00FF_FFFF_FFF0)
    }

    public static func < (left: Sender, right: Sender) -> Bool {
      switch (left, right) {
      case (.wifi(let left), .wifi(let right)): left < right
      case (.beacon(let left), .beacon(let right)): left < right
      case (.wifi, .beacon): true
      case (.beacon, .wifi): false
      }
    }
  }

  /// One level's grid.
  public struct Plane: Hashable, Sendable {
    /// The level's ordinal in its building; nil for the outdoors around the doors.
    public var ordinal: Int?
    /// The building's number in the map.
    public var building: Int
    /// The floor's height above the frame's origin, in m.
    public var elevationMetres: Double
    /// What a barometer shows there less what it shows on the first level surveyed, in Pa; nil if the
    /// survey had none.
    public var relativePressurePascals: Double?
    /// The grid's first point, in metres east and north.
    public var origin: Vec2
    /// How far grid points are apart, in m.
    public var spacing: Double
    /// How many points the grid has to the east and to the north.
    public var columns: Int
    public var rows: Int
    /// For each point, row by row, whether somebody surveyed near it.
    public var isSurveyed: [Bool]

    /// Creates a plane.
    public init(
      ordinal: Int?, building: Int, elevationMetres: Double, relativePressurePascals: Double? = nil,
      origin: Vec2, spacing: Double, columns: Int, rows: Int, isSurveyed: [Bool]
    ) {
      self.ordinal = ordinal
      self.building = building
      self.elevationMetres = elevationMetres
      self.relativePressurePascals = relativePressurePascals
      self.origin = origin
      self.spacing = spacing
      self.columns = columns
      self.rows = rows
      self.isSurveyed = isSurveyed
    }

    /// Where a grid point is.
    public func point(column: Int, row: Int) -> Vec2 {
      origin + Vec2(Double(column), Double(row)) * spacing
    }
  }

  /// A transmitter on one level: a window of the level's grid; beyond it nothing is heard.
  public struct Field: Hashable, Sendable {
    /// The number of its sender and of its plane.
    public var sender, plane: Int
    /// The window's first column and row, and how many it has.
    public var column, row, columns, rows: Int
    /// The window's first value in ``RadioMap/levels`` and ``RadioMap/doubts``.
    public var start: Int

    /// Creates a field.
    public init(
      sender: Int, plane: Int, column: Int, row: Int, columns: Int, rows: Int, start: Int
    ) {
      self.sender = sender
      self.plane = plane
      self.column = column
      self.row = row
      self.columns = columns
      self.rows = rows
      self.start = start
    }
  }

  /// What ``levels`` count from, in dBm, in half decibels.
  public static let leastLevel = -110.0
  /// What ``doubts`` count in, in dB.
  public static let doubtStep = 0.1

  /// The place's name.
  public var venue: String
  /// The place of the frame's origin.
  public var origin: Geodetic
  /// The grids.
  public var planes: [Plane]
  /// The transmitters, sorted.
  public var senders: [Sender]
  /// The fields, sorted by sender and plane.
  public var fields: [Field]
  /// The mean strengths in all windows, in half decibels above ``leastLevel``.
  public var levels: [UInt8]
  /// One standard deviation of each mean, in tenths of a decibel.
  public var doubts: [UInt8]
  /// How far a single reading is from the mean there, one standard deviation in dB: for access
  /// points and for beacons.
  public var wifiNoise: Double
  public var beaconNoise: Double
  /// Over which way what the map is wrong by stays the same, in m.
  public var correlationMetres: Double
  /// The magnetic field, if surveyors noted it.
  public var magnetic: MagneticMap?

  /// Creates a map of a place where nobody has been.
  public init(venue: String, origin: Geodetic) {
    self.venue = venue
    self.origin = origin
    planes = []
    senders = []
    fields = []
    levels = []
    doubts = []
    wifiNoise = 4
    beaconNoise = 5
    correlationMetres = 5
  }

  /// The mean strength in dBm and its standard deviation in dB at a grid point of a field's plane.
  public func value(_ field: Field, column: Int, row: Int) -> (level: Double, doubt: Double)? {
    let (east, north) = (column - field.column, row - field.row)
    guard (0..<field.columns).contains(east), (0..<field.rows).contains(north) else { return nil }
    let index = field.start + north * field.columns + east
    guard levels.indices.contains(index), doubts.indices.contains(index) else { return nil }
    return (
      Self.leastLevel + 0.5 * Double(levels[index]), Self.doubtStep * Double(doubts[index])
    )
  }
}
