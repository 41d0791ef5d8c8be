/// A place in a text file, as editors count: lines and columns from 1, columns in characters.
///
/// A column counts Unicode scalars, so it agrees with what most editors show, whatever the encoding.
public struct SourcePlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The file's path as the user gave it, or a name for text that came from elsewhere.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates the place at `line` and `column`, both from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The form that compilers print and editors jump to: `mall.yaml:14:9`.
  public var description: String { "\(file):\(line):\(column)" }

  public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line, left.column) < (right.line, right.column)
  }
}
