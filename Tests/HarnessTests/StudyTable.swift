import Documents
import Testing

/// A stored table of a study, `study.csv`, with access by names.
struct StudyTable {
  /// The scenarios or recordings, sorted.
  let scenarios: [String]
  private var values: [[String]: Double] = [:]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - wanted: The kind of values: `median` or `pooled`.
  /// - Throws: If it is unreadable.
  init(_ path: String, kind wanted: String) throws {
    var csv = try CSVReader(path: path)
    func column(_ name: String) throws -> Int { try #require(csv.columns.firstIndex(of: name)) }
    let names = try ["scenario", "variant", "figure"].map(column)
    let (kind, value) = (try column("kind"), try column("value"))
    var found: Set<String> = []
    while try csv.nextRow() {
      guard csv.text(at: kind) == wanted else { continue }
      let key = names.map { csv.text(at: $0) }
      found.insert(key[0])
      values[key] = csv.number(at: value)
    }
    scenarios = found.sorted()
  }

  /// A variant's figure on a recording; the test fails if the table lacks it.
  func figure(_ figure: String, of variant: String, on scenario: String) throws -> Double {
    try #require(values[[scenario, variant, figure]], "\(figure) of \(variant) on \(scenario)")
  }
}
