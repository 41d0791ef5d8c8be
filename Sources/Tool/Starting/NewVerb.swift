import Documents

/// Kinds of new files.
enum NewKind: String, CaseIterable {
  case scenario, venue, study, campaign, stack, part, examples
}

/// Help text of `new`.
let newAbout = [
  "scenario FILE.yaml   a scenario that runs as it is, with a venue beside it (or --venue's)",
  "venue FILE.yaml      a place of one floor, to change; with --picture one as large as a picture of a floor",
  "                     plan (PNG, JPEG, SVG, or a page of a PDF), to be drawn over it by 'venuesim edit'",
  "study FILE.yaml      variants of the stack under the same seeds, compared",
  "campaign FILE.yaml   many seeds of a scenario (--scenario's, or one that is created beside it)",
  "stack FILE.py        a whole location stack in Python, which needs nothing but Python",
  "part FILE.py         only an indoor locator; the rest of the reference stack stays; with --class a class",
  "                     for the Python package, which notebooks can use too",
  "examples [DIR]       all bundled scenarios and examples; in scenarios/ by default",
  "",
  "A YAML file names its schema in its first line, and the schema is put into .venuesim/ beside it,",
  "so that editors with a YAML language server complete keys and mark mistakes.",
  "",
  "The scale of a picture is fixed by its width on the ground, or by two points with known positions:",
  "",
  "  venuesim new venue office.yaml --picture plan.png --width '42 m' --origin 47.3769,8.5417",
  "  venuesim new venue office.yaml --picture plan.pdf --page 2 --anchor '120,940=47.3769 deg,8.5417 deg' \\",
  "    --anchor '1830,940=47.3769 deg,8.5423 deg'",
]

/// Runs `venuesim new WHAT FILE`.
@Sendable
func newVerb(_ invocation: Invocation) throws -> ExitStatus {
  let kinds = NewKind.allCases.map(\.rawValue)
  guard let word = invocation.operands.first else {
    throw UsageError("new what? There are \(kinds.joined(separator: ", "))")
  }
  guard let kind = NewKind(rawValue: word) else {
    throw UsageError("there is no kind of file '\(word)'" + suggestion(word, among: kinds))
  }
  guard kind == .scenario || !invocation.has(.newVenue) else {
    throw UsageError("--venue goes with 'new scenario'")
  }
  guard [.campaign, .study].contains(kind) || !invocation.has(.newScenario) else {
    throw UsageError("--scenario goes with 'new campaign' and 'new study'")
  }
  guard kind == .part || !invocation.has(.newClass) else {
    throw UsageError("--class goes with 'new part'")
  }
  for option in Option.ofPictures where invocation.has(option) {
    guard kind == .venue else { throw UsageError("--\(option.name) goes with 'new venue'") }
    guard invocation.has(.newPicture) else {
      throw UsageError("--\(option.name) goes with --picture FILE")
    }
  }
  if kind == .examples { return try newExamples(invocation) }
  guard let path = invocation.operands.dropFirst().first else {
    throw UsageError("new \(word) in which file? Such as: venuesim new \(word) \(kind.usualFile)")
  }
  let start = try NewStart(share: DataFolder(), path: path, overwrites: invocation.has(.force))
  let picture = try invocation.value(.newPicture).map { source in
    try NewPicture(
      source, page: try page(invocation), for: path, overwrites: invocation.has(.force))
  }
  let files =
    switch kind {
    case .scenario: try start.scenario(in: invocation.value(.newVenue))
    case .venue: try start.venue(of: picture, invocation)
    case .campaign: try start.list(.campaign, of: invocation.value(.newScenario))
    case .study: try start.list(.study, of: invocation.value(.newScenario))
    case .stack: try start.program("strongest_beacon.py")
    case .part, .examples:
      try start.program(
        invocation.has(.newClass) ? "nearest_beacon_class.py" : "nearest_beacon_part.py")
    }
  try start.write(files)
  try picture?.write(overwriting: invocation.has(.force))
  if !invocation.has(.quiet) {
    for file in files where !file.path.hasSuffix(".schema.json") { announce(file: file.path) }
    say("Now: " + (picture == nil ? kind.next(path) : "venuesim edit \(quoted(path))"))
  }
  return .success
}

/// The page of `--page`.
private func page(_ invocation: Invocation) throws(UsageError) -> Int {
  guard let text = invocation.value(.newPage) else { return 1 }
  guard let page = Int(text), (1...10_000).contains(page) else {
    throw UsageError("--page takes the number of a page, from 1, not '\(text)'")
  }
  return page
}

extension NewKind {
  fileprivate var usualFile: String {
    switch self {
    case .scenario: "first.yaml"
    case .venue: "studio.yaml"
    case .campaign: "nightly.yaml"
    case .study: "variants.yaml"
    case .stack: "my_stack.py"
    case .part: "my_locator.py"
    case .examples: "scenarios"
    }
  }

  /// The command to try next.
  func next(_ path: String) -> String {
    let file = quoted(path)
    return switch self {
    case .scenario: "venuesim run \(file) --report --out \(quoted(fileStem(path) + "-run"))"
    case .venue: "venuesim new scenario visit.yaml --venue \(file)"
    case .campaign: "venuesim campaign plan \(file)"
    case .study: "venuesim study \(file) --out \(quoted(fileStem(path) + "-study"))"
    case .stack: "venuesim run SCENARIO --stack \(Self.stackValue(path))"
    case .part: "venuesim run SCENARIO --set \(Self.partValue(path))"
    case .examples: "venuesim run \(quoted(path + "/corridor.yaml"))"
    }
  }

  /// The value of `--stack` for a Python stack, quoted twice: the command is passed to another shell.
  static func stackValue(_ path: String) -> String { quoted("cmd:python3 " + quoted(path)) }

  /// The value of `--set` for a Python part, quoted for a shell.
  static func partValue(_ path: String) -> String {
    let command = JSONValue.string("cmd:python3 " + quoted(path)).text(pretty: false)
    return quoted("stack.locator={use: \(command)}")
  }
}

extension Option {
  static let newScenario = Option(
    "scenario", taking: "FILE",
    "The scenario of a new campaign or study; by default first.yaml, written beside it if it isn't there."
  )
  static let newForce = Option("force", "Overwrite existing files.")
  static let newVenue = Option(
    "venue", taking: "FILE", "The venue of a new scenario; by default one is written beside it.")
  static let newPicture = Option(
    "picture", taking: "FILE", "The picture of a floor plan for a new venue: PNG, JPEG, SVG or PDF."
  )
  static let newPage = Option("page", taking: "N", "The page of a PDF; by default the first.")
  static let newAnchor = Option(
    "anchor", taking: "X,Y=E,N", repeats: true,
    "A pixel of the picture, from its top left corner, and its position; given twice.")
  static let newWidth = Option(
    "width", taking: "LENGTH", "The picture's width on the ground, in place of anchors: '42 m'.")
  /// The options that need a picture.
  static let ofPictures = [newPage, newAnchor, newWidth, origin, newPicture]
  static let newClass = Option(
    "class",
    "Create a class for the Python package ('pip install venuesim'), not a program of its own.")
}
