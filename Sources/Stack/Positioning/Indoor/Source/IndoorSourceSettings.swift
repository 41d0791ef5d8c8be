public import Documents
public import Observations

/// Settings of a stack's indoor data source.
public struct IndoorSourceSettings: DocumentObject, Hashable {
  /// File of the positioning table.
  public var table: String
  /// Requested row; nil for the most recent.
  public var rowID: Identifier128?
  /// Cache file on the device; empty for no cache.
  public var cache: String
  /// True if locations are snapped to the map's pathways.
  public var snaps: Bool
  public var parameters = IndoorDataSource.Parameters()

  public init(
    table: String, rowID: Identifier128? = nil, cache: String = "", snaps: Bool = false
  ) {
    self.table = table
    self.rowID = rowID
    self.cache = cache
    self.snaps = snaps
  }

  /// Reads settings; file names are relative to the document until they are resolved.
  public init(from object: inout ObjectReader) {
    table = object.required(
      "table", .string, "File of the positioning table, relative to the document.")
    rowID = object.optional(
      "row", proximityUUIDForm, "Row of the positioning table; the most recent by default.")
    cache = object.optional(
      "cache", .string, default: "",
      "Cache file for the last positioning file used, relative to the document; by default it is "
        + "kept in memory for the run.")
    snaps = object.optional(
      "snap", .bool, default: false, "Snaps locations to the venue's pathways.")
  }
}

extension IndoorDataSource {
  /// Creates a stopped source from settings.
  public init(_ settings: IndoorSourceSettings, pathways: PathwaySnapper) {
    self.init(
      table: PositioningTable(path: settings.table), rowID: settings.rowID,
      cache: PositioningCache(path: settings.cache.isEmpty ? nil : settings.cache),
      pathways: settings.snaps ? pathways : nil, parameters: settings.parameters)
  }
}
