import Documents

/// The folder with what comes along with the program: scenarios, their venues, and starts of one's own.
struct DataFolder {
  /// The folder; `scenarios/` is in it.
  let path: String

  /// That it isn't where it was looked for.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Finds it: where `VENUESIM_SHARE` says, beside the program as it was installed, or in the tree that
  /// the program was built in.
  ///
  /// - Throws: ``Missing``.
  init() throws(Missing) {
    if let named = environment("VENUESIM_SHARE") {
      guard Self.isOne(named) else {
        throw Missing(
          description:
            "there are no scenarios in '\(named)', which $VENUESIM_SHARE names; unset it, or "
            + "let it name the folder share/venuesim of an installed venuesim")
      }
      path = withoutSlash(named)
      return
    }
    let program = programFile() ?? "venuesim"
    guard let found = Self.places(around: program).first(where: Self.isOne) else {
      throw Missing(
        description: "the scenarios that come along aren't where they should be, in "
          + "'\(Self.installed(beside: program))'; install venuesim again, or let $VENUESIM_SHARE name their folder"
      )
    }
    path = found
  }

  /// A file of it.
  func file(_ name: String) -> String { path + "/" + name }

  /// The folder of a program in `bin/`, as it is installed.
  private static func installed(beside program: String) -> String {
    let bin = String(splitPath(program).folder.dropLast())
    return splitPath(bin).folder + "share/venuesim"
  }

  /// Where the folder may be.
  private static func places(around program: String) -> [String] {
    var places = [installed(beside: program)]
    // A tree has its programs some folders down, such as in .build/release.
    var folder = String(splitPath(program).folder.dropLast())
    while folder.contains("/"), folder.utf8.count > 1 {
      if exists(folder + "/Package.swift") { places.append(folder) }
      folder = String(splitPath(folder).folder.dropLast())
    }
    return places
  }

  private static func isOne(_ folder: String) -> Bool {
    exists(folder + "/scenarios/corridor.yaml")
  }
}
