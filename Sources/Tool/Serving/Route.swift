import Kernel

/// A kind of request of the served site, with its answer.
struct Route: Sendable {
  let method: HTTPRequest.Method
  /// The beginning of the path, part by part: `["runs"]`.
  let path: [String]
  /// True if further parts may follow, such as those of a file below the served folder.
  var takesMore = false
  /// Computes the response; errors become responses too. It is called from several threads at once.
  let answer: @Sendable (HTTPRequest) throws -> HTTPResponse

  /// Creates a route from a path such as `/runs`, or `/runs/*` for all paths below it.
  ///
  /// A GET route also answers HEAD.
  init(
    _ method: HTTPRequest.Method, _ path: String,
    _ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
  ) {
    var parts = path.split(separator: "/").map(String.init)
    if parts.last == "*" {
      takesMore = true
      parts.removeLast()
    }
    (self.method, self.path, self.answer) = (method, parts, answer)
  }

  /// True if the route answers requests of a path.
  func matches(_ parts: [String]) -> Bool {
    takesMore
      ? parts.count > path.count && Array(parts.prefix(path.count)) == path : parts == path
  }
}

/// A feature of the served site, such as the list of runs: its routes, and a link to its page.
protocol SiteFeature: Sendable {
  /// Title and path of its page, for the links at the top of pages; nil for none.
  var link: (title: String, path: String)? { get }
  var routes: [Route] { get }
}

/// All features of a site.
struct Site: Sendable {
  let features: [any SiteFeature]
  private let routes: [Route]

  init(_ features: [any SiteFeature]) {
    self.features = features
    routes = features.flatMap(\.routes)
  }

  /// The response to an authorised request.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let isHead = request.method == .head
    let found = routes.filter { $0.matches(request.path) }
    guard !found.isEmpty else {
      return .error(404, "there is no such page; the list of runs is at /", asPage: request.wantsPage)
    }
    guard let route = found.first(where: { $0.method == (isHead ? .get : request.method) }) else {
      return .error(405, "\(request.method.rawValue) is not possible here", asPage: false)
    }
    do {
      return try route.answer(request)
    } catch {
      return .error(error, asPage: request.wantsPage)
    }
  }
}
