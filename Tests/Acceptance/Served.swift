import Foundation
import Glibc
import Testing

/// A `venuesim serve` or `report --watch` under test, which ends with this value.
final class Served {
  /// A response as received.
  struct Response {
    var status: Int
    var head: String
    var body: String

    func header(_ name: String) -> String? {
      head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    func json() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }
  }

  let command: RunningCommand
  let port: UInt16
  let token: String

  init(_ sandbox: Sandbox, _ arguments: String...) throws {
    let command = try sandbox.start(TestPaths.venuesim, arguments)
    self.command = command
    waitUntil { command.outputSoFar.contains("?token=") || !command.isRunning }
    let address = try #require(
      command.outputSoFar.split(separator: "\n").first { $0.contains("?token=") })
    let url = try #require(URLComponents(string: String(address)))
    port = UInt16(try #require(url.port))
    token = try #require(url.queryItems?.first?.value)
  }

  deinit { if command.isRunning { command.signal(SIGKILL) } }

  /// The status after Ctrl-C.
  func stop() throws -> Outcome {
    command.signal(SIGINT)
    return try command.outcome()
  }

  /// An authorised request.
  func get(_ path: String, _ headers: String..., method: String = "GET") throws -> Response {
    let fields = ["Host: 127.0.0.1:\(port)", "Cookie: venuesim-\(port)=\(token)"] + headers
    return try send(
      "\(method) \(path) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// Sends a text as it is, and receives the response.
  func send(_ text: String) throws -> Response { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws -> Response {
    let connection = try connect()
    defer { close(connection) }
    var rest = bytes[...]
    while !rest.isEmpty {
      // The server may reject the request before its end.
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      received.append(contentsOf: buffer[..<count])
    }
    let end = try #require(received.range(of: Data("\r\n\r\n".utf8)), "no response")
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
    let words = head.split(separator: " ")
    return Response(
      status: try #require(words.count > 1 ? Int(words[1]) : nil), head: head,
      body: String(decoding: received[end.upperBound...], as: UTF8.self))
  }

  /// A connection; reading from it fails instead of blocking without an end.
  func connect() throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 1800, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(connection)
      throw CommandFailure(description: "no connection: \(String(cString: strerror(errno)))")
    }
    return connection
  }
}
