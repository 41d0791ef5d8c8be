import Documents
import Reporting

/// Help text of films.
let filmAbout = [
  "--film writes an animated GIF in place of the page: the plan with the true and the reported track,",
  "and the error over time. It shows the device run that the page opens on, the one with the median",
  "error, while it is indoors, on its true floor; --scenario, --seed, --device, --from and --to choose others.",
]

/// Runs `venuesim report DIR --film FILE`.
func reportFilm(_ path: String, _ invocation: Invocation) throws -> ExitStatus {
  let others = [Option.against, .plans, .csv, .reportOut]
  if let other = others.first(where: invocation.has) {
    throw UsageError("--film and --\(other.name) exclude each other")
  }
  let kinds = [".webp", ".webm", ".mp4", ".png", ".svg", ".html", ".avi", ".mov", ".apng"]
  if let kind = kinds.first(where: { path.lowercased().hasSuffix($0) }) {
    throw UsageError("a film is a GIF file; name it '\(path.dropLast(kind.count)).gif'")
  }
  let film = try RunFilm(folder: withoutSlash(invocation.operands[0]), try filmSettings(invocation))
  let file = try OutputFile(path: path)
  try film.write { bytes throws(FileWriteError) in try file.write(bytes) }
  try file.finish()
  if !invocation.has(.quiet) {
    say(film.summary)
    announce(file: path)
  }
  return .success
}

private func filmSettings(_ invocation: Invocation) throws -> FilmSettings {
  var settings = FilmSettings()
  settings.scenario = invocation.value(.filmScenario)
  settings.seed = invocation.value(.filmSeed)
  settings.device = invocation.value(.filmDevice)
  settings.from = try moment(.filmFrom, invocation)
  settings.to = try moment(.filmTo, invocation)
  if let from = settings.from, let to = settings.to, from >= to {
    throw UsageError("--from must be before --to")
  }
  settings.speed = try number(.filmSpeed, invocation, in: FilmSettings.speeds)
  let widths = Double(FilmSettings.widths.lowerBound)...Double(FilmSettings.widths.upperBound)
  if let width = try number(.filmWidth, invocation, in: widths) {
    settings.width = Int(width.rounded())
  }
  if let rate = try number(.filmRate, invocation, in: FilmSettings.frameRates) {
    settings.framesPerSecond = rate
  }
  settings.isDark = invocation.has(.filmDark)
  return settings
}

/// A time of the run, in s; nil if the option wasn't given.
private func moment(_ option: Option, _ invocation: Invocation) throws -> Double? {
  guard let text = invocation.value(option) else { return nil }
  do throws(QuantityError) {
    return try Quantity.parse(text, as: .time)
  } catch {
    throw UsageError("--\(option.name) '\(text)': \(error); give a time such as '90 s' or '2 min'")
  }
}

private func number(
  _ option: Option, _ invocation: Invocation, in range: ClosedRange<Double>
) throws -> Double? {
  guard let text = invocation.value(option) else { return nil }
  guard let number = Double(text), range.contains(number) else {
    throw UsageError(
      "--\(option.name) takes a number from \(brief(range.lowerBound)) to \(brief(range.upperBound)), not '\(text)'"
    )
  }
  return number
}

private func brief(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\(value)"
}

extension Option {
  static let film = Option(
    "film", taking: "FILE", "Write an animated GIF of a device's run instead of the page.")
  static let filmScenario = Option("scenario", taking: "NAME", "With --film: the scenario.")
  static let filmSeed = Option(
    "seed", taking: "N", "With --film: the seed; by default the one with the median error.")
  static let filmDevice = Option("device", taking: "NAME", "With --film: the device.")
  static let filmFrom = Option(
    "from", taking: "TIME", "With --film: the time of the run to begin at, such as '2 min'.")
  static let filmTo = Option("to", taking: "TIME", "With --film: the time of the run to end at.")
  static let filmSpeed = Option(
    "speed", taking: "X", "With --film: times real time; by default a film of 10 to 20 s.")
  static let filmWidth = Option(
    "width", taking: "PX", "With --film: the width in pixels; by default 800.")
  static let filmRate = Option("fps", taking: "N", "With --film: frames per second; by default 12.")
  static let filmDark = Option("dark", "With --film: dark colours.")

  /// The options that only films have.
  static let ofFilms = [
    filmScenario, filmSeed, filmDevice, filmFrom, filmTo, filmSpeed, filmWidth, filmRate, filmDark,
  ]
}
