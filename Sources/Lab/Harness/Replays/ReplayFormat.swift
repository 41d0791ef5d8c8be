public import Documents
import Observations

/// A format in which recordings come, and how one is found and read.
public struct ReplayFormat: Sendable {
  /// Reads the recording that begins in a file of a tree, for a device.
  typealias Reader =
    @Sendable (RecordingTree, _ file: String, _ device: String) throws -> ReadRecording

  /// The name, as `--format` takes it.
  public let name: String
  /// What it is, in a line.
  public let summary: String
  /// Whether a recording is a folder, which gives it its name, rather than a file.
  let isFolder: Bool
  /// Whether all other files in a recording's folder belong to it, used or not.
  var ownsFolder: Bool { name == "sensor-logger" || name == "phyphox" }
  /// Whether a recording of this format begins in a file; each has one such file.
  let begins: @Sendable (RecordingClue) -> Bool
  let read: Reader
  /// Lists the recordings in a file that holds several; nil where a file is one.
  let parts: (@Sendable (RecordingTree, _ file: String) throws -> [RecordingPart])?

  init(
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
  init(
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
  init<Format: RecordingFormat>(
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

  /// The format of that name.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The format.
  /// - Throws: A list of the formats there are.
  public static func named(_ name: String) throws(DocumentError) -> ReplayFormat {
    if let format = all.first(where: { $0.name == name.lowercased() }) { return format }
    throw DocumentError(
      "unknown format '\(excerpted(name))'; there are \(list)",
      suggestion: nearestName(to: name, among: all.map(\.name)))
  }

  /// The names of all formats, for messages.
  public static var list: String { all.map(\.name).joined(separator: ", ") }
}
