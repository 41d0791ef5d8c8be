import Documents
public import Scoring

/// The folder of a study: study.csv, study.md and study.svg, and, while it goes on, a file for each
/// variant that is finished.
public struct StudyFolder {
  /// Where it is.
  public var path: String { parts.path }
  private let parts: PartsFolder<[StudyRow]>
  /// The rows of the variants that an earlier attempt finished, in order.
  public var resumed: [[StudyRow]] { parts.resumed }

  /// Makes or opens a folder.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - overwrites: Whether a folder with something in it may be used.
  ///   - resumes: Whether to go on with what an earlier attempt finished.
  ///   - count: How many variants there are.
  ///   - read: Understands a variant's file by its position; nil for one that isn't of this study.
  /// - Throws: ``DocumentError`` for a folder that may not be used, ``FileWriteError`` for one that
  ///   can't be written.
  public init(
    path: String, overwrites: Bool, resumes: Bool, count: Int,
    read: ([UInt8], Int) -> [StudyRow]?
  ) throws {
    parts = try PartsFolder(
      path: path, what: "study", results: ["study.csv", "study.md", "study.svg"],
      overwrites: overwrites, resumes: resumes, count: count, read: read)
  }

  /// What became of the budgets of a study that is at its end.
  ///
  /// - Parameters:
  ///   - path: Its folder.
  ///   - run: The study's short digest.
  /// - Returns: The verdicts; nil where that study isn't there, or isn't at its end.
  public static func verdicts(
    ofFinished path: String, run: String
  ) -> [BudgetVerdict.Verdict]? {
    guard let contents = folderContents(path), !contents.contains("variants"),
      var table = try? CSVReader(path: path + "/study.csv"), table.columns == StudyReport.columns,
      let column = table.columns.firstIndex(of: "verdict")
    else { return nil }
    var (isOfRun, verdicts) = (false, [BudgetVerdict.Verdict]())
    while (try? table.nextRow()) == true {
      guard table.text(at: 0) == run else { return nil }
      isOfRun = true
      if let verdict = BudgetVerdict.Verdict(rawValue: table.text(at: column)) {
        verdicts.append(verdict)
      }
    }
    return isOfRun ? verdicts : nil
  }

  /// Keeps a finished variant's rows.
  ///
  /// - Parameters:
  ///   - bytes: The rows, as ``StudyRows`` writes them.
  ///   - number: The variant's position.
  /// - Throws: Why they can't be written.
  public func add(_ bytes: [UInt8], variant number: Int) throws {
    try parts.add(bytes, part: number)
  }

  /// Writes the tables and the picture.
  ///
  /// - Parameters:
  ///   - report: What they show.
  ///   - isComplete: Whether nothing need be kept to go on with.
  /// - Throws: Why something can't be written.
  public func finish(_ report: StudyReport, isComplete: Bool) throws {
    try parts.write(report.csv, result: "study.csv")
    try parts.write(Array((report.text(as: .markdown) + "\n").utf8), result: "study.md")
    if let picture = report.picture { try parts.write(Array(picture.utf8), result: "study.svg") }
    if isComplete { parts.removeParts() }
  }
}
