import Documents
import Maps
import Recordings
import Truth

/// What a reader made of somebody else's file, and how it becomes a recording.
protocol ReplayContent: SendableMetatype {
  /// Reads the file in which a recording begins, and what lies beside it.
  static func read(_ draft: ReplayDraft) throws -> Self
  /// Puts what was sensed, what was true and what there is to say into a recording.
  func fill(_ draft: inout ReplayDraft) throws
}

extension ReplayContent where Self: RecordingFormat {
  static func read(_ draft: ReplayDraft) throws -> Self { try draft.read(draft.file) }
}

/// A recording while a reader's content goes into it.
struct ReplayDraft {
  /// Where the files are.
  let tree: RecordingTree
  /// The file in which the recording begins.
  let file: String
  /// The device's name.
  let device: String
  /// The file as messages and the recording's source name it.
  var title: String
  var assembly = RecordingAssembly()
  var remarks = RemarkCounts()
  var notes: [String] = []
  var map: VenueMap?
  /// What is known of the device, as a scenario would set it.
  var settings: [String] = []
  /// Whether times are the files' own.
  var hasOwnTimes = true

  init(_ tree: RecordingTree, _ file: String, _ device: String) {
    (self.tree, self.file, self.device, title) = (tree, file, device, tree.title(file))
  }

  /// The file's folder, with the slash at its end, or empty.
  var folder: String { ReplayFormat.folder(of: file) }

  /// Reads one of the tree's files.
  func read<Format: RecordingFormat>(_ file: String) throws(DocumentError) -> Format {
    try Format.read(tree.bytes(file), file: tree.title(file))
  }

  /// Ends the truth behind its last moment: from there on nothing is known.
  mutating func closeTruth() {
    if let last = assembly.truth.last {
      assembly.add(TruthSample(unknownAt: last.time.next))
    }
  }
}

extension ReplayFormat {
  /// A format whose content knows how it becomes a recording.
  init<Content: ReplayContent>(
    _ name: String, _ summary: String, of type: Content.Type, isFolder: Bool = false,
    begins: @escaping @Sendable (RecordingClue) -> Bool
  ) {
    self.init(name, summary, isFolder: isFolder, begins: begins) { tree, file, device in
      var draft = ReplayDraft(tree, file, device)
      try Content.read(draft).fill(&draft)
      var read = ReadRecording(
        draft.assembly.recording(device: device, source: name + " " + draft.title),
        remarks: draft.remarks, notes: draft.notes)
      (read.map, read.settings) = (draft.map, draft.settings)
      read.hasOwnTimes = draft.hasOwnTimes
      return read
    }
  }
}
