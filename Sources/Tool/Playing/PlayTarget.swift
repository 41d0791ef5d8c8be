import Documents
import Glibc
import Kernel

/// Destination of played locations, as given by `--to`.
enum PlayTarget {
  case output
  case file(String)
  /// A pseudo-terminal, with an optional symbolic link.
  case terminal(link: String?)
  case socket(SocketAddress)

  /// Parses `-`, `pty`, `pty:LINK`, `tcp:PORT`, `tcp:ADDRESS:PORT`, `unix:PATH` or a file's path.
  init(_ text: String) throws(UsageError) {
    guard !text.isEmpty else { throw UsageError("--to names no file") }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : nil
    switch (String(parts[0]), rest) {
    case ("-", nil): self = .output
    case ("pty", nil): self = .terminal(link: nil)
    case ("pty", let link?) where !link.isEmpty: self = .terminal(link: link)
    case ("tcp", let address?): self = .socket(try SocketAddress(internet: address))
    case ("unix", let path?): self = .socket(try SocketAddress(local: path))
    default:
      // Probably a typing error and not a file name.
      guard rest == nil || text.contains("/") || !parts[0].allSatisfy(\.isLetter) else {
        throw UsageError(
          "--to has no '\(text)'; there are -, pty, pty:LINK, tcp:PORT, tcp:ADDRESS:PORT and "
            + "unix:PATH, and a file of that name is './\(text)'")
      }
      self = .file(text)
    }
  }

  /// True if a complete file can be written to it.
  var isFile: Bool {
    switch self {
    case .output, .file: true
    case .terminal, .socket: false
    }
  }

  /// True if a reader may be reading during the work.
  var isPaced: Bool {
    if case .file = self { false } else { true }
  }

  /// Writes everything at once.
  func write(whole text: String, _ invocation: Invocation) throws -> ExitStatus {
    if case .file(let path) = self {
      try writeFile(text, to: path)
      if !invocation.has(.quiet) { say(path) }
    } else {
      say(String(text.dropLast()))
    }
    return .success
  }

  /// Opens the destination; a socket waits for a connection.
  func open(isQuiet: Bool, _ token: CancellationToken) throws -> PlayOutlet {
    switch self {
    case .output: PlayOutlet(kind: .stream(STDOUT_FILENO))
    case .file(let path): PlayOutlet(kind: .file(try OutputFile(path: path)))
    case .terminal(let link): try PlayOutlet(terminalNamed: link, isQuiet: isQuiet)
    case .socket(let address): try PlayOutlet(listeningAt: address, isQuiet: isQuiet, token)
    }
  }
}

/// Address of a listening socket.
enum SocketAddress {
  case internet(in_addr, port: UInt16, text: String)
  case local(String)

  /// Parses `PORT` on this machine only, or `ADDRESS:PORT`.
  init(internet text: String) throws(UsageError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let host = parts.count == 1 || parts[0] == "localhost" ? "127.0.0.1" : parts[0]
    var address = in_addr()
    guard parts.count <= 2, let port = parts.last.flatMap({ UInt16($0) }), port > 0,
      inet_pton(AF_INET, host, &address) == 1
    else {
      throw UsageError(
        "--to tcp: takes a port, or an address and a port, such as tcp:5555 or tcp:127.0.0.1:5555, "
          + "not 'tcp:\(text)'")
    }
    self = .internet(address, port: port, text: "\(host):\(port)")
  }

  /// The path of a Unix socket, at most 107 bytes.
  init(local path: String) throws(UsageError) {
    guard (1..<108).contains(path.utf8.count) else {
      throw UsageError("--to unix: takes a path of 1 to 107 bytes, not '\(path)'")
    }
    self = .local(path)
  }

  var text: String {
    switch self {
    case .internet(_, _, let text): text
    case .local(let path): path
    }
  }

  /// Creates a listening socket.
  func listener() throws -> Int32 {
    let descriptor: Int32
    let status: Int32
    switch self {
    case .internet(let host, let port, _):
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var again: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &again, socklen_t(MemoryLayout<Int32>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = host
      status = bound(descriptor, to: &address)
    case .local(let path):
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      status = bound(descriptor, to: &address)
    }
    guard descriptor >= 0, status == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw PlayError(
        "can't listen at '\(text)': \(String(cString: strerror(number)))\(cure(number))")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// Remedy for an error, as the end of a message; empty if there is none.
  private func cure(_ number: Int32) -> String {
    switch (self, number) {
    case (.local, EADDRINUSE): "; delete the file if no program listens there, or name another"
    case (.internet, EADDRINUSE): "; another program listens there: name another port"
    case (.internet(_, let port, _), EACCES) where port < 1024: "; name a port from 1024 on"
    case (.internet, EADDRNOTAVAIL): "; name an address of this machine's own, such as 127.0.0.1"
    default: ""
    }
  }
}

/// Binds a socket to an address of any kind.
func bound<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
  withUnsafeBytes(of: &address) { bytes in
    guard let start = bytes.baseAddress else { return -1 }
    return bind(
      descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }
}

/// The error of a destination that can't be used.
struct PlayError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
