import Kernel

/// A kind of request of the served site, with its answer.
struct SiteRoute: Sendable {
  let method: HTTPRequest.Method
  /// The beginning of the path, part by part: `["runs"]`.
  let path: [String]
  /// True if further parts may follow, such as those of a file below the served folder.
  var takesMore = false
  /// Computes the response; called from several threads at once.
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

/// A feature of the served site, such as the list of runs.
protocol SiteFeature: Sendable {
  var routes: [SiteRoute] { get }
}

/// A link in the header of a site's pages.
typealias SiteLink = (title: String, path: String)

/// All features of a site.
struct ServedSite: Sendable {
  private let routes: [SiteRoute]

  init(_ features: [any SiteFeature]) {
    routes = features.flatMap(\.routes)
  }

  /// The response to an authorised request.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let isHead = request.method == .head
    let found = routes.filter { $0.matches(request.path) }
    guard !found.isEmpty else {
      return .error(404, "there is no such page; the first one is /", asPage: request.wantsPage)
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
