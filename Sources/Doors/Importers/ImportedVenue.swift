public import Geometry
public import Venues

/// A venue made from a map of another format, and what became of that map.
public struct ImportedVenue: Sendable {
  /// The venue.
  public let venue: Venue
  /// What was taken, inferred, measured and left.
  public let report: ImportReport
  /// Where the data come from and on what terms, a line each, for the head of the venue's file.
  public let notes: [String]
}

/// The formats that can be imported.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// The Indoor Mapping Data Format 1.0.0 (OGC 20-094): a folder or a zip file.
  case imdf
  /// The WRLD Indoor Map Format 1.0: a folder or a zip file.
  case wrld
  /// OpenStreetMap: XML, plain or gzipped, or PBF.
  case osm
  /// GeoJSON (RFC 7946) or TopoJSON of building footprints, plain or gzipped.
  case geojson
  /// KML 2.2 of building footprints and places, plain or gzipped, or in a zip file (KMZ).
  case kml
  /// IndoorGML 1.x: cells with solids or surfaces, plain or gzipped.
  case indoorgml
}

/// A box of longitudes and latitudes, in degrees.
public struct GeoBox: Hashable, Sendable {
  /// The least longitude.
  public let west: Double
  /// The least latitude.
  public let south: Double
  /// The greatest longitude.
  public let east: Double
  /// The greatest latitude.
  public let north: Double

  /// Makes a box; nil unless west < east and south < north, all on the Earth.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard west >= -180, east <= 180, south >= -90, north <= 90, west < east, south < north else {
      return nil
    }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Whether a place lies inside or on the border.
  func contains(_ place: GeoPoint) -> Bool {
    place.longitude >= west && place.longitude <= east && place.latitude >= south
      && place.latitude <= north
  }

  /// The middle.
  var center: GeoPoint {
    GeoPoint(longitude: (west + east) / 2, latitude: (south + north) / 2)
  }
}

/// A place on the ellipsoid, in degrees.
struct GeoPoint: Hashable, Sendable {
  var longitude: Double
  var latitude: Double

  /// Whether it is a place on the Earth; false for what is not finite too.
  var isOnEarth: Bool { abs(longitude) <= 180 && abs(latitude) <= 90 }
}

/// What the caller decides about an import.
public struct ImportOptions: Sendable {
  /// What to call the venue, rather than what the data call it.
  public var name: String?
  /// Where local metres begin, rather than in the middle of the data.
  public var origin: Geodetic?
  /// What to keep of a large file; all, if nil.
  public var box: GeoBox?
  /// How much may be read.
  public var limits = ImportLimits()

  /// Creates options that leave everything to the data.
  public init() {}
}

/// How much an import may read, against files made to exhaust memory; what exceeds a limit is an
/// error that names it.
public struct ImportLimits: Hashable, Sendable {
  /// The largest file, and the most that a compressed one may unpack to, in bytes.
  public var fileBytes = 1 << 30
  /// The most features of one collection.
  public var features = 2_000_000
  /// The most vertices of one feature.
  public var featureVertices = 500_000
  /// The most OpenStreetMap nodes to keep.
  public var nodes = 10_000_000
  /// The most references from ways to nodes, and from relations to members, to keep.
  public var references = 20_000_000
  /// The most ways and the most relations to keep.
  public var elements = 3_000_000
  /// The most names of places to take.
  public var places = 2_000
  /// The farthest from the origin that anything may be, in m: the local frame is flat.
  public var reachMetres = 100_000.0

  /// Creates the standard limits, each of which can then be changed.
  public init() {}
}
