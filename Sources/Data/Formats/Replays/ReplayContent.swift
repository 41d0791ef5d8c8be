import Documents
import Maps
import Recordings
import Truth

/// The content of a foreign file that can be converted to a recording.
protocol ReplayContent: SendableMetatype {
  /// Reads a recording's first file and the files beside it.
  static func read(_ draft: ReplayDraft) throws -> Self
  /// Adds sensor data, ground truth and notes to a recording.
  func fill(_ draft: inout ReplayDraft) throws
}

extension ReplayContent where Self: RecordingFormat {
  static func read(_ draft: ReplayDraft) throws -> Self { try draft.read(draft.file) }
}

/// A recording under construction.
struct ReplayDraft {
  /// Source of the files.
  let tree: RecordingTree
  /// The recording's first file.
  let file: String
  let device: String
  /// The file's name in messages and in the recording's source.
  var title: String
  var assembly = RecordingAssembly()
  var warnings = WarningCounts()
  var notes: [String] = []
  var map: VenueMap?
  /// Settings of the device, in the form of scenario settings.
  var settings: [String] = []
  /// True if the times come from the files.
  var hasOwnTimes = true

  init(_ tree: RecordingTree, _ file: String, _ device: String) {
    (self.tree, self.file, self.device, title) = (tree, file, device, tree.title(file))
  }

  /// The file's folder, with the trailing slash, or empty.
  var folder: String { ReplayFormat.folder(of: file) }

  func read<Format: RecordingFormat>(_ file: String) throws(DocumentError) -> Format {
    try Format.read(tree.open(file), file: tree.title(file))
  }

  /// Marks the ground truth as unknown after its last sample.
  mutating func closeTruth() {
    if let last = assembly.truth.last {
      assembly.add(TruthSample(unknownAt: last.time.next))
    }
  }
}

extension ReplayFormat {
  /// Creates a format from a content type.
  init<Content: ReplayContent>(
    _ name: String, _ summary: String, of type: Content.Type, isFolder: Bool = false,
    begins: @escaping @Sendable (FileProbe) -> Bool
  ) {
    self.init(name, summary, isFolder: isFolder, begins: begins) { tree, file, device in
      var draft = ReplayDraft(tree, file, device)
      try Content.read(draft).fill(&draft)
      var read = ReadRecording(
        draft.assembly.recording(device: device, source: name + " " + draft.title),
        warnings: draft.warnings, notes: draft.notes)
      (read.map, read.settings) = (draft.map, draft.settings)
      read.hasOwnTimes = draft.hasOwnTimes
      return read
    }
  }
}
