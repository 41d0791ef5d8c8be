public import Documents
import Observations
package import Truth

/// A format of recordings, with its detection and its reader.
public struct ReplayFormat: Sendable {
  /// Reads the recording that begins in a file of a tree, for a device.
  package typealias Reader =
    @Sendable (RecordingTree, _ file: String, _ device: String) throws -> ReadRecording

  /// The name, as used by `--format`.
  public let name: String
  /// One-line description.
  public let summary: String
  /// True if a recording is a folder, which gives it its name, and not a file.
  package let isFolder: Bool
  /// True if all other files in a recording's folder belong to it, used or not.
  package var ownsFolder: Bool { ["sensor-logger", "phyphox", "oxford"].contains(name) }
  /// True if a recording of this format begins in the file; each recording has exactly one such file.
  package let begins: @Sendable (FileProbe) -> Bool
  package let read: Reader
  /// True if the file belongs to a recording of this format beside it.
  package private(set) var isBeside: @Sendable (FileProbe) -> Bool = { _ in false }
  /// The reason why such a file isn't a recording by itself; nil for other files.
  package private(set) var reasonAlone: @Sendable (RecordingTree, _ file: String) -> String? = {
    _, _ in nil
  }
  /// Lists the recordings in a file; nil if files of this format hold one each.
  package let parts: (@Sendable (RecordingTree, _ file: String) throws -> [RecordingPart])?

  package init(
    _ name: String, _ summary: String, isFolder: Bool = false,
    begins: @escaping @Sendable (FileProbe) -> Bool, read: @escaping Reader
  ) {
    self.name = name
    self.summary = summary
    self.isFolder = isFolder
    self.begins = begins
    self.read = read
    parts = nil
  }

  /// Creates a format whose files hold several recordings.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - summary: One-line description.
  ///   - begins: True for files of this format.
  ///   - parts: Lists the recordings in a file; its errors are reported when the file is read.
  package init(
    _ name: String, _ summary: String, begins: @escaping @Sendable (FileProbe) -> Bool,
    parts: @escaping @Sendable (RecordingTree, _ file: String) throws -> [RecordingPart]
  ) {
    self.name = name
    self.summary = summary
    isFolder = false
    self.begins = begins
    self.parts = parts
    read = { tree, file, device in
      guard let first = try parts(tree, file).first else {
        throw DocumentError("'\(tree.title(file))' holds no recording")
      }
      return try first.read(device)
    }
  }

  /// Creates a format with one file per recording from a ``RecordingFormat``.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - summary: One-line description.
  ///   - type: The reader.
  ///   - truth: The kinds of truth that are real; others are marked unknown in each sample.
  ///   - begins: True for files of this format.
  ///   - notes: Notes on all recordings of this format.
  ///   - recording: Converts the contents to a recording of a device.
  package init<Format: RecordingFormat>(
    _ name: String, _ summary: String, reading type: Format.Type, truth: TruthKinds,
    begins: @escaping @Sendable (FileProbe) -> Bool, notes: [String] = [],
    recording: @escaping @Sendable (Format, String) -> Recording
  ) {
    self.init(name, summary, begins: begins) { tree, file, device in
      let content = try Format.read(tree.open(file), file: tree.title(file))
      var made = recording(content, device)
      for index in made.truth.indices { made.truth[index].known.formIntersection(truth) }
      return ReadRecording(made, warnings: WarningCounts(content.report), notes: notes)
    }
  }

  /// A copy of the format whose recordings use other files beside them.
  ///
  /// - Parameters:
  ///   - isBeside: True for such a file.
  ///   - reason: The reason why such a file isn't a recording by itself; nil for other files.
  /// - Returns: The format.
  package func with(
    beside isBeside: @escaping @Sendable (FileProbe) -> Bool,
    alone reason: @escaping @Sendable (RecordingTree, _ file: String) -> String? = { _, _ in nil }
  ) -> ReplayFormat {
    var format = self
    format.isBeside = isBeside
    format.reasonAlone = reason
    return format
  }

  /// The folder of a file, with its slash; empty at the root.
  package static func folder(of file: String) -> String {
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }
      .joined()
  }
}

extension [ReplayFormat] {
  /// The format with a name, ignoring case.
  ///
  /// - Parameter name: The name.
  /// - Returns: The format.
  /// - Throws: ``DocumentError`` with a list of the formats.
  public func named(_ name: String) throws(DocumentError) -> ReplayFormat {
    if let format = first(where: { $0.name == name.lowercased() }) { return format }
    throw DocumentError(
      "unknown format '\(excerpted(name))'; there are \(list)",
      suggestion: nearestName(to: name, among: map(\.name)))
  }

  /// The names of all formats, for messages.
  public var list: String { map(\.name).joined(separator: ", ") }
}
