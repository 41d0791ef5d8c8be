import Documents
import Testing

/// A kept table of a study, `study.csv`, asked by names.
struct StudyTable {
  /// The scenarios or recordings, sorted.
  let scenarios: [String]
  private var values: [[String]: Double] = [:]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - wanted: Which of its values: `median` or `pooled`.
  /// - Throws: What can't be read.
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

  /// A variant's figure on a recording; a failed test where the table lacks it.
  func figure(_ figure: String, of variant: String, on scenario: String) throws -> Double {
    try #require(values[[scenario, variant, figure]], "\(figure) of \(variant) on \(scenario)")
  }
}
