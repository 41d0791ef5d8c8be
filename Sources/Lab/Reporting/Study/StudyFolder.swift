import Documents
public import Scoring

/// The folder of a study: study.csv, study.md and study.svg, and a file per finished variant
/// meanwhile.
public struct StudyFolder {
  public var path: String { parts.path }
  private let parts: PartsFolder<[StudyRow]>
  /// The rows of the variants finished by an earlier attempt, in order.
  public var resumed: [[StudyRow]] { parts.resumed }

  /// Creates or opens a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - overwrites: True to use a folder that is not empty.
  ///   - resumes: True to keep the finished variants of an earlier attempt.
  ///   - count: The number of variants.
  ///   - read: Parses a variant's file by its index; nil for a file of another study.
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

  /// Reads the budget verdicts of a finished study.
  ///
  /// - Parameters:
  ///   - path: Its folder.
  ///   - run: The study's short digest.
  /// - Returns: The verdicts; nil if the folder has another study, or an unfinished one.
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

  /// Stores a finished variant's rows.
  ///
  /// - Parameters:
  ///   - bytes: The rows in the format of ``StudyRows``.
  ///   - number: The variant's index.
  /// - Throws: A write error.
  public func add(_ bytes: [UInt8], variant number: Int) throws {
    try parts.add(bytes, part: number)
  }

  /// Writes the tables and the chart.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - isComplete: True to remove the files for resuming.
  /// - Throws: A write error.
  public func finish(_ report: StudyReport, isComplete: Bool) throws {
    try parts.write(report.csv, result: "study.csv")
    try parts.write(Array((report.text(as: .markdown) + "\n").utf8), result: "study.md")
    if let picture = report.picture { try parts.write(Array(picture.utf8), result: "study.svg") }
    if isComplete { parts.removeParts() }
  }
}
