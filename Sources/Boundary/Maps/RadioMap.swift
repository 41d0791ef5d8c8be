public import Geometry
public import Observations

/// RSS fingerprint map: mean and standard deviation of the received signal strength of each
/// transmitter, on a grid for each level.
///
/// It comes from a survey. The outdoor area around the entrances is one more level. Transmitters
/// need no owner, no register and no known position; the map holds every transmitter that the
/// survey received.
public struct RadioMap: Hashable, Sendable {
  /// The variance that body shadowing, crowds and doors add to the noise of a reading, in dB²; an
  /// estimate.
  ///
  /// The noise of the survey itself does not include it.
  public static let bodyVariance = 10.0

  /// The identity of a transmitter.
  public enum Sender: Hashable, Comparable, Sendable {
    /// A radio of an access point: its address without the bits that differ between its networks,
    /// in the low 48 bits, and bit 48 for the bands above 4 GHz.
    ///
    /// With bit 49 set, it is the complete BSSID of one network.
    case wifi(UInt64)
    case beacon(BeaconIdentity)

    /// The radio that sent a reading.
    public init(_ reading: WiFiReading) {
      let common = reading.bssid.value & 0x00FF_FFFF_FFF0
      self = .wifi(common | (reading.frequencyMegahertz > 4000 ? 1 << 48 : 0))
    }

    /// The single network that sent a reading, whatever other networks its radio has.
    ///
    /// Some vendors assign or randomise addresses in other ways; there, addresses that differ in
    /// the last digit are different radios.
    public init(wholeAddressOf reading: WiFiReading) {
      let address = reading.bssid.value & 0xFFFF_FFFF_FFFF
      self = .wifi(address | 1 << 49 | (reading.frequencyMegahertz > 4000 ? 1 << 48 : 0))
    }

    /// True for a Wi-Fi radio in the bands above 4 GHz; nil for a beacon.
    public var isAbove4GHz: Bool? {
      guard case .wifi(let address) = self else { return nil }
      return address & 1 << 48 != 0
    }

    /// The radio of a network, if this is the complete address of one; else nil.
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

  /// The grid of one level, without the values.
  public struct Plane: Hashable, Sendable {
    /// The ordinal of the level in its building; nil for the outdoor area around the entrances.
    public var ordinal: Int?
    /// The index of the building in the map.
    public var building: Int
    /// The height of the floor above the origin of the frame, in m.
    public var elevationMetres: Double
    /// The barometric pressure less the pressure on the first surveyed level, in Pa; nil if the
    /// survey had no barometer.
    public var relativePressurePascals: Double?
    /// The first grid point, in metres east and north.
    public var origin: Vec2
    /// The distance between grid points, in m.
    public var spacing: Double
    /// The number of grid points to the east and to the north.
    public var columns: Int
    public var rows: Int
    /// For each grid point, row by row: true if the survey passed near it.
    public var isSurveyed: [Bool]

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

    /// The position of a grid point.
    public func point(column: Int, row: Int) -> Vec2 {
      origin + Vec2(Double(column), Double(row)) * spacing
    }
  }

  /// One transmitter on one level: a window of the grid of the level, outside which it is not
  /// received.
  public struct CoverageWindow: Hashable, Sendable {
    /// The indices of its sender and its plane.
    public var sender, plane: Int
    /// The first column and row of the window, and its size.
    public var column, row, columns, rows: Int
    /// The index of the first value of the window in ``RadioMap/levels`` and ``RadioMap/sigmas``.
    public var start: Int

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

  /// The offset of ``levels``, in dBm; their unit is half a decibel.
  public static let minLevel = -110.0
  /// The unit of ``sigmas``, in dB.
  public static let sigmaStep = 0.1

  /// The name of the venue.
  public var venue: String
  /// The geodetic position of the origin of the frame.
  public var origin: Geodetic
  /// The grids of the levels.
  public var planes: [Plane]
  /// The transmitters, sorted.
  public var senders: [Sender]
  /// The fields, sorted by sender and plane.
  public var fields: [CoverageWindow]
  /// The mean signal strengths of all windows, in half decibels above ``minLevel``.
  public var levels: [UInt8]
  /// The standard deviation of each mean, in tenths of a decibel.
  public var sigmas: [UInt8]
  /// The noise of a single reading about the mean, for access points and for beacons: one standard
  /// deviation in dB.
  public var wifiNoise: Double
  public var beaconNoise: Double
  /// The correlation length of the errors of the map, in m.
  public var correlationMetres: Double
  /// The magnetic map, if the survey recorded the field.
  public var magnetic: MagneticMap?

  /// Creates an empty map, of a venue without a survey.
  public init(venue: String, origin: Geodetic) {
    self.venue = venue
    self.origin = origin
    planes = []
    senders = []
    fields = []
    levels = []
    sigmas = []
    wifiNoise = 4
    beaconNoise = 5
    correlationMetres = 5
  }

  /// Returns the mean signal strength in dBm and its standard deviation in dB at a grid point; nil
  /// outside the window of the field.
  public func value(
    _ field: CoverageWindow, column: Int, row: Int
  ) -> (level: Double, sigma: Double)? {
    let (east, north) = (column - field.column, row - field.row)
    guard (0..<field.columns).contains(east), (0..<field.rows).contains(north) else { return nil }
    let index = field.start + north * field.columns + east
    guard levels.indices.contains(index), sigmas.indices.contains(index) else { return nil }
    return (
      Self.minLevel + 0.5 * Double(levels[index]), Self.sigmaStep * Double(sigmas[index])
    )
  }
}
