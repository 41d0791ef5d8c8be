public import Documents
import Glibc
import Kernel
import Synchronization

/// Options for programs that are stacks or parts of one.
public struct ProgramOptions: Hashable, Sendable {
  /// The timeout of an answer, in s of real time.
  public var timeoutSeconds = 60.0
  /// The accumulator of processor time; nil for none.
  ///
  /// Real processor time differs from run to run, so it is kept apart from all results.
  public var processorTime: ProcessorTimeAccumulator?

  public init() {}

  public static func == (left: ProgramOptions, right: ProgramOptions) -> Bool {
    left.timeoutSeconds == right.timeoutSeconds
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(timeoutSeconds) }
}

/// A program that is a stack or a part of one.
public struct StackCommand: Hashable, Sendable {
  /// The command line.
  public var text: String
  public var options: ProgramOptions
  /// A short digest of the files in the command line, from ``identify()``; empty without any.
  public private(set) var contentDigest = ""

  public init(_ text: String, _ options: ProgramOptions = ProgramOptions()) {
    (self.text, self.options) = (text, options)
  }

  /// Maximum size of a file in the digest, in bytes.
  private static let largestFile = 256 << 20

  /// Computes the digest of the files in the command line, as they are now.
  ///
  /// Files that these read in turn are unknown, and not included.
  ///
  /// - Throws: An error of a readable file.
  public mutating func identify() throws(DocumentError) {
    var hash = SHA256()
    var isEmpty = true
    for word in words where Self.isReadable(word) {
      let bytes = try readFile(word, limit: Self.largestFile)
      hash.update(Array("\(bytes.count)\n".utf8))
      hash.update(bytes)
      isEmpty = false
    }
    contentDigest = isEmpty ? "" : hash.digest().shortDigest
  }

  /// True if a word names a readable file of permitted size.
  private static func isReadable(_ word: String) -> Bool {
    var status = stat()
    guard withPath(word, { stat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size <= largestFile
      && withPath(word, { access($0, R_OK) }) == 0
  }

  /// The words of the command line, split like a shell's with quotes only.
  private var words: [String] {
    var words = [""]
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil, character.isWhitespace || ";|&<>()".contains(character) {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}

/// The device that a stack runs on.
public struct StackUser: Hashable, Sendable {
  public var scenario: String
  public var seed: UInt64
  public var device: String

  package init(scenario: String, seed: UInt64, device: String) {
    (self.scenario, self.seed, self.device) = (scenario, seed, device)
  }
}

/// Processor time of stacks in other processes: user and system time, in s.
public final class ProcessorTimeAccumulator: Sendable {
  /// The processor time of one device's stack.
  public struct Entry: Hashable, Sendable {
    /// The device; nil if unknown.
    public var user: StackUser?
    public var processorSeconds: Double
  }

  private let booked = Mutex<[Entry]>([])

  public init() {}

  /// The entries, sorted by scenario, seed and device.
  public var entries: [Entry] {
    func key(_ entry: Entry) -> (String, UInt64, String) {
      (entry.user?.scenario ?? "", entry.user?.seed ?? 0, entry.user?.device ?? "")
    }
    return booked.withLock { $0 }.sorted { key($0) < key($1) }
  }

  /// Adds a stack's processor time.
  func book(_ seconds: Double, for user: StackUser?) {
    booked.withLock { $0.append(Entry(user: user, processorSeconds: seconds)) }
  }
}
