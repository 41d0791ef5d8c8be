import Documents
import Glibc
import Kernel
import Programs

/// An HTTP/1.1 server for this machine alone: it listens on loopback addresses only, and answers one
/// request per connection.
struct HTTPServer: Sendable {
  /// The sockets that accept connections: IPv4, and IPv6 if there is any.
  private let listeners: [Int32]
  let port: UInt16

  /// Number of connections that are served at the same time.
  private static let workers = 16
  /// Max time for receiving a request, in s.
  private static let receiveTimeout = 15.0
  /// Max time without progress while sending a response, in s.
  private static let sendTimeout = 15.0
  /// Max duration of one wait, in ms, so that Ctrl-C takes effect in between.
  private static let step: Int32 = 100

  /// Listens on a port; 0 for a free one.
  ///
  /// - Throws: ``ServeError`` if the port can't be used.
  init(port: UInt16) throws(ServeError) {
    let first = try Loopback.v4.listener(port: port)
    self.port = Loopback.port(of: first)
    // Without IPv6, or with another program on its port, IPv4 is enough.
    let second = try? Loopback.v6.listener(port: self.port)
    listeners = [first] + (second.map { [$0] } ?? [])
  }

  /// Serves requests until cancelled.
  ///
  /// - Parameters:
  ///   - token: Ends the service.
  ///   - idle: Called twice per second, on a thread of its own.
  ///   - answer: Computes the response to a request; called from several threads at once.
  func serve(
    until token: CancellationToken, idle: @escaping @Sendable () -> Void = {},
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    defer { for listener in listeners { close(listener) } }
    // One call per worker, each of which serves connections until cancelled.
    let count = Self.workers + 1
    try? parallelMap(count: count, jobs: count, cancellation: token) { index in
      while !token.isCancelled {
        if index < Self.workers {
          serveNext(token, answer)
        } else {
          idle()
          usleep(500_000)
        }
      }
    } consume: { _, _ in
    }
  }

  /// Waits for a connection, and serves it.
  private func serveNext(
    _ token: CancellationToken, _ answer: (HTTPRequest) -> HTTPResponse
  ) {
    var waiting = listeners.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), Self.step) > 0 else { return }
    for listener in waiting where listener.revents != 0 {
      // Another worker may have been faster: the sockets are non-blocking.
      let client = accept(listener.fd, nil, nil)
      guard client >= 0 else {
        // Without descriptors, accept fails at once, again and again.
        if errno == EMFILE || errno == ENFILE { usleep(50_000) }
        continue
      }
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      serve(client, token, answer)
      close(client)
    }
  }

  private func serve(
    _ client: Int32, _ token: CancellationToken, _ answer: (HTTPRequest) -> HTTPResponse
  ) {
    do {
      guard let request = try Self.receive(client, token) else { return }
      let response = answer(request)
      Self.send(response.bytes(withBody: request.method != .head), to: client, token)
    } catch {
      Self.send(HTTPResponse.error(error.status, error.description).bytes(), to: client, token)
      Self.drain(client)
    }
  }

  /// Receives a request; nil if the client goes away, or the service ends.
  private static func receive(
    _ client: Int32, _ token: CancellationToken
  ) throws(HTTPError) -> HTTPRequest? {
    var parser = HTTPParser()
    let deadline = monotonicSeconds() + receiveTimeout
    var isEmpty = true
    while monotonicSeconds() < deadline {
      guard !token.isCancelled else { return nil }
      guard let bytes = readAvailable(client) else { return nil }
      if bytes.isEmpty {
        var waiting = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, step)
        continue
      }
      isEmpty = false
      if let request = try parser.add(bytes) { return request }
    }
    // Browsers open connections in advance, which then stay unused.
    if isEmpty { return nil }
    throw HTTPError(408, "the request was not complete within \(Int(receiveTimeout)) s")
  }

  /// The available bytes, none if there are none yet; nil at the end of the connection.
  private static func readAvailable(_ client: Int32) -> [UInt8]? {
    var ended = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      let received = read(client, buffer.baseAddress, buffer.count)
      count = max(0, received)
      ended = received == 0 || received < 0 && errno != EAGAIN && errno != EINTR
    }
    return ended ? nil : bytes
  }

  /// Sends a response completely, unless the client stops reading or goes away.
  private static func send(_ bytes: [UInt8], to client: Int32, _ token: CancellationToken) {
    var rest = bytes[...]
    var latest = monotonicSeconds()
    while !rest.isEmpty, !token.isCancelled, monotonicSeconds() - latest < sendTimeout {
      let count = rest.withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        latest = monotonicSeconds()
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        _ = awaitRoom(in: client, upTo: step)
      } else {
        return
      }
    }
  }

  /// Discards the rest of a rejected request, within limits: closing with unread bytes would reset
  /// the connection before the client has the response.
  private static func drain(_ client: Int32) {
    shutdown(client, Int32(SHUT_WR))
    let deadline = monotonicSeconds() + receiveTimeout
    var total = 0
    while monotonicSeconds() < deadline, total < 4 * HTTPParser.maxBody,
      let bytes = readAvailable(client)
    {
      total += bytes.count
      var waiting = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      // A client that has sent everything closes its end, too, or stays silent.
      if bytes.isEmpty, poll(&waiting, 1, 1000) == 0 { return }
    }
  }
}

/// The loopback address of an Internet protocol.
enum Loopback {
  case v4, v6

  /// Creates a listening socket.
  func listener(port: UInt16) throws(ServeError) -> Int32 {
    let family = self == .v4 ? AF_INET : AF_INET6
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if self == .v6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
    guard descriptor >= 0, bind(descriptor, port: port) == 0, listen(descriptor, 64) == 0 else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw ServeError(port: port, number)
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  private func bind(_ descriptor: Int32, port: UInt16) -> Int32 {
    switch self {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
      return bound(descriptor, to: &address)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return bound(descriptor, to: &address)
    }
  }

  /// The port of a socket of IPv4.
  static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// The error of a port that can't be used.
struct ServeError: Error, CustomStringConvertible {
  let description: String

  init(port: UInt16, _ number: Int32) {
    let cure =
      switch number {
      case EADDRINUSE: "; another program uses it: name another port, or leave out --port"
      case EACCES: "; name a port from 1024 on, or leave out --port"
      default: ""
      }
    description =
      "can't listen on port \(port) of this machine: \(String(cString: strerror(number)))\(cure)"
  }
}
