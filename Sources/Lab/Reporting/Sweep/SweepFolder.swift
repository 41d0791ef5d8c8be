public import Documents

/// The folder of a sweep: sweep.csv and pareto.svg, and a file per finished variant meanwhile, so
/// that neither a full disk nor a killed process loses any of them.
public struct SweepFolder {
  public var path: String { parts.path }
  private let parts: PartsFolder<[SweepFigure]>
  /// The pooled figures of the variants finished by an earlier attempt, in order.
  public var resumed: [[SweepFigure]] { parts.resumed }

  /// Creates or opens a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - run: The run's short digest.
  ///   - overwrites: True to use a folder that is not empty.
  ///   - resumes: True to keep the finished variants of an earlier attempt.
  ///   - count: The number of variants.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(path: String, run: String, overwrites: Bool, resumes: Bool, count: Int) throws {
    parts = try PartsFolder(
      path: path, what: "sweep", results: ["sweep.csv", "pareto.svg"], overwrites: overwrites,
      resumes: resumes, count: count, read: { bytes, _ in SweepTable.pooled(in: bytes, run: run) })
  }

  /// Stores a finished variant's table.
  ///
  /// - Parameters:
  ///   - bytes: The table, with its header.
  ///   - number: The variant's index.
  /// - Throws: A write error.
  public func add(_ bytes: [UInt8], variant number: Int) throws(FileWriteError) {
    try parts.add(bytes, part: number)
  }

  /// Writes sweep.csv and the chart of all finished variants.
  ///
  /// - Parameters:
  ///   - count: The number of finished variants.
  ///   - columns: The table's columns.
  ///   - picture: The chart; nil for none.
  ///   - isComplete: True to remove the files for resuming.
  /// - Throws: A read or write error.
  public func finish(
    count: Int, columns: [String], picture: String?, isComplete: Bool
  ) throws {
    let table = try OutputFile(path: path + "/sweep.csv")
    var empty = CSVWriter(columns: columns)
    try table.write(empty.takeBytes())
    for number in 0..<count {
      let bytes = try parts.bytes(ofPart: number)
      // Every part starts with the header, which is one line: keys contain no newline.
      let start = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      try table.write(Array(bytes[start...]))
    }
    try table.finish()
    if let picture { try parts.write(Array(picture.utf8), result: "pareto.svg") }
    if isComplete { parts.removeParts() }
  }
}
