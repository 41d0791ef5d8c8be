import CTerminal
import Documents
import Glibc
import Kernel
import Programs

/// Output of played locations.
final class PlayOutlet {
  enum Kind {
    case stream(Int32)
    case file(OutputFile)
    /// Both ends of a pseudo-terminal; ours is written to, the other is held open so that readers may come and
    /// go.
    case terminal(ours: Int32, theirs: Int32, link: TerminalLink?)
    /// A listening socket with its connections.
    case socket(Int32, SocketAddress, readers: [Int32])
  }

  /// State of the output after a write.
  enum Reception {
    case goesOn
    /// All readers have gone.
    case ended
    /// The user stopped the work before everything was written.
    case stopped
  }

  private var kind: Kind
  private let isQuiet: Bool
  /// Timeout of a reader that reads nothing, in s.
  private static let patience = 30.0

  init(kind: Kind) {
    self.kind = kind
    isQuiet = true
  }

  /// Opens a pseudo-terminal and prints its name.
  init(terminalNamed link: String?, isQuiet: Bool) throws {
    let ours = terminal_open(O_RDWR | O_NOCTTY)
    guard ours >= 0, let name = terminal_name(ours) else {
      throw PlayError("no terminal is available: \(String(cString: strerror(errno)))")
    }
    let path = String(cString: name)
    let theirs = Glibc.open(path, O_RDWR | O_NOCTTY)
    guard theirs >= 0 else {
      throw PlayError("'\(path)' can't be opened: \(String(cString: strerror(errno)))")
    }
    // Raw bytes: no echo, no conversion of line endings.
    var settings = termios()
    tcgetattr(theirs, &settings)
    cfmakeraw(&settings)
    tcsetattr(theirs, TCSANOW, &settings)
    // Unread sentences are dropped, as by a real receiver.
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    kind = .terminal(
      ours: ours, theirs: theirs, link: try link.map { try TerminalLink($0, to: path) })
    self.isQuiet = isQuiet
    if !isQuiet { complain("playing to \(link ?? path)") }
  }

  /// Listens at an address, and waits for the first connection.
  init(listeningAt address: SocketAddress, isQuiet: Bool, _ token: CancellationToken) throws {
    kind = .socket(try address.listener(), address, readers: [])
    self.isQuiet = isQuiet
    if !isQuiet { complain("waiting for a connection to \(address.text)") }
    while !hasReaders {
      guard !token.isCancelled else {
        close()
        throw Cancelled()
      }
      meet(waiting: 0.1)
    }
  }

  private var hasReaders: Bool {
    if case .socket(_, _, let readers) = kind { !readers.isEmpty } else { true }
  }

  /// Waits for a connection, for some time in s at most, and accepts all pending ones; without a socket, only waits.
  func meet(waiting seconds: Double = 0) {
    guard case .socket(let listener, let address, var readers) = kind else {
      usleep(useconds_t(seconds * 1e6))
      return
    }
    var pending = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&pending, 1, Int32((seconds * 1000).rounded(.up))) > 0 else { return }
    let count = readers.count
    while true {
      let reader = accept(listener, nil, nil)
      guard reader >= 0 else { break }
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      readers.append(reader)
    }
    // Without free descriptors a connection stays pending.
    if readers.count == count { usleep(useconds_t(seconds * 1e6)) }
    kind = .socket(listener, address, readers: readers)
  }

  /// Writes lines.
  ///
  /// - Parameters:
  ///   - text: Complete lines.
  ///   - token: Cancels the wait for a slow reader.
  /// - Returns: The state of the output.
  /// - Throws: ``PlayError`` if a file can't be written.
  func write(_ text: String, _ token: CancellationToken) throws -> Reception {
    switch kind {
    case .stream(let descriptor):
      while !awaitRoom(in: descriptor, upTo: Self.piece) {
        if token.isCancelled { return .stopped }
      }
      let number = emit(text, to: descriptor)
      // A reader that stops early, such as `head`, isn't a failure.
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
      // Readers may leave, and others may still connect.
      let left = readers.filter { reader in
        let offer = Self.offer(text, to: reader, patience: Self.patience, token)
        if offer == .stopped { reception = .stopped }
        if offer == .late, !isQuiet {
          complain("note: a client read nothing for \(Int(Self.patience)) s, and was disconnected")
        }
        let isThere = offer == .taken || offer == .stopped
        if !isThere { Glibc.close(reader) }
        return isThere
      }
      kind = .socket(listener, address, readers: left)
      return reception
    }
  }

  /// Result of a write to a reader.
  private enum Offer {
    case taken, late, gone, stopped
  }

  /// Max time of one wait, in ms, so that Ctrl-C takes effect in between.
  private static let piece: Int32 = 100

  /// Writes a text completely, and waits for a slow reader.
  ///
  /// - Parameters:
  ///   - text: Complete lines.
  ///   - descriptor: The descriptor.
  ///   - patience: Timeout of a reader that reads nothing, in s; 0 drops a text that can't be started at once.
  ///   - token: Cancels the wait.
  /// - Returns: The result.
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
      // A started text is completed, so that no sentence is cut.
      let limit = rest.startIndex > 0 ? max(patience, 1) : patience
      guard monotonicSeconds() - latest < limit else { return .late }
      guard !token.isCancelled else { return .stopped }
      _ = awaitRoom(in: descriptor, upTo: piece)
    }
    return .taken
  }

  /// Completes the output: a file is put in place, and readers get some time to read the rest.
  func finish(_ token: CancellationToken) throws {
    switch kind {
    case .file(let file): try file.finish()
    case .terminal(let ours, _, _):
      var left: Int32 = 1
      // Unread bytes in a terminal are lost when it is closed.
      for _ in 0..<50 where left > 0 && !token.isCancelled {
        usleep(20_000)
        guard ioctl(ours, UInt(TIOCOUTQ), &left) == 0 else { break }
      }
    case .stream, .socket: break
    }
  }

  /// Closes the output and removes its files from the file system.
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

/// Waits until the real time that corresponds to a simulated time.
struct PlayPace {
  /// Speed-up factor.
  let speed: Double
  private var start: (real: Double, played: SimTime)?

  init(speed: Double) { self.speed = speed }

  /// Waits, and accepts connections meanwhile.
  ///
  /// - Returns: True if the time has come; false if the user stopped the work.
  mutating func wait(
    until time: SimTime, meanwhile outlet: PlayOutlet, _ token: CancellationToken
  ) -> Bool {
    guard let start else {
      self.start = (monotonicSeconds(), time)
      return !token.isCancelled
    }
    let due = speed.isFinite ? (time - start.played).seconds / speed : 0
    outlet.meet()
    while !token.isCancelled {
      let gone = monotonicSeconds() - start.real
      guard gone < due else { return true }
      // Short waits, so that Ctrl-C takes effect soon.
      outlet.meet(waiting: min(due - gone, 0.05))
    }
    return false
  }
}
