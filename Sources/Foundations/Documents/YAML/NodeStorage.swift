/// One node in the flat storage of a document.
///
/// Nodes are in file order: a collection is followed by its children (for a mapping, keys and values
/// alternate), and `next` is the index after its last descendant.
struct NodeRecord {
  enum Form: UInt8 {
    case plain, quoted, sequence, mapping, alias
  }

  /// From 0, in Unicode scalars.
  var line: UInt32
  var column: UInt32
  /// The start of a scalar's text; for an alias, the index of its anchor.
  var start: UInt32
  /// A scalar's length in bytes, a sequence's number of elements, or a mapping's number of pairs.
  var count: UInt32
  /// The index after this node and its descendants; 0 while the node is open.
  var next: UInt32
  /// The index of the node's file.
  var file: UInt16
  var form: Form
}

/// Shared storage of a document's nodes: records, the bytes of all scalars, and file names.
///
/// A 1 MB file becomes three arrays instead of a hundred thousand objects.
final class NodeStorage: Sendable {
  let files: [String]
  let records: [NodeRecord]
  let text: [UInt8]

  init(files: [String], records: [NodeRecord], text: [UInt8]) {
    self.files = files
    self.records = records
    self.text = text
  }

  /// The index of the node itself, or of an alias's anchor.
  func resolve(_ index: UInt32) -> UInt32 {
    let record = records[Int(index)]
    return record.form == .alias ? record.start : index
  }
}
