import Documents
import Glibc

/// Help text of `cache`.
let cacheAbout = [
  "Surveys, crowdsourced databases and the tracks of a scenario's agents depend on neither stack nor",
  "budgets. They are kept in --cache DIR, in $VENUESIM_CACHE, or else in $XDG_CACHE_HOME/venuesim or",
  "~/.cache/venuesim, for the same venue, signals or agents, seed and program.",
  "'--cache none' keeps nothing. The results are the same, byte for byte, either way.",
]

/// The cache for an invocation; nil for none.
func cache(for invocation: Invocation) -> WorkCache? {
  let asked = invocation.value(.cache) ?? environment("VENUESIM_CACHE")
  let folder =
    asked ?? environment("XDG_CACHE_HOME").map { $0 + "/venuesim" }
    ?? environment("HOME").map { $0 + "/.cache/venuesim" }
  guard let folder, folder != "none" else { return nil }
  return WorkCache(folder: folder)
}

/// Reports why nothing was cached, which does no harm.
func reportCacheProblem(_ invocation: Invocation) {
  guard let problem = WorkCache.current?.problem, !invocation.has(.quiet) else { return }
  complain("venuesim: nothing was kept for the next run; the results are complete: \(problem)")
}

/// Runs `venuesim cache`.
@Sendable
func cacheVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let cache = WorkCache.current else {
    throw UsageError("there is no cache: it is 'none', or no home folder is known")
  }
  switch invocation.operands.first {
  case "list":
    let entries = cache.entries()
    if invocation.has(.json) {
      let list: [JSONValue] = entries.map {
        [
          "name": .string($0.name), "bytes": .int(Int64($0.bytes)),
          "used_s": .int(Int64($0.usedSeconds)),
        ]
      }
      say(
        JSONValue.object(["folder": .string(PathName.shown(cache.folder)), "entries": .array(list)])
          .text(pretty: false))
      return .success
    }
    for entry in entries { say("\(entry.bytes)\t\(entry.name)") }
    let total = entries.reduce(0) { $0 + $1.bytes }
    if !invocation.has(.quiet) {
      complain("\(entries.count) entries, \(total) bytes, in \(cache.folder)")
    }
  case "clear":
    let (removed, kept) = cache.clear()
    if !invocation.has(.quiet) { complain("\(removed) entries deleted from \(cache.folder)") }
    guard kept == 0 else {
      complain("venuesim: \(kept) entries can't be deleted from '\(cache.folder)'")
      return .environment
    }
  case let other?:
    throw UsageError("cache \(other)?" + suggestion(other, among: ["list", "clear"]))
  case nil: throw UsageError("cache list, or cache clear?")
  }
  return .success
}

extension Option {
  static let cache = Option(
    "cache", taking: "DIR",
    "Keep surveys and tracks here for the next run, or 'none'; see 'venuesim cache --help'.")
}
