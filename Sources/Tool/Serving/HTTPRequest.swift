import Documents

/// A request of HTTP/1.1, parsed and within all limits.
struct HTTPRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  var method: Method
  /// The parts of the path, decoded; never empty, `.`, `..`, or with a slash or a control character.
  var path: [String]
  /// The parameters after the question mark, decoded, in order.
  var query: [(name: String, value: String)] = []
  /// The header fields, with names in lower case, in order.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// The first value of a parameter; nil if there is none.
  func value(_ parameter: String) -> String? { query.first { $0.name == parameter }?.value }

  /// All values of a parameter, in order.
  func values(_ parameter: String) -> [String] {
    query.filter { $0.name == parameter }.map(\.value)
  }

  /// The first value of a header field, by its name in lower case; nil if there is none.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The body as JSON.
  ///
  /// - Throws: ``HTTPError`` if it has another type, ``DocumentError`` if it is invalid.
  func json() throws -> JSONValue {
    let type = header("content-type")?.lowercased().split(separator: ";").first
    guard type == "application/json" else {
      throw HTTPError(415, "the body must be JSON, with 'Content-Type: application/json'")
    }
    return try JSONValue(parsing: body, name: "request")
  }

  /// True if the client prefers a page to JSON.
  var wantsPage: Bool { header("accept")?.contains("text/html") == true }
}

/// A request that can't be answered, with the status that says why.
struct HTTPError: Error, CustomStringConvertible {
  let status: Int
  let description: String

  /// Creates an error from a status of 4xx or 5xx and a message with its cure.
  init(_ status: Int, _ description: String) {
    (self.status, self.description) = (status, description)
  }

  static func notFound(_ what: String) -> HTTPError { HTTPError(404, "there is no \(what)") }
}
