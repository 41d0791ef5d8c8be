/// Access control of a site: the requests of the browser that has the printed address, and no others.
struct SiteAccess: Sendable {
  let port: UInt16
  /// 128 random bits, in hexadecimal.
  let token: String

  init(port: UInt16) {
    self.port = port
    var source = SystemRandomNumberGenerator()
    token = (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &source)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The site's address with the token.
  var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

  /// Cookies are shared by all ports of a host, hence the port in the name.
  private var cookieName: String { "venuesim-\(port)" }

  /// The response to a request: the site's own if the request is authorised, else 403.
  func response(
    to request: HTTPRequest, from site: (HTTPRequest) -> HTTPResponse
  ) -> HTTPResponse {
    if let problem = problem(of: request) {
      return .error(403, problem, asPage: request.wantsPage)
    }
    var response = site(request)
    if request.value("token") != nil {
      response.headers.append(
        ("Set-Cookie", "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict"))
    }
    return response
  }

  /// The reason to reject a request; nil if it is authorised.
  private func problem(of request: HTTPRequest) -> String? {
    let hosts = request.headers.filter { $0.name == "host" }.map { $0.value.lowercased() }
    // Any other name is one of a foreign site that resolves to this machine (DNS rebinding).
    guard hosts.count == 1, let host = hosts.first, names.contains(host) else {
      return "the Host is not this machine; open the address that venuesim printed"
    }
    if let origin = request.header("origin"), origin.lowercased() != "http://" + host {
      return "the request comes from the page of another site"
    }
    let given = [request.value("token")].compactMap { $0 } + cookies(of: request)
    guard given.contains(where: isToken) else {
      return "the token is missing or wrong; open the address that venuesim printed, "
        + "with its '?token=...'"
    }
    return nil
  }

  private var names: [String] {
    let plain = ["127.0.0.1", "localhost", "[::1]"]
    return plain.map { "\($0):\(port)" } + (port == 80 ? plain : [])
  }

  private func cookies(of request: HTTPRequest) -> [String] {
    request.headers.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
      .compactMap { cookie in
        let halves = cookie.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].drop(while: { $0 == " " }) == cookieName else {
          return nil
        }
        return String(halves[1])
      }
  }

  /// Compares in constant time, so that the duration says nothing about the token.
  private func isToken(_ text: String) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array(token.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
