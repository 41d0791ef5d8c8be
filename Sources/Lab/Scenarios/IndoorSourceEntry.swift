public import Documents
public import Observations
import Venues

/// Where the indoor data source has its positioning file from.
public struct IndoorSourceEntry: DocumentObject, Hashable {
  /// The positioning table's file, relative to the scenario's.
  public let table: String
  /// The row that is asked for; nil for the most recent.
  public let row: Identifier128?
  /// The file in which devices keep what they used last, relative to the scenario's; empty to keep
  /// nothing.
  public let cache: String
  /// Whether locations are drawn to the venue's pathways.
  public let snap: Bool

  /// Reads a source.
  public init(from object: inout ObjectReader) {
    table = object.required(
      "table", .string, "The positioning table's file, relative to this one.")
    row = object.optional("row", proximityUUIDForm, "The row; the most recent unless given.")
    cache = object.optional(
      "cache", .string, default: "",
      "The file in which devices keep the last file used, relative to this one; none unless given.")
    snap = object.optional(
      "snap", .bool, default: false, "Whether locations are drawn to the venue's pathways.")
  }
}
