import Documents
import Harness

extension VariantMaker {
  /// Reads a scenario that another file names.
  ///
  /// - Parameters:
  ///   - name: The scenario's file, relative to the file that names it.
  ///   - path: The file that names it.
  ///   - settings: Values that replace or add to the scenario's.
  /// - Throws: Everything that is wrong with it, with its place.
  init(named name: Located<String>, besides path: String, settings: [Setting]) throws(DocumentError)
  {
    do throws(DocumentError) {
      try self.init(path: Documents.besides(path, name.value), settings: settings)
    } catch {
      // A file that can't be read has no place of its own: the list is to blame for its name.
      throw DocumentError(
        error.diagnostics.map {
          Diagnostic(place: $0.place ?? name.place, message: $0.message, suggestion: $0.suggestion)
        }, unlisted: error.unlisted)
    }
  }
}
