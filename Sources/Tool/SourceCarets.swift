import Documents
import Glibc

/// Prints a document's errors: each begins with its position, as editors expect, and shows its source line.
///
/// - Parameters:
///   - error: The errors.
///   - showsSource: True to print the source lines.
func complain(of error: DocumentError, showsSource: Bool) {
  var sources = DiagnosticSources()
  let foreign = Set(error.diagnostics.filter(\.isAboutForeignFile).map { $0.place?.file })
  for (number, diagnostic) in error.diagnostics.enumerated() {
    // A message without a position begins with the command's name.
    complain((diagnostic.place == nil ? "venuesim: " : "") + "\(diagnostic)")
    let next = error.diagnostics.dropFirst(number + 1).first
    guard showsSource, let place = diagnostic.place, next?.place != place,
      !foreign.contains(place.file)
    else { continue }
    for line in sources.excerpt(at: place) { complain(line) }
  }
  if error.unlisted > 0 { complain("and \(error.unlisted) more") }
}

/// The files of diagnostics, each read once.
private struct DiagnosticSources {
  /// Max size of a file whose lines are shown.
  private static let longest = 16 << 20
  /// Width for logs.
  private static let usualWidth = 100

  private var files: [String: [UInt8]] = [:]
  private let width = DiagnosticSources.width

  /// The lines that show a position; empty if its file can't be read again.
  mutating func excerpt(at place: SourcePosition) -> [String] {
    let bytes = files[place.file] ?? (try? readFile(place.file, limit: Self.longest)) ?? []
    files[place.file] = bytes
    return bytes.isEmpty ? [] : SourceExcerpt(place, in: bytes, width: width)?.lines ?? []
  }

  private static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : usualWidth
  }
}
