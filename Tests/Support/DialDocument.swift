package import Documents

/// A document whose keys are the dials of a set.
package struct DialDocument<Settings: DialSet>: DocumentObject {
  /// What it says.
  package let settings: Settings

  package init(from object: inout ObjectReader) {
    settings = object.dials()
  }
}

/// Reads a set of which a document turns one dial.
///
/// - Parameters:
///   - name: The dial, with its groups: `stride.forgetting`.
///   - value: What it is turned to, as a document writes it.
///   - type: Which set.
/// - Returns: The set.
/// - Throws: What is wrong with the document.
package func dialled<Settings: DialSet>(
  _ name: String, _ value: String, in type: Settings.Type = Settings.self
) throws(DocumentError) -> Settings {
  let parts = name.split(separator: ".")
  let text = parts.reversed().reduce(value) { "{\($1): \($0)}" }
  return try decodeDocument(
    DialDocument<Settings>.self, bytes: Array(text.utf8), name: "dials"
  ).settings
}

/// What is wrong with a table of dials.
///
/// - Parameter type: The set that has it.
/// - Returns: A line for each fault; none if nothing is wrong.
package func faults<Settings: DialSet>(ofDials type: Settings.Type) -> [String] {
  let usual = Settings()
  let rows = usual.dialRows()
  var faults: [String] = []
  if Set(rows.map(\.name)).count != rows.count { faults.append("a name twice") }
  for row in rows {
    let allowed = row.name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.".contains($0) }
    if !allowed { faults.append("\(row.name) is no name") }
    if !row.meaning.hasSuffix(".") { faults.append("\(row.name) has no sentence") }
    for (text, isUsual) in [(row.value, true), (row.other, false)] {
      do throws(DocumentError) {
        let read = try dialled(row.name, text, in: Settings.self)
        if (read == usual) != isUsual { faults.append("\(row.name): '\(text)' reads as another") }
      } catch {
        faults.append("\(row.name): \(error.diagnostics.map(\.message))")
      }
    }
  }
  return faults
}

/// The dials of a set that change nothing, whatever they are turned to.
///
/// - Parameters:
///   - names: The dials; all, unless said.
///   - values: What some are turned to besides what lists show to try.
///   - output: What comes out of a trial with a set.
/// - Returns: Their names.
package func idleDials<Settings: DialSet, Output: Equatable>(
  _ names: [String]? = nil, values: [String: [String]] = [:], _ output: (Settings) -> Output
) -> [String] {
  let usual = output(Settings())
  return Settings().dialRows().filter { row in
    guard names?.contains(row.name) ?? true else { return false }
    return (row.others + (values[row.name] ?? [])).allSatisfy { value in
      // What a set refuses beside its other dials proves nothing.
      guard let turned = try? dialled(row.name, value, in: Settings.self) else { return true }
      return output(turned) == usual
    }
  }.map(\.name)
}
