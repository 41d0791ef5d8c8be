public import Documents
import Glibc
import Kernel
import Synchronization

/// How programs that are stacks or parts of one are run.
public struct ProgramTerms: Hashable, Sendable {
  /// How long an answer may take, in s of real time.
  public var patienceSeconds = 60.0
  /// Where the processor time that it uses is booked, if anywhere.
  ///
  /// It is the machine's, not the simulation's, and differs from run to run; so it is kept apart
  /// from all results.
  public var account: StackAccount?

  /// Creates the usual terms, without an account.
  public init() {}

  public static func == (left: ProgramTerms, right: ProgramTerms) -> Bool {
    left.patienceSeconds == right.patienceSeconds
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(patienceSeconds) }
}

/// A program that is a stack or a part of one.
public struct StackCommand: Hashable, Sendable {
  /// The command, as one would type it.
  public var text: String
  /// How it is run.
  public var terms: ProgramTerms
  /// A short digest of the files that the command names, as ``identify()`` has found them; empty if it names
  /// none.
  public private(set) var contentDigest = ""

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - text: The command, as one would type it.
  ///   - terms: How it is run.
  public init(_ text: String, _ terms: ProgramTerms = ProgramTerms()) {
    (self.text, self.terms) = (text, terms)
  }

  /// The largest file that is taken for a part of a program, in bytes.
  private static let largestFile = 256 << 20

  /// Looks at the files that the command names, as they are now.
  ///
  /// What these read in turn isn't looked at: nobody can know.
  ///
  /// - Throws: Why one couldn't be read that may be.
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

  /// Whether a word names a file that may be read, and no larger one than a program's.
  private static func isReadable(_ word: String) -> Bool {
    var status = stat()
    guard withPath(word, { stat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size <= largestFile
      && withPath(word, { access($0, R_OK) }) == 0
  }

  /// The command's words, as a shell would part them that knows no more than quotes.
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
  /// The scenario's name.
  public var scenario: String
  /// The seed.
  public var seed: UInt64
  /// The device's name.
  public var device: String

  package init(scenario: String, seed: UInt64, device: String) {
    (self.scenario, self.seed, self.device) = (scenario, seed, device)
  }
}

/// What stacks in other processes have used of a processor: user and system time, in s.
public final class StackAccount: Sendable {
  /// What one device's stack has used.
  public struct Entry: Hashable, Sendable {
    /// The device; nil if it wasn't told.
    public var user: StackUser?
    /// The time, in s.
    public var processorSeconds: Double
  }

  private let booked = Mutex<[Entry]>([])

  /// Creates an account with nothing booked.
  public init() {}

  /// What has been booked, by scenario, seed and device.
  public var entries: [Entry] {
    func key(_ entry: Entry) -> (String, UInt64, String) {
      (entry.user?.scenario ?? "", entry.user?.seed ?? 0, entry.user?.device ?? "")
    }
    return booked.withLock { $0 }.sorted { key($0) < key($1) }
  }

  /// Books what a stack has used.
  func book(_ seconds: Double, for user: StackUser?) {
    booked.withLock { $0.append(Entry(user: user, processorSeconds: seconds)) }
  }
}
