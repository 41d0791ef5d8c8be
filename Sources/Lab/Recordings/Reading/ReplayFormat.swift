public import Documents
import Observations
package import Truth

/// A format in which recordings come, and how one is found and read.
public struct ReplayFormat: Sendable {
  /// Reads the recording that begins in a file of a tree, for a device.
  package typealias Reader =
    @Sendable (RecordingTree, _ file: String, _ device: String) throws -> ReadRecording

  /// The name, as `--format` takes it.
  public let name: String
  /// What it is, in a line.
  public let summary: String
  /// Whether a recording is a folder, which gives it its name, rather than a file.
  package let isFolder: Bool
  /// Whether all other files in a recording's folder belong to it, used or not.
  package var ownsFolder: Bool { ["sensor-logger", "phyphox", "oxford"].contains(name) }
  /// Whether a recording of this format begins in a file; each has one such file.
  package let begins: @Sendable (RecordingClue) -> Bool
  package let read: Reader
  /// Whether a file belongs to recordings of this format that lie beside it.
  package private(set) var isBeside: @Sendable (RecordingClue) -> Bool = { _ in false }
  /// Why such a file, named alone, is no recording; nil for all others.
  package private(set) var reasonAlone: @Sendable (RecordingTree, _ file: String) -> String? = {
    _, _ in nil
  }
  /// Lists the recordings in a file that holds several; nil where a file is one.
  package let parts: (@Sendable (RecordingTree, _ file: String) throws -> [RecordingPart])?

  package init(
    _ name: String, _ summary: String, isFolder: Bool = false,
    begins: @escaping @Sendable (RecordingClue) -> Bool, read: @escaping Reader
  ) {
    self.name = name
    self.summary = summary
    self.isFolder = isFolder
    self.begins = begins
    self.read = read
    parts = nil
  }

  /// A format whose files hold several recordings each.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - summary: What it is.
  ///   - begins: Whether a file is of this format.
  ///   - parts: Lists what is in a file; what it throws is told when the file's turn comes.
  package init(
    _ name: String, _ summary: String, begins: @escaping @Sendable (RecordingClue) -> Bool,
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

  /// A format of one file a recording, whose reader makes recordings by itself.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - summary: What it is.
  ///   - type: The reader.
  ///   - knows: What its truth really knows; the rest of each sample counts as unknown.
  ///   - begins: Whether a file is of this format.
  ///   - notes: What is to be said of all recordings of this format.
  ///   - recording: Makes a recording for a device of what was read.
  package init<Format: RecordingFormat>(
    _ name: String, _ summary: String, reading type: Format.Type, knows: TruthKinds,
    begins: @escaping @Sendable (RecordingClue) -> Bool, notes: [String] = [],
    recording: @escaping @Sendable (Format, String) -> Recording
  ) {
    self.init(name, summary, begins: begins) { tree, file, device in
      let content = try Format.read(tree.bytes(file), file: tree.title(file))
      var made = recording(content, device)
      for index in made.truth.indices { made.truth[index].known.formIntersection(knows) }
      return ReadRecording(made, remarks: RemarkCounts(content.report), notes: notes)
    }
  }

  /// The same format, whose recordings have files beside them that they look up themselves.
  ///
  /// - Parameters:
  ///   - isBeside: Whether a file is one of those.
  ///   - reason: Why one that is named alone is no recording; nil for other files.
  /// - Returns: The format.
  package func with(
    beside isBeside: @escaping @Sendable (RecordingClue) -> Bool,
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
  /// The format of that name.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The format.
  /// - Throws: A list of the formats there are.
  public func named(_ name: String) throws(DocumentError) -> ReplayFormat {
    if let format = first(where: { $0.name == name.lowercased() }) { return format }
    throw DocumentError(
      "unknown format '\(excerpted(name))'; there are \(list)",
      suggestion: nearestName(to: name, among: map(\.name)))
  }

  /// The names of all of them, for messages.
  public var list: String { map(\.name).joined(separator: ", ") }
}
