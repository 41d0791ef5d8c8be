import Foundation
import Testing

/// The plan editor's server, and new venues from pictures.
struct PlanEditorTests {
  /// A PNG file of 480 by 320 pixels without its pixels, which only a browser would miss.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 1, 0xE0, 0, 0, 1, 0x40, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] + Array("IDAT".utf8)
    + [0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try Data(png).write(to: URL(fileURLWithPath: sandbox.path + "/plan.png"))
    return sandbox
  }

  private static let origin = ["--origin", "47.3769,8.5417"]

  private func new(_ sandbox: Sandbox, _ arguments: [String]) throws -> Outcome {
    try sandbox.venuesim(["new", "venue", "office.yaml"] + arguments)
  }

  private func post(
    _ served: Served, _ path: String, _ body: [String: Any]
  ) throws -> Served.Response {
    let data = try JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
    return try served.send(
      Array(
        ("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
          + "Cookie: venuesim-\(served.port)=\(served.token)\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(data.count)\r\n\r\n").utf8) + Array(data))
  }

  @Test func makesVenuesFromPictures() throws {
    let sandbox = try Self.sandbox()
    let outcome = try new(sandbox, ["--picture", "plan.png", "--width", "48 m"] + Self.origin)
    #expect(
      outcome.status == 0 && outcome.output.contains("Now: venuesim edit office.yaml"), "\(outcome)"
    )
    let text = try sandbox.read("office.yaml")
    #expect(text.contains("size: [48 m, 32 m]") && text.contains("file: plan.png"), "\(text)")
    let check = try sandbox.venuesim("check", "office.yaml")
    #expect(check.status == 0, "\(check)")
    // A picture from elsewhere is kept beside the venue.
    let inner = try sandbox.venuesim(
      [
        "new", "venue", "site/a.yaml", "--picture", "plan.png", "--anchor", "20,300=47 deg,8 deg",
        "--anchor",
        "460,300=47 deg,8.0006 deg",
      ])
    #expect(inner.status == 0 && sandbox.exists("site/plan.png"), "\(inner)")
    #expect(try sandbox.venuesim("check", "site/a.yaml").status == 0)
  }

  @Test(arguments: [
    (["--picture", "plan.png"], "has 480 by 320 pixels, of unknown scale"),
    (["--picture", "plan.png", "--width", "2 mm"] + origin, "would be 2 mm by 1.33 mm large"),
    (["--picture", "plan.png", "--width", "wide"] + origin, "--width takes"),
    (["--picture", "plan.png", "--width", "48 m"], "Give --origin LAT,LON"),
    (
      ["--picture", "plan.png", "--anchor", "0,0=0,0", "--anchor", "9,9=1,1"] + origin,
      "needs units"
    ),
    (
      ["--picture", "plan.png", "--anchor", "0=0 m,0 m", "--anchor", "9,9=1 m,1 m"] + origin,
      "takes a pixel"
    ),
    (
      ["--picture", "plan.png", "--anchor", "9,9=0 m,0 m", "--anchor", "9,9=1 m,1 m"] + origin,
      "0 pixels apart"
    ),
    (
      ["--picture", "plan.png", "--anchor", "9,9=0 m,0 m", "--anchor", "999,9=1 m,1 m"] + origin,
      "outside of its 480"
    ),
    (["--picture", "office.md", "--width", "48 m"] + origin, "no picture of a known format"),
    (["--picture", "none.png", "--width", "48 m"] + origin, "no such file"),
    (["--width", "48 m"], "--width goes with --picture FILE"),
    (["--picture", "plan.png", "--page", "0"], "--page takes the number of a page"),
    (["--picture", "plan.pdf", "--width", "48 m"] + origin, "pdf"),
  ])
  func refusesPicturesThatCannotBePlaced(_ arguments: [String], _ expected: String) throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("office.md", "# no picture")
    try sandbox.write("plan.pdf", "%PDF-1.4 but nothing else")
    let outcome = try new(sandbox, arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(expected), "\(outcome)")
    #expect(!sandbox.exists("office.yaml"))
  }

  @Test func editsAreSavedWithChecks() throws {
    let sandbox = try Self.sandbox()
    #expect(
      try new(sandbox, ["--picture", "plan.png", "--width", "48 m"] + Self.origin).status == 0)
    let before = try sandbox.read("office.yaml")
    let served = try Served(sandbox, "edit", "office.yaml")
    let page = try served.get("/edit?venue=office.yaml")
    #expect(page.status == 200 && page.body.contains("/edit/assets/editor.js"))
    let state = try served.get("/edit/venue?venue=office.yaml").json()
    let digest = try #require(state["digest"] as? String)
    let add: [String: Any] = [
      "do": "add", "path": ["buildings", 0, "levels", 0, "beacons"],
      "fields": ["name": "b", "at": ["3 m", "4 m"], "major": 1, "minor": 2],
    ]
    let body: [String: Any] = ["venue": "office.yaml", "digest": digest, "edits": [add]]
    let preview = try post(served, "/edit/preview", body)
    #expect(
      preview.status == 200
        && preview.body.contains("{at: [3 m, 4 m], major: 1, minor: 2, name: b}"))
    #expect(try sandbox.read("office.yaml") == before)
    // A beacon without a place, and one on the moon.
    for fields: [String: Any] in [["name": "c"], ["name": "c", "at": ["900 m", "4 m"]]] {
      var wrong = add
      wrong["fields"] = fields
      let refused = try post(
        served, "/edit/save", ["venue": "office.yaml", "digest": digest, "edits": [add, wrong]])
      #expect(refused.status == 422 && refused.body.contains("office.yaml:"), "\(refused)")
    }
    #expect(
      try post(served, "/edit/save", ["venue": "office.yaml", "digest": digest, "edits": "x"])
        .status == 400)
    #expect(try sandbox.read("office.yaml") == before)
    #expect(chmod(sandbox.path + "/office.yaml", 0o640) == 0)
    #expect(try post(served, "/edit/save", body).status == 200)
    let after = try sandbox.read("office.yaml")
    #expect(
      after == before
        + "        beacons:\n          - {at: [3 m, 4 m], major: 1, minor: 2, name: b}\n")
    var status = stat()
    #expect(stat(sandbox.path + "/office.yaml", &status) == 0 && status.st_mode & 0o777 == 0o640)
    // The digest is that of the old file.
    let again = try post(served, "/edit/save", body)
    #expect(again.status == 409 && again.body.contains("changed by another program"), "\(again)")
    #expect(try sandbox.read("office.yaml") == after)
    #expect(try served.stop().status == 130)
  }

  @Test func servesOnlyVenuesAndTheirPictures() throws {
    let sandbox = try Self.sandbox()
    #expect(
      try new(sandbox, ["--picture", "plan.png", "--width", "48 m"] + Self.origin).status == 0)
    try sandbox.write("secret.png", "not a picture of the venue")
    try sandbox.write("scenario.yaml", "name: a\nvenue: office.yaml\nagents: []\n")
    let served = try Served(sandbox, "edit", "office.yaml")
    let picture = try served.get("/edit/picture?venue=office.yaml&file=plan.png")
    #expect(picture.status == 200 && picture.header("content-type") == "image/png")
    for (path, status) in [
      ("/edit/picture?venue=office.yaml&file=secret.png", 404),
      ("/edit/picture?venue=office.yaml&file=../plan.png", 404),
      ("/edit/venue?venue=scenario.yaml", 422), ("/edit/venue?venue=../x.yaml", 400),
      ("/edit/venue?venue=none.yaml", 404), ("/edit/venue", 400),
    ] {
      let response = try served.get(path)
      #expect(response.status == status, "\(path): \(response)")
    }
    let list = try served.get("/edit/venues").body
    #expect(list.contains("office.yaml") && !list.contains("scenario.yaml"), "\(list)")
    let refused = try sandbox.venuesim("edit", "scenario.yaml")
    #expect(refused.status == 2 && refused.errors.contains("isn't a venue"), "\(refused)")
  }
}
