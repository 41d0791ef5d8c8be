package import Documents

/// A document whose keys are the parameters of a set.
package struct ParameterDocument<Settings: ParameterSet>: DocumentObject {
  /// The decoded settings.
  package let settings: Settings

  package init(from object: inout ObjectReader) {
    settings = object.parameters()
  }
}

/// Reads a set with one changed parameter from a document.
///
/// - Parameters:
///   - name: The parameter, with its groups: `stride.forgetting`.
///   - value: Its value, as in a document.
///   - type: The type of the set.
/// - Returns: The set.
/// - Throws: ``DocumentError`` if the value is invalid.
package func configured<Settings: ParameterSet>(
  _ name: String, _ value: String, in type: Settings.Type = Settings.self
) throws(DocumentError) -> Settings {
  let parts = name.split(separator: ".")
  let text = parts.reversed().reduce(value) { "{\($1): \($0)}" }
  return try decodeDocument(
    ParameterDocument<Settings>.self, bytes: Array(text.utf8), name: "parameters"
  ).settings
}

/// Checks a table of parameters.
///
/// - Parameter type: The type of the set.
/// - Returns: A line for each fault.
package func faults<Settings: ParameterSet>(ofParameters type: Settings.Type) -> [String] {
  let usual = Settings()
  let rows = usual.parameterRows()
  var faults: [String] = []
  if Set(rows.map(\.name)).count != rows.count { faults.append("a name twice") }
  for row in rows {
    let allowed = row.name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.".contains($0) }
    if !allowed { faults.append("\(row.name) is no name") }
    if !row.meaning.hasSuffix(".") { faults.append("\(row.name) has no sentence") }
    for (text, isUsual) in [(row.value, true), (row.other, false)] {
      do throws(DocumentError) {
        let read = try configured(row.name, text, in: Settings.self)
        if (read == usual) != isUsual { faults.append("\(row.name): '\(text)' reads as another") }
      } catch {
        faults.append("\(row.name): \(error.diagnostics.map(\.message))")
      }
    }
  }
  return faults
}

/// The parameters of a set without effect, for all tried values.
///
/// - Parameters:
///   - names: The parameters; all by default.
///   - values: Values for some, in addition to those suggested in lists.
///   - output: The output of a trial with a set.
/// - Returns: Their names.
package func idleParameters<Settings: ParameterSet, Output: Equatable>(
  _ names: [String]? = nil, values: [String: [String]] = [:], _ output: (Settings) -> Output
) -> [String] {
  let usual = output(Settings())
  return Settings().parameterRows().filter { row in
    guard names?.contains(row.name) ?? true else { return false }
    return (row.others + (values[row.name] ?? [])).allSatisfy { value in
      // A value that contradicts other parameters proves nothing.
      guard let turned = try? configured(row.name, value, in: Settings.self) else { return true }
      return output(turned) == usual
    }
  }.map(\.name)
}
