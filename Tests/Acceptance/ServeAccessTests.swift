import Foundation
import Glibc
import Testing

/// Requests that a served site rejects.
struct ServeAccessTests {
  @Test func malformedRequestsAreRejected() throws {
    let served = try Served(try Sandbox(), "serve")
    func request(_ line: String, _ fields: String...) -> String {
      line
        + "\r\nHost: 127.0.0.1:\(served.port)\r\nCookie: venuesim-\(served.port)=\(served.token)\r\n"
        + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }
    let long = String(repeating: "a", count: 9000)
    let many = (0..<70).map { "X-\($0): 1" }.joined(separator: "\r\n")
    let cases: [(Int, String)] = [
      (414, request("GET /\(long) HTTP/1.1")), (431, request("GET / HTTP/1.1", "X: \(long)")),
      (414, "\(long)\(long)"), (431, request("GET / HTTP/1.1", many)),
      (400, request("GET /% HTTP/1.1")), (400, request("GET /%2 HTTP/1.1")),
      (400, request("GET /%zz HTTP/1.1")), (400, request("GET /runs/%00 HTTP/1.1")),
      (400, request("GET /runs/a%0d%0ab HTTP/1.1")), (400, request("GET /?a=%0 HTTP/1.1")),
      (400, request("GET /runs/../../etc/passwd HTTP/1.1")),
      (400, request("GET /files/%2e%2e/%2e%2e/etc/passwd HTTP/1.1")),
      (400, request("GET /files/..%2fetc%2fpasswd HTTP/1.1")),
      (400, request("GET /files/./a HTTP/1.1")), (400, request("GET //etc/passwd HTTP/1.1")),
      (400, request("GET http://127.0.0.1/ HTTP/1.1")), (400, request("GET * HTTP/1.1")),
      (400, request("GET /é HTTP/1.1")), (400, request("GET  / HTTP/1.1")),
      (400, request("GET /\0 HTTP/1.1")), (400, request("GET / HTTP/1.1", "X: a\0b")),
      (400, request("GET / HTTP/1.1", "X : 1")), (400, request("GET / HTTP/1.1", "X: 1\r\n more")),
      (400, request("GET / HTTP/1.1", "no colon")), (400, request("GET / HTTP/1.1", ": 1")),
      (400, "GET / HTTP/1.1\nHost: a\n\n"), (400, "\r\n\r\n"), (400, "hello\r\n\r\n"),
      (501, request("BREW / HTTP/1.1")), (505, request("GET / HTTP/2.0")),
      (501, request("POST / HTTP/1.1", "Transfer-Encoding: chunked")),
      (400, request("POST / HTTP/1.1", "Content-Length: -1")),
      (400, request("POST / HTTP/1.1", "Content-Length: 1, 2")),
      (400, request("POST / HTTP/1.1", "Content-Length: 1", "Content-Length: 1")),
      (400, request("POST / HTTP/1.1", "Content-Length: 1") + "ab"),
      (413, request("POST / HTTP/1.1", "Content-Length: 99999999999999999999")),
      (413, request("POST / HTTP/1.1", "Content-Length: 8388609")),
      (405, request("POST / HTTP/1.1", "Content-Length: 1") + "a"),
      (404, request("GET /nothing HTTP/1.1")),
      (400, request("GET /compare?base=a HTTP/1.1")),
      (400, request("GET /compare?base=a&new=..%2f.. HTTP/1.1")),
    ]
    for (status, text) in cases {
      #expect(try served.send(text).status == status, "\(text.prefix(60).debugDescription)")
    }
    // A client of TLS, and bytes that are no text.
    #expect(
      try served.send([0x16, 3, 1, 0, 0xFF] + [UInt8](repeating: 0xFE, count: 9000)).status >= 400)
    #expect(
      try served.send([UInt8](repeating: 0xFF, count: 40) + Array("\r\n\r\n".utf8)).status == 400)
    // A body that is longer than any request may be.
    let body = String(repeating: "a", count: 10 << 20)
    #expect(
      try served.send(request("POST / HTTP/1.1", "Content-Length: \(10 << 20)") + body).status
        == 413)
    #expect(try served.get("/").status == 200)
    #expect(try served.stop().status == 130)
  }

  @Test func onlyTheTokenOpensTheSite() throws {
    let served = try Served(try Sandbox(), "serve")
    let host = "Host: 127.0.0.1:\(served.port)\r\n"
    func status(_ path: String, _ fields: String) throws -> Int {
      try served.send("GET \(path) HTTP/1.1\r\n\(fields)\r\n").status
    }
    let good = "/?token=\(served.token)"
    for path in [
      "/", "/api/runs", "/assets/site.js", "/nothing", "/?token=", "/?token=\(served.token)0",
    ] {
      #expect(try status(path, host) == 403, "\(path)")
    }
    let wrong = String(served.token.dropLast()) + (served.token.hasSuffix("0") ? "1" : "0")
    #expect(try status("/?token=\(wrong)", host) == 403)
    #expect(try status("/", host + "Cookie: venuesim-\(served.port)=\(wrong)\r\n") == 403)
    #expect(try status("/", host + "Cookie: venuesim-1=\(served.token)\r\n") == 403)
    // A foreign name that resolves to this machine.
    for name in [
      "evil.example:\(served.port)", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:\(served.port)",
    ] {
      #expect(try status(good, "Host: \(name)\r\n") == 403, "\(name)")
    }
    #expect(try status(good, "") == 403)
    #expect(try status(good, host + host) == 403)
    for name in ["localhost", "LOCALHOST", "[::1]"] {
      #expect(try status(good, "Host: \(name):\(served.port)\r\n") == 200)
    }
    #expect(try status(good, host + "Origin: http://evil.example\r\n") == 403)
    #expect(try status(good, host + "Origin: null\r\n") == 403)
    #expect(try status(good, host + "Origin: http://127.0.0.1:\(served.port)\r\n") == 200)

    let first = try served.send("GET \(good) HTTP/1.1\r\n\(host)\r\n")
    let cookie = try #require(first.header("set-cookie"))
    #expect(
      cookie == "venuesim-\(served.port)=\(served.token); Path=/; HttpOnly; SameSite=Strict")
    let policy = try #require(first.header("content-security-policy"))
    #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
    #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
    let other = try Served(try Sandbox(), "serve")
    #expect(served.token.count == 32 && served.token != other.token)
  }

  @Test func unfinishedRequestsDontBlockOthers() throws {
    let served = try Served(try Sandbox(), "serve")
    let idle = try (0..<8).map { _ in try served.connect() }
    defer { for connection in idle { close(connection) } }
    for connection in idle.prefix(4) {
      #expect(write(connection, "GET / HT", 8) == 8)
    }
    #expect(try served.get("/").status == 200)
    // Connections that are closed at once.
    for _ in 0..<50 { close(try served.connect()) }
    #expect(try served.get("/").status == 200)
    #expect(try served.stop().status == 130)
  }

  @Test func nothingOutsideOfTheFolderIsServed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("secret.txt", "secret")
    try sandbox.write("served/notes.txt", "notes")
    try sandbox.write("served/program.sh", "echo")
    try sandbox.write("served/page.html", "<script>fetch('/')</script>")
    try sandbox.write("served/run/metrics.csv", "run\n")
    for (name, goal) in [
      ("served/link.txt", "../secret.txt"), ("served/up", ".."),
      ("served/run/manifest.json", "../../manifest.json"),
    ] { symlink(goal, sandbox.path + "/" + name) }
    try sandbox.write("manifest.json", "{\"run\": \"secret\"}")
    let served = try Served(sandbox, "serve", "served")
    #expect(try served.get("/files/notes.txt").body == "notes")
    for (path, status) in [
      ("/files/link.txt", 403), ("/files/up/secret.txt", 403), ("/runs/up", 403),
      ("/files/program.sh", 403), ("/files/none.txt", 404), ("/runs/none", 404),
      ("/files/run", 403), ("/runs/notes.txt", 404),
    ] {
      let response = try served.get(path)
      #expect(response.status == status && !response.body.contains("secret\""), "\(path)")
    }
    let page = try served.get("/files/page.html")
    #expect(page.header("content-security-policy")?.hasPrefix("sandbox allow-scripts;") == true)
    let runs = try #require(try served.get("/api/runs").json()["runs"] as? [[String: Any]])
    #expect(runs.count == 1 && runs[0]["state"] as? String == "damaged", "\(runs)")
    #expect("\(runs)".contains("symbolic link") && !"\(runs)".contains("secret"))
    #expect(try served.get("/runs/run").status == 403)
  }

  @Test func wrongInvocationsNameTheCure() throws {
    let sandbox = try Sandbox()
    let served = try Served(sandbox, "serve")
    let taken = try sandbox.venuesim("serve", "--port", "\(served.port)")
    #expect(taken.status == 1 && taken.errors.contains("leave out --port"), "\(taken)")
    for port in ["x", "-1", "65536", "80.5"] {
      let outcome = try sandbox.venuesim("serve", "--port=\(port)")
      #expect(outcome.status == 2 && outcome.errors.contains("from 1 to 65535"), "\(outcome)")
    }
    let missing = try sandbox.venuesim("serve", "none")
    #expect(missing.status == 2 && missing.errors.contains("no folder 'none'"), "\(missing)")
    for arguments in [
      ["none", "--watch"], [".", "--watch", "--json"], [".", "--watch", "--quiet"],
      [".", "--port", "1"], [".", "--csv", "--watch"],
      [".", "--film", "a.gif", "--watch"],
    ] {
      let outcome = try sandbox.venuesim(["report"] + arguments)
      #expect(outcome.status == 2, "\(arguments): \(outcome)")
    }
  }
}
