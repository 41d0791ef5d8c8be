import Documents

/// The folder of bundled data: scenarios, their venues, and templates.
struct DataFolder {
  /// The folder that contains `scenarios/`.
  let path: String

  /// The error if it isn't found.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Finds the folder: in `VENUESIM_SHARE`, beside the installed program, or in the source tree in which the
  /// program was built.
  ///
  /// - Throws: ``Missing``.
  init() throws(Missing) {
    if let named = environment("VENUESIM_SHARE") {
      guard Self.isOne(named) else {
        throw Missing(
          description:
            "there are no scenarios in '\(named)', which $VENUESIM_SHARE names; unset it, or "
            + "set it to the folder share/venuesim of an installed venuesim")
      }
      path = withoutSlash(named)
      return
    }
    let program = programFile() ?? "venuesim"
    guard let found = Self.places(around: program).first(where: Self.isOne) else {
      throw Missing(
        description: "the bundled scenarios are missing in "
          + "'\(Self.installed(beside: program))'; install venuesim again, or set $VENUESIM_SHARE to their folder"
      )
    }
    path = found
  }

  /// The path of a bundled file.
  func file(_ name: String) -> String { path + "/" + name }

  /// The data folder of an installed program in `bin/`.
  private static func installed(beside program: String) -> String {
    let bin = String(splitPath(program).folder.dropLast())
    return splitPath(bin).folder + "share/venuesim"
  }

  /// Candidates for the folder.
  private static func places(around program: String) -> [String] {
    var places = [installed(beside: program)]
    // A source tree has its programs some folders down, such as in .build/release.
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
