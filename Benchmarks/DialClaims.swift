import Documents
import Glibc
import Harness
import Parts
import Services

extension DialGroup {
  /// Which claims exercise a family of the services' constants, by how their names begin.
  private static let families: [(dials: String, claims: [String])] = [
    ("constants.delivery.", ["deliver-", "auth-held", "pause-restart"]),
    ("constants.indicator.", ["auth-background"]),
    ("constants.indoor.", ["ips-"]),
    ("constants.motion.", ["motion-opt", "motion-nested", "motion-denied"]),
    ("constants.pathways.", ["ips-", "indoor-way"]),
    ("constants.pause.", ["pause-"]),
    ("constants.question.", ["motion-nested", "auth-initial"]),
    ("constants.radio.", ["radio-", "pause-", "deliver-", "indoor-"]),
    ("constants.ranging.", ["ranging-", "indoor-beacon", "indoor-nearest"]),
    ("constants.reduced.", ["auth-"]),
    ("constants.region.", ["deliver-fence", "indoor-circle", "auth-region", "deliver-geocode"]),
    ("constants.request.", ["deliver-", "auth-once", "indoor-"]),
    ("constants.visit.", ["failing/motion-journal", "motion-journal", "auth-visit"]),
    ("constants.wayfinding.", ["ips-way", "indoor-way"]),
  ]

  /// The services' constants: by family, then those that belong to none.
  static var services: [DialGroup] {
    var rest = TurnedDial.of(ServiceConstants().dialRows(prefix: "constants."))
    var groups: [DialGroup] = []
    for family in families {
      let own = rest.filter { $0.name.hasPrefix(family.dials) }
      rest.removeAll { $0.name.hasPrefix(family.dials) }
      groups.append(
        DialGroup(
          "constants", "services", trials: apps + family.claims.flatMap { claims($0) }, dials: own))
    }
    return groups + [DialGroup("constants", "services", trials: apps, dials: rest)]
  }

  /// The world's dials: what the claims' people do and where they are shows many that days don't.
  static var world: [DialGroup] {
    let dials = TurnedDial.ofTheWorld
    let families = [
      ("signals.motion.", ["motion-"]), ("signals.barometer.", ["motion-", "indoor-"]),
      ("signals.beacons.", ["ranging-", "indoor-beacon"]),
      ("signals.gnss.", ["indoor-gps", "radio-gps", "motion-distance"]),
      ("signals.cell.", ["radio-cell", "indoor-cell"]),
      ("signals.wifi.", ["radio-", "indoor-wifi"]),
    ]
    var rest = dials
    var groups: [DialGroup] = []
    for (prefix, names) in families {
      let own = rest.filter { $0.name.hasPrefix(prefix) }
      rest.removeAll { $0.name.hasPrefix(prefix) }
      groups.append(
        DialGroup(
          "signals", "world", trials: senders + names.flatMap { claims($0) }, dials: own,
          senses: true))
    }
    return groups + [DialGroup("signals", "world", trials: senders, dials: rest, senses: true)]
  }

  /// The claims whose names begin so, as trials read them.
  private static func claims(_ beginning: String) -> [String] {
    let words = beginning.split(separator: "/")
    let folder = words.dropLast().map { "/\($0)" }.joined()
    return names(in: "scenarios/claims\(folder)").filter {
      $0.hasPrefix(words.last ?? "") && $0.hasSuffix(".yaml")
    }.map { "claims\(folder)/\($0.dropLast(5))" }
  }

  /// What a folder holds, in order.
  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }
}
