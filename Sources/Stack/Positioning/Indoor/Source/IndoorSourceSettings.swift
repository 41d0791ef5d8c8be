public import Documents
public import Observations

/// Where a stack's indoor data source has its positioning file from.
public struct IndoorSourceSettings: DocumentObject, Hashable {
  /// The positioning table's file.
  public var table: String
  /// The row that is asked for; nil for the most recent.
  public var rowID: Identifier128?
  /// The file in which the device keeps what it used last; empty to keep nothing.
  public var cache: String
  /// Whether locations are drawn to the map's pathways.
  public var snaps: Bool
  /// The numbers of the source.
  public var parameters = IndoorDataSource.Parameters()

  /// Creates settings.
  public init(
    table: String, rowID: Identifier128? = nil, cache: String = "", snaps: Bool = false
  ) {
    self.table = table
    self.rowID = rowID
    self.cache = cache
    self.snaps = snaps
  }

  /// Reads settings; files are relative to the document's own until they are resolved.
  public init(from object: inout ObjectReader) {
    table = object.required(
      "table", .string, "The positioning table's file, relative to this one.")
    rowID = object.optional("row", proximityUUIDForm, "The row; the most recent unless given.")
    cache = object.optional(
      "cache", .string, default: "",
      "The file in which devices keep the last file used, relative to this one; none unless given.")
    snaps = object.optional(
      "snap", .bool, default: false, "Whether locations are drawn to the venue's pathways.")
  }
}

extension IndoorDataSource {
  /// Creates a source that is stopped.
  ///
  /// - Parameters:
  ///   - settings: Where its file is.
  ///   - pathways: The lines that locations may be drawn to.
  public init(_ settings: IndoorSourceSettings, pathways: PathwaySnapper) {
    self.init(
      table: PositioningTable(path: settings.table), rowID: settings.rowID,
      cache: PositioningCache(path: settings.cache), pathways: settings.snaps ? pathways : nil,
      parameters: settings.parameters)
  }
}
