public import Documents
public import Maps
public import Observations
import Positioning

/// Positioning files on disk.
public enum SurveyFile {
  /// Writes a radio map.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - path: The file.
  /// - Returns: Its size in bytes, and its digest.
  /// - Throws: If it can't be written.
  public static func write(
    _ map: RadioMap, to path: String
  ) throws -> (bytes: Int, digest: String) {
    let bytes = try PositioningFile.bytes(map)
    try writeFile(bytes, to: path)
    return (bytes.count, PositioningFile.digest(of: bytes))
  }

  /// Adds a radio map to a positioning table, as a new row with the file as its attachment.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - path: The table's file; created if it is missing.
  ///   - survey: Description of the survey.
  ///   - createdSeconds: Creation time, in s since 1970.
  /// - Returns: The row's identifier.
  /// - Throws: If it can't be added.
  public static func add(
    _ map: RadioMap, toTable path: String, survey: String, createdSeconds: Double
  ) throws -> Identifier128 {
    try PositioningTable(path: path).add(
      PositioningFile.bytes(map), createdSeconds: createdSeconds, survey: survey)
  }

  /// Reads a radio map.
  ///
  /// - Parameter path: The file.
  /// - Returns: The map, and the file's digest.
  /// - Throws: ``DocumentError`` if it is invalid.
  public static func read(_ path: String) throws(DocumentError) -> (map: RadioMap, digest: String) {
    let bytes = try readFile(path, limit: 1 << 28)
    do {
      return (try PositioningFile.read(bytes), PositioningFile.digest(of: bytes))
    } catch {
      throw DocumentError("\(path): \(error)")
    }
  }
}
