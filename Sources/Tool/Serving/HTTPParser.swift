import Documents

/// Incremental, strict parser of one HTTP/1.1 request (RFC 9112), with a limit on everything.
struct HTTPParser {
  /// Max length of the request line and of each header field, in bytes.
  static let maxLine = 8 << 10
  /// Max length of the request line and all header fields together, in bytes.
  static let maxHead = 32 << 10
  static let maxFields = 64
  static let maxParameters = 64
  /// Max length of a body, in bytes.
  static let maxBody = 8 << 20

  private var head: [UInt8] = []
  /// Number of bytes since the last line feed.
  private var lineLength = 0
  private var isFirstLine = true
  private var request: HTTPRequest?
  private var bodyLength = 0

  /// Processes received bytes.
  ///
  /// - Returns: The request when it is complete; nil before.
  /// - Throws: ``HTTPError`` as soon as the request can't become valid.
  mutating func add(_ bytes: [UInt8]) throws(HTTPError) -> HTTPRequest? {
    var rest = bytes[...]
    while request == nil, let byte = rest.popFirst() {
      if try endsHead(byte) { request = try parseHead() }
    }
    request?.body += rest
    guard let request, request.body.count >= bodyLength else { return nil }
    // Each connection serves one request.
    guard request.body.count == bodyLength else {
      throw HTTPError(400, "the body is longer than its Content-Length")
    }
    return request
  }

  /// Appends a byte to the head; true if it ends the empty line that ends the head.
  private mutating func endsHead(_ byte: UInt8) throws(HTTPError) -> Bool {
    head.append(byte)
    guard head.count <= Self.maxHead else {
      throw HTTPError(431, "the header fields are longer than \(Self.maxHead) bytes")
    }
    guard byte == UInt8(ascii: "\n") else {
      lineLength += 1
      guard lineLength <= Self.maxLine else {
        throw isFirstLine
          ? HTTPError(414, "the address is longer than \(Self.maxLine) bytes")
          : HTTPError(431, "a header field is longer than \(Self.maxLine) bytes")
      }
      return false
    }
    defer { (lineLength, isFirstLine) = (0, false) }
    return lineLength <= 1
  }

  private mutating func parseHead() throws(HTTPError) -> HTTPRequest {
    var lines = try Self.lines(head)[...]
    guard let first = lines.popFirst(), lines.popLast()?.isEmpty == true else {
      throw HTTPError(400, "the request begins with an empty line")
    }
    var request = try Self.requestLine(first)
    guard lines.count <= Self.maxFields else {
      throw HTTPError(431, "the request has more than \(Self.maxFields) header fields")
    }
    for line in lines { request.headers.append(try Self.field(line)) }
    bodyLength = try Self.bodyLength(request)
    return request
  }

  /// The lines of a head, which all end with CR LF and have no other control characters but tabs.
  private static func lines(_ head: [UInt8]) throws(HTTPError) -> [String] {
    var lines: [String] = []
    for line in head.dropLast().split(separator: 10, omittingEmptySubsequences: false) {
      guard line.last == 13,
        line.dropLast().allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 9 })
      else { throw HTTPError(400, "the request has a control character, or a line without CR LF") }
      // Bytes above 0x7F are obsolete in header fields, and never valid in the names compared here.
      lines.append(String(decoding: line.dropLast(), as: UTF8.self))
    }
    return lines
  }

  private static func requestLine(_ line: String) throws(HTTPError) -> HTTPRequest {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard line.utf8.allSatisfy({ $0 < 0x80 }), words.count == 3, words[2].hasPrefix("HTTP/") else {
      throw HTTPError(400, "the first line is not 'METHOD /PATH HTTP/1.1'")
    }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw HTTPError(505, "this server speaks HTTP/1.1")
    }
    guard let method = HTTPRequest.Method(rawValue: String(words[0])) else {
      throw HTTPError(501, "the method is not GET, HEAD, POST, PUT or DELETE")
    }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = try pathParts(target[0])
    let query = try target.count == 2 ? parameters(target[1]) : []
    return HTTPRequest(method: method, path: path, query: query)
  }

  /// Parses `name: value`; RFC 9112 forbids blanks before the colon and continued lines.
  private static func field(_ line: String) throws(HTTPError) -> (name: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(isTokenByte) else {
      throw HTTPError(400, "a header field is not 'Name: value'")
    }
    let value = parts[1].drop { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { $0 != " " && $0 != "\t" }
    return (parts[0].lowercased(), end.map { String(value[...$0]) } ?? "")
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func bodyLength(_ request: HTTPRequest) throws(HTTPError) -> Int {
    guard request.header("transfer-encoding") == nil else {
      throw HTTPError(501, "a body needs a Content-Length; Transfer-Encoding is not supported")
    }
    let lengths = request.headers.filter { $0.name == "content-length" }.map(\.value)
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw HTTPError(400, "the Content-Length is not one number") }
    guard let count = Int(length), count <= maxBody else {
      throw HTTPError(413, "the body is longer than \(maxBody) bytes")
    }
    return count
  }
}

// MARK: - Addresses

extension HTTPParser {
  /// Parts of a path such as `/runs/a%20b`; a slash at the end is ignored.
  static func pathParts(_ path: some StringProtocol) throws(HTTPError) -> [String] {
    guard path.hasPrefix("/") else { throw HTTPError(400, "the path doesn't begin with '/'") }
    var pieces = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    var parts: [String] = []
    for piece in pieces {
      // Names of files need not be UTF-8.
      let part = PathName.text(try percentDecoded(piece))
      guard !part.isEmpty, part != ".", part != "..", !part.utf8.contains(UInt8(ascii: "/")) else {
        throw HTTPError(400, "the path has a part that is empty, '.', '..' or has a slash")
      }
      parts.append(part)
    }
    return parts
  }

  /// Parameters such as `a=1&b=2`, in the encoding of forms.
  static func parameters(
    _ query: some StringProtocol
  ) throws(HTTPError) -> [(name: String, value: String)] {
    let pairs = query.split(separator: "&")
    guard pairs.count <= maxParameters else {
      throw HTTPError(400, "the address has more than \(maxParameters) parameters")
    }
    var result: [(name: String, value: String)] = []
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      result.append((try text(halves[0]), try halves.count == 2 ? text(halves[1]) : ""))
    }
    return result
  }

  private static func text(_ piece: some StringProtocol) throws(HTTPError) -> String {
    PathName.text(try percentDecoded(piece, plusIsBlank: true))
  }

  /// Decodes `%20`; control characters are rejected, as no name here has any.
  private static func percentDecoded(
    _ text: some StringProtocol, plusIsBlank: Bool = false
  ) throws(HTTPError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      var byte = first == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : first
      if first == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(hexDigit),
          let low = rest.popFirst().flatMap(hexDigit)
        else { throw HTTPError(400, "the address has a '%' without two hexadecimal digits") }
        byte = high << 4 | low
      }
      guard byte >= 0x20, byte != 0x7F else {
        throw HTTPError(400, "the address has a control character")
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
