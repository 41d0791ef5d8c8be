public import Documents

/// The folder of a sweep: sweep.csv and pareto.svg, and, while it goes on, a file for each variant
/// that is finished, so that neither a full disk nor a killed process loses any of them.
public struct SweepFolder {
  /// Where it is.
  public var path: String { parts.path }
  private let parts: PartsFolder<[SweepFigure]>
  /// The pooled figures of the variants that an earlier attempt finished, in order.
  public var resumed: [[SweepFigure]] { parts.resumed }

  /// Makes or opens a folder.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - run: The run's short digest.
  ///   - overwrites: Whether a folder with something in it may be used.
  ///   - resumes: Whether to go on with what an earlier attempt finished.
  ///   - count: How many variants there are.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(path: String, run: String, overwrites: Bool, resumes: Bool, count: Int) throws {
    parts = try PartsFolder(
      path: path, what: "sweep", results: ["sweep.csv", "pareto.svg"], overwrites: overwrites,
      resumes: resumes, count: count, read: { bytes, _ in SweepTable.pooled(in: bytes, run: run) })
  }

  /// Keeps a finished variant's table.
  ///
  /// - Parameters:
  ///   - bytes: The table, with its header.
  ///   - number: The variant's position.
  /// - Throws: Why it can't be written.
  public func add(_ bytes: [UInt8], variant number: Int) throws(FileWriteError) {
    try parts.add(bytes, part: number)
  }

  /// Writes sweep.csv and the picture, of all variants that are finished.
  ///
  /// - Parameters:
  ///   - count: How many are.
  ///   - columns: The table's columns.
  ///   - picture: The picture; nil for none.
  ///   - isComplete: Whether these are all, so that nothing need be kept to go on with.
  /// - Throws: Why something can't be read or written.
  public func finish(
    count: Int, columns: [String], picture: String?, isComplete: Bool
  ) throws {
    let table = try OutputFile(path: path + "/sweep.csv")
    var empty = CSVWriter(columns: columns)
    try table.write(empty.takeBytes())
    for number in 0..<count {
      let bytes = try parts.bytes(ofPart: number)
      // Every part has the header, which is one line: no key holds a line's end.
      let start = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      try table.write(Array(bytes[start...]))
    }
    try table.finish()
    if let picture { try parts.write(Array(picture.utf8), result: "pareto.svg") }
    if isComplete { parts.removeParts() }
  }
}
