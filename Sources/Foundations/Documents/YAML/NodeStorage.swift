/// One node of a document in the flat storage that all its nodes share.
///
/// The nodes stand in the order of the file: a collection is followed by its children (a mapping's by
/// turns key and value), and `next` is where the node after its last descendant stands.
struct NodeRecord {
  enum Form: UInt8 {
    case plain, quoted, sequence, mapping, alias
  }

  /// From 0, in Unicode scalars.
  var line: UInt32
  var column: UInt32
  /// Where a scalar's text begins; what an alias stands for.
  var start: UInt32
  /// A scalar's length in bytes; a sequence's elements; a mapping's pairs.
  var count: UInt32
  /// The first record after this node and all below it; 0 while the node is still open.
  var next: UInt32
  /// Which of the storage's files the node was written in.
  var file: UInt16
  var form: Form
}

/// What the nodes of a document share: their records, the bytes of all scalars, the names of files.
///
/// A 1 MB file becomes three arrays, not a hundred thousand objects.
final class NodeStorage: Sendable {
  let files: [String]
  let records: [NodeRecord]
  let text: [UInt8]

  init(files: [String], records: [NodeRecord], text: [UInt8]) {
    self.files = files
    self.records = records
    self.text = text
  }

  /// The node that a record stands for: itself, unless it is an alias.
  func resolve(_ index: UInt32) -> UInt32 {
    let record = records[Int(index)]
    return record.form == .alias ? record.start : index
  }
}
