import Documents

/// Imports a map of another format as a venue.
///
/// - Parameters:
///   - format: Format of the map; nil detects it from the content.
///   - path: The file or folder.
///   - options: Options of the import.
/// - Returns: The venue, with a report of elements taken over, inferred and left out.
/// - Throws: `DocumentError` or `ArchiveError` for an unreadable map.
public func importVenue(
  _ format: ImportFormat?, path: String, options: ImportOptions = ImportOptions()
) throws -> ImportedVenue {
  let format = try format ?? detectedFormat(path, limits: options.limits)
  switch format {
  case .imdf: return try IMDFImporter.venue(path: path, options: options)
  case .wrld: return try WRLDImporter.venue(path: path, options: options)
  case .osm: return try OSMImporter.venue(path: path, options: options)
  case .indoorgml: return try IndoorGMLImporter.venue(path: path, options: options)
  case .kml:
    var report = ImportReport()
    let features = try KMLFeatureReader.features(
      of: kmlBytes(path, limits: options.limits), name: path, limits: options.limits, &report)
    return try FootprintImporter.venue(features, path: path, options: options, report)
  case .geojson:
    let bytes = try plainBytes(path, limits: options.limits)
    var limits = JSONValue.Limits()
    limits.bytes = options.limits.fileBytes
    return try FootprintImporter.venue(
      JSONValue(parsing: bytes, name: path, limits: limits), path: path, options: options)
  }
}

/// Detects the format of a map file or folder from its content.
///
/// - Throws: An error if the path is unreadable or the format unknown.
public func detectedFormat(
  _ path: String, limits: ImportLimits = ImportLimits()
) throws -> ImportFormat {
  if let names = folderContents(path) {
    try refuseShapefiles(names, path)
    return try formatOfFiles(ImportSource(path: path, marker: "manifest.json", limits: limits))
  }
  let start = try plainBytes(path, limits: limits)
  // A shapefile begins with the number 9994, the most significant byte first (Esri, 1998).
  if start.starts(with: [0, 0, 0x27, 0x0A]) { try refuseShapefiles([path], path) }
  if start.starts(with: [0x50, 0x4B]) {
    return try formatOfFiles(ImportSource(path: path, marker: "manifest.json", limits: limits))
  }
  // A PBF file begins with the length of a header, then its type "OSMHeader" as field 1.
  if start.count > 15, start[4] == 0x0A, start[6..<15].elementsEqual("OSMHeader".utf8) {
    return .osm
  }
  let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
  switch first {
  case UInt8(ascii: "<"): return formatOfXML(start, path)
  case UInt8(ascii: "{"): return .geojson
  default:
    throw DocumentError(
      "'\(brief(path, limit: 200))' is not in a format that can be imported")
  }
}

private func formatOfFiles(_ source: ImportSource) throws -> ImportFormat {
  if source.has("manifest.json") || source.has("venue.geojson") { return .imdf }
  if source.names.contains(where: { $0.hasSuffix(".kml") }) { return .kml }
  try refuseShapefiles(source.names, source.path)
  let wrld = try ImportSource(path: source.path, marker: "main.json", limits: ImportLimits())
  if wrld.has("main.json") { return .wrld }
  throw DocumentError(
    "'\(brief(source.path, limit: 200))' has neither manifest.json (IMDF) nor main.json (WRLD)")
}

/// Detects the format of an XML document from its root; defaults to OpenStreetMap.
private func formatOfXML(_ bytes: [UInt8], _ path: String) -> ImportFormat {
  var xml = XMLReader(bytes, name: path)
  guard case .start(let root, _, _)? = try? xml.next() else { return .osm }
  switch localName(root) {
  case "IndoorFeatures": return .indoorgml
  case "kml": return .kml
  default: return .osm
  }
}

/// Rejects shapefiles with a hint at a conversion to GeoJSON.
private func refuseShapefiles(_ names: [String], _ path: String) throws(DocumentError) {
  guard let name = names.first(where: { $0.lowercased().hasSuffix(".shp") || $0 == path }) else {
    return
  }
  throw DocumentError(
    "'\(brief(path, limit: 200))' is a shapefile, which can't be imported; GDAL converts it to GeoJSON: "
      + "'ogr2ogr -f GeoJSON -t_srs EPSG:4326 \(fileStem(name)).geojson \(splitPath(name).name)', "
      + "then import that")
}

/// The bytes of a KML document, which may be the first in a zip file.
private func kmlBytes(_ path: String, limits: ImportLimits) throws -> [UInt8] {
  let bytes = try plainBytes(path, limits: limits)
  guard bytes.starts(with: [0x50, 0x4B]) else { return bytes }
  let source = try ImportSource(path: path, marker: "doc.kml", limits: limits)
  guard let name = source.names.first(where: { $0.hasSuffix(".kml") }) else {
    throw DocumentError("'\(brief(path, limit: 200))' has no .kml file")
  }
  return try source.bytes(name)
}

/// The bytes of a file, decompressed if it is gzipped.
func plainBytes(_ path: String, limits: ImportLimits) throws -> [UInt8] {
  let bytes = try readFile(path, limit: limits.fileBytes)
  guard Gzip.isGzip(bytes) else { return bytes }
  var archiveLimits = ArchiveLimits()
  archiveLimits.entrySize = limits.fileBytes
  return try Gzip.decompress(bytes, name: path, limits: archiveLimits)
}
