import Documents
import Glibc
import Maps
import Reporting
import Surveys

/// Help text of plots.
let plotAbout =
  ["RUN is the folder of a run or a replay. Figures (--figure):"]
  + RunPlots.PlotKind.allCases.map { figure in
    let blanks = String(repeating: " ", count: 8 - figure.rawValue.count)
    return "  \(figure.rawValue)\(blanks)\(figure.meaning)"
  } + [
    "Cells of the map are 2 m wide indoors and 5 m outdoors. The width is doubled, and doubled again, if most",
    "locations would be in cells with too few of them. Colours are those of 'survey --pictures'.",
  ]

/// Runs `venuesim plot RUN`.
@Sendable
func plotVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let operand = invocation.operands.first else {
    throw UsageError("plot which run's folder?")
  }
  let folder = withoutSlash(operand)
  let wanted = try figures(invocation)
  let radio = try invocation.value(.plotSurvey).map { path throws(DocumentError) in
    try SurveyFile.read(path).map
  }
  let plots = try RunPlots(folder: folder, survey: radio)
  var files: [RunPlots.File] = []
  for figure in wanted ?? RunPlots.PlotKind.allCases {
    let own = plots.files(of: figure)
    if own.isEmpty {
      let reason =
        "nothing to draw of '\(figure.rawValue)' in '\(folder)': "
        + plots.absence(of: figure)
      // An error only if the figure was requested.
      guard wanted == nil else { throw DocumentError(reason) }
      if !invocation.has(.quiet) { complain("venuesim: \(reason)") }
    }
    files += own
  }
  guard !files.isEmpty else { throw DocumentError("'\(folder)' holds nothing that can be drawn") }
  let target = invocation.value(.out).map(withoutSlash) ?? "\(folder)/\(RunPlots.folderName)"
  try makeFolder(target)
  for file in files {
    let path = "\(target)/\(file.name).svg"
    try writeFile(file.svg, to: path)
    if !invocation.has(.quiet) { announce(file: path) }
  }
  guard invocation.has(.png) else { return .success }
  return try convert(files.map { "\(target)/\($0.name)" }, invocation)
}

/// The requested figures; nil for all.
private func figures(_ invocation: Invocation) throws -> [RunPlots.PlotKind]? {
  let names = invocation.values(.plotFigure)
  guard !names.isEmpty else { return nil }
  let known = RunPlots.PlotKind.allCases
  for name in names where RunPlots.PlotKind(rawValue: name) == nil {
    let all = known.map(\.rawValue)
    throw UsageError(
      "no figure is called '\(name)'" + suggestion(name, among: all)
        + "; there are \(all.joined(separator: ", "))")
  }
  return known.filter { names.contains($0.rawValue) }
}

/// Converts each SVG file to PNG; the paths have no extension.
private func convert(_ paths: [String], _ invocation: Invocation) throws -> ExitStatus {
  for path in paths {
    // A path with a leading dash isn't an option.
    let here = path.hasPrefix("-") ? "./" + path : path
    guard let status = status(of: "rsvg-convert", ["-o", here + ".png", here + ".svg"]) else {
      complain(
        "venuesim: --png needs rsvg-convert (Debian: apt install librsvg2-bin); the SVG files are there"
      )
      return .environment
    }
    guard status == 0 else {
      complain("venuesim: rsvg-convert can't make '\(path).png'; the SVG files are there")
      return .environment
    }
    if !invocation.has(.quiet) { announce(file: path + ".png") }
  }
  return .success
}

/// Runs a program and returns its status, or -1 after a signal; nil if it can't be started.
func status(of program: String, _ arguments: [String]) -> Int32? {
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var process: pid_t = 0
  guard posix_spawnp(&process, program, nil, nil, &words, environ) == 0 else { return nil }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { return -1 }
  }
  let isExit = status & 0x7f == 0
  // Status 127 of a shell, or of old libraries: no such program.
  if isExit, status >> 8 & 0xff == 127 { return nil }
  return isExit ? status >> 8 & 0xff : -1
}

extension Option {
  static let plotFigure = Option(
    "figure", taking: "NAME", repeats: true, from: .names(of: RunPlots.PlotKind.self),
    "Only this figure; by default all that the run has.")
  static let plotOut = out(
    "DIR",
    "The pictures' folder; by default \(RunPlots.folderName) in the run's folder.")
  static let plotSurvey = Option(
    "survey", taking: "FILE",
    "Show the error to be expected with this positioning file beside the real one.")
  static let png = Option("png", "Make PNG files as well, by rsvg-convert (Debian: librsvg2-bin).")
}
