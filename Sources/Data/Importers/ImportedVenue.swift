public import Geometry
public import Venues

/// An imported venue with its import report.
public struct ImportedVenue: Sendable {
  public let venue: Venue
  public let report: ImportReport
  /// Source and licence of the data, one line each, for the head of the venue's file.
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
  public let west: Double
  public let south: Double
  public let east: Double
  public let north: Double

  /// Creates a box; nil unless west < east and south < north, all on the Earth.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard west >= -180, east <= 180, south >= -90, north <= 90, west < east, south < north else {
      return nil
    }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// True if a position is inside or on the border.
  func contains(_ place: GeoPoint) -> Bool {
    place.longitude >= west && place.longitude <= east && place.latitude >= south
      && place.latitude <= north
  }

  var center: GeoPoint {
    GeoPoint(longitude: (west + east) / 2, latitude: (south + north) / 2)
  }
}

/// A position on the ellipsoid, in degrees.
struct GeoPoint: Hashable, Sendable {
  var longitude: Double
  var latitude: Double

  /// True if the coordinates are finite and in range.
  var isOnEarth: Bool { abs(longitude) <= 180 && abs(latitude) <= 90 }
}

/// Options of an import.
public struct ImportOptions: Sendable {
  /// Name of the venue; nil takes it from the data.
  public var name: String?
  /// Origin of the local frame; nil takes the middle of the data.
  public var origin: Geodetic?
  /// Part of a large file to import; nil imports all.
  public var box: GeoBox?
  public var limits = ImportLimits()

  public init() {}
}

/// Limits of an import, against files made to exhaust memory; exceeding one is an error that names it.
public struct ImportLimits: Hashable, Sendable {
  /// Max size of a file, also decompressed, in bytes.
  public var fileBytes = 1 << 30
  /// Max features of a collection.
  public var features = 2_000_000
  /// Max vertices of a feature.
  public var featureVertices = 500_000
  /// Max number of stored OpenStreetMap nodes.
  public var nodes = 10_000_000
  /// Max number of stored references from ways to nodes, and from relations to members.
  public var references = 20_000_000
  /// Max number of stored ways, and of relations.
  public var elements = 3_000_000
  /// Max number of imported place names.
  public var places = 2_000
  /// Max distance from the origin, in m: the local frame is flat.
  public var reachMetres = 100_000.0

  public init() {}
}
