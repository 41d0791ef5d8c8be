import CTerminal
import Documents
import Glibc
import Kernel
import Programs

/// What takes locations as they come.
final class PlayOutlet {
  enum Kind {
    case stream(Int32)
    case file(OutputFile)
    /// A terminal's two ends; ours is written to, and the other is held open so that readers may come
    /// and go.
    case terminal(ours: Int32, theirs: Int32, link: TerminalLink?)
    /// A socket that listens, and who listens to it.
    case socket(Int32, SocketAddress, readers: [Int32])
  }

  /// How it goes on once lines were written.
  enum Reception {
    case goesOn
    /// Nobody can read any more.
    case ended
    /// Somebody wants an end, and not all was written.
    case stopped
  }

  private var kind: Kind
  private let isQuiet: Bool
  /// How long a listener may read nothing, in s.
  private static let patience = 30.0

  init(kind: Kind) {
    self.kind = kind
    isQuiet = true
  }

  /// Opens a terminal, and says what it is called.
  init(terminalNamed link: String?, isQuiet: Bool) throws {
    let ours = terminal_open(O_RDWR | O_NOCTTY)
    guard ours >= 0, let name = terminal_name(ours) else {
      throw PlayError("no terminal can be had: \(String(cString: strerror(errno)))")
    }
    let path = String(cString: name)
    let theirs = Glibc.open(path, O_RDWR | O_NOCTTY)
    guard theirs >= 0 else {
      throw PlayError("'\(path)' can't be opened: \(String(cString: strerror(errno)))")
    }
    // Bytes as they are: neither echoed nor changed at the ends of lines.
    var settings = termios()
    tcgetattr(theirs, &settings)
    cfmakeraw(&settings)
    tcsetattr(theirs, TCSANOW, &settings)
    // What nobody reads is dropped, as a receiver's sentences are.
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    kind = .terminal(
      ours: ours, theirs: theirs, link: try link.map { try TerminalLink($0, to: path) })
    self.isQuiet = isQuiet
    if !isQuiet { complain("playing to \(link ?? path)") }
  }

  /// Listens at an address, and waits for the first who comes.
  init(listeningAt address: SocketAddress, isQuiet: Bool, _ token: CancellationToken) throws {
    kind = .socket(try address.listener(), address, readers: [])
    self.isQuiet = isQuiet
    if !isQuiet { complain("waiting for somebody to connect to \(address.text)") }
    while !hasReaders {
      guard !token.isCancelled else {
        close()
        throw Cancelled()
      }
      meet()
      usleep(20_000)
    }
  }

  private var hasReaders: Bool {
    if case .socket(_, _, let readers) = kind { !readers.isEmpty } else { true }
  }

  /// Takes in who has come meanwhile.
  func meet() {
    guard case .socket(let listener, let address, var readers) = kind else { return }
    while true {
      let reader = accept(listener, nil, nil)
      guard reader >= 0 else { break }
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      readers.append(reader)
    }
    kind = .socket(listener, address, readers: readers)
  }

  /// Writes lines.
  ///
  /// - Parameters:
  ///   - text: Whole lines.
  ///   - token: Whether somebody wants an end, who needn't wait for a slow reader.
  /// - Returns: How it goes on.
  /// - Throws: Why a file couldn't be written.
  func write(_ text: String, _ token: CancellationToken) throws -> Reception {
    switch kind {
    case .stream(let descriptor):
      while !awaitRoom(in: descriptor, upTo: Self.piece) {
        if token.isCancelled { return .stopped }
      }
      let number = emit(text, to: descriptor)
      // A reader that has heard enough, such as `head`, is no failure.
      guard number == 0 || number == EPIPE else {
        throw PlayError("can't write to standard output: \(String(cString: strerror(number)))")
      }
      return number == 0 ? .goesOn : .ended
    case .file(let file):
      try file.write(Array(text.utf8))
      return .goesOn
    case .terminal(let ours, _, _):
      return Self.offer(text, to: ours, patience: 0, token) == .stopped ? .stopped : .goesOn
    case .socket(let listener, let address, let readers):
      var reception = Reception.goesOn
      // Who has heard enough may go, and others may still come.
      let left = readers.filter { reader in
        let offer = Self.offer(text, to: reader, patience: Self.patience, token)
        if offer == .stopped { reception = .stopped }
        if offer == .late, !isQuiet {
          complain("note: a listener read nothing for \(Int(Self.patience)) s, and is left out")
        }
        let isThere = offer == .taken || offer == .stopped
        if !isThere { Glibc.close(reader) }
        return isThere
      }
      kind = .socket(listener, address, readers: left)
      return reception
    }
  }

  /// What became of lines that a reader was offered.
  private enum Offer {
    case taken, late, gone, stopped
  }

  /// How long is waited at once, in ms: Ctrl-C is heard in between.
  private static let piece: Int32 = 100

  /// Writes all of a text, waiting for a reader that is slow.
  ///
  /// - Parameters:
  ///   - text: Whole lines.
  ///   - descriptor: Where to.
  ///   - patience: How long a reader may take nothing, in s; 0 drops what can't be begun at once.
  ///   - token: Whether somebody wants an end.
  /// - Returns: What became of it.
  private static func offer(
    _ text: String, to descriptor: Int32, patience: Double, _ token: CancellationToken
  ) -> Offer {
    var rest = Array(text.utf8)[...]
    var latest = monotonicSeconds()
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        latest = monotonicSeconds()
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else { return .gone }
      // What is begun is ended, lest a sentence be cut in its midst.
      let limit = rest.startIndex > 0 ? max(patience, 1) : patience
      guard monotonicSeconds() - latest < limit else { return .late }
      guard !token.isCancelled else { return .stopped }
      _ = awaitRoom(in: descriptor, upTo: piece)
    }
    return .taken
  }

  /// Ends what was written well: a file appears, and readers have some time to take in the rest.
  func finish(_ token: CancellationToken) throws {
    switch kind {
    case .file(let file): try file.finish()
    case .terminal(let ours, _, _):
      var left: Int32 = 1
      // What the last sentence left in the terminal is lost once it is closed.
      for _ in 0..<50 where left > 0 && !token.isCancelled {
        usleep(20_000)
        guard ioctl(ours, UInt(TIOCOUTQ), &left) == 0 else { break }
      }
    case .stream, .socket: break
    }
  }

  /// Closes it, and takes away what it has put into folders.
  func close() {
    switch kind {
    case .stream, .file: break
    case .terminal(let ours, let theirs, let link):
      Glibc.close(ours)
      Glibc.close(theirs)
      link?.remove()
    case .socket(let listener, let address, let readers):
      for descriptor in readers + [listener] { Glibc.close(descriptor) }
      if case .local(let path) = address { _ = withPath(path) { unlink($0) } }
    }
    kind = .stream(-1)
  }
}

/// Waits until a simulated moment has come in real time.
struct PlayPace {
  /// How many times as fast.
  let speed: Double
  private var start: (real: Double, played: SimTime)?

  init(speed: Double) { self.speed = speed }

  /// Waits, and lets listeners in meanwhile.
  ///
  /// - Returns: Whether it has come; false if somebody wants an end.
  mutating func wait(
    until time: SimTime, meanwhile outlet: PlayOutlet, _ token: CancellationToken
  ) -> Bool {
    guard let start else {
      self.start = (monotonicSeconds(), time)
      return !token.isCancelled
    }
    let due = speed.isFinite ? (time - start.played).seconds / speed : 0
    while !token.isCancelled {
      outlet.meet()
      let gone = monotonicSeconds() - start.real
      guard gone < due else { return true }
      // In short pieces, so that Ctrl-C and new listeners don't wait long.
      usleep(useconds_t(min(due - gone, 0.05) * 1e6))
    }
    return false
  }
}
