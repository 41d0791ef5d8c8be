/// A position in a text file, as editors count: lines and columns from 1.
///
/// A column counts Unicode scalars, so it agrees with most editors for any encoding.
public struct SourcePosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The file's path as given by the user, or a name for text from elsewhere.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The form used by compilers and editors: `mall.yaml:14:9`.
  public var description: String { "\(file):\(line):\(column)" }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line, left.column) < (right.line, right.column)
  }
}
