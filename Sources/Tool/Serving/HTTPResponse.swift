import Documents
import Reporting

/// The response to a request.
struct HTTPResponse: Sendable {
  var status = 200
  var contentType: String
  var body: [UInt8]
  /// The resources that a page may load and run.
  var policy = ContentPolicy.site
  /// Header fields besides those that all responses have.
  var headers: [(name: String, value: String)] = []

  /// A page.
  static func html(_ page: [UInt8], policy: ContentPolicy = .site) -> HTTPResponse {
    HTTPResponse(contentType: "text/html; charset=utf-8", body: page, policy: policy)
  }

  /// A JSON value.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "application/json",
      body: Array((value.text(pretty: false) + "\n").utf8))
  }

  /// A text of another type: a script, a style, a picture.
  static func text(_ text: String, type: String) -> HTTPResponse {
    HTTPResponse(contentType: type + "; charset=utf-8", body: Array(text.utf8))
  }

  /// A message about a failed request: a page for a browser, else JSON with the member `error`.
  static func error(_ status: Int, _ message: String, asPage: Bool = false) -> HTTPResponse {
    guard asPage else { return .json(["error": .string(message)], status: status) }
    var response = HTTPResponse.html(
      SitePage.message(title: reason(status), message, links: []))
    response.status = status
    return response
  }

  /// The response to an error of a route: its own status, 422 for invalid documents, else 500.
  static func error(_ error: any Error, asPage: Bool = false) -> HTTPResponse {
    let status =
      switch error {
      case let error as HTTPError: error.status
      case let error as DocumentError where error.isOfSystem: 500
      case is DocumentError, is UsageError: 422
      default: 500
      }
    return .error(status, PathName.shown("\(error)"), asPage: asPage)
  }

  /// The bytes on the wire; without a body for HEAD.
  func bytes(withBody: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    let fields =
      [
        ("Content-Type", contentType), ("Content-Length", "\(body.count)"),
        ("Connection", "close"), ("Cache-Control", "no-store"),
        ("Content-Security-Policy", policy.rawValue), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ] + headers
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + (withBody ? body : [])
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 505: "HTTP Version Not Supported"
    case 500...: "Server Error"
    default: "Error"
    }
  }
}

/// A Content-Security-Policy.
enum ContentPolicy: String, Sendable {
  /// Scripts and styles are files of this server.
  case site = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
    """
  /// A file of any origin: its scripts run, but without access to this server.
  case sandboxed = """
    sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """
  /// A page with its scripts and styles inside, such as a report.
  case selfContained = """
    default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """
}
