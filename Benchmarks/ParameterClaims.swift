import Documents
import Harness
import Parts
import Services

extension ParameterGroup {
  /// Claims that exercise each family of service constants, by prefixes of their names.
  private static let families: [(parameters: String, claims: [String])] = [
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

  /// The service constants by family, then the others.
  static var services: [ParameterGroup] {
    let parameters = TurnedParameter.of(ServiceConstants().parameterRows(prefix: "constants."))
    return split(parameters, by: families) { trials, own in
      ParameterGroup("constants", "services", trials: apps + trials, parameters: own)
    }
  }

  /// The world's parameters; claims exercise many that the day scenarios don't.
  static var world: [ParameterGroup] {
    let families = [
      (parameters: "signals.motion.", claims: ["motion-"]),
      ("signals.barometer.", ["motion-", "indoor-"]),
      ("signals.beacons.", ["ranging-", "indoor-beacon"]),
      ("signals.gnss.", ["indoor-gps", "radio-gps", "motion-distance"]),
      ("signals.cell.", ["radio-cell", "indoor-cell"]),
      ("signals.wifi.", ["radio-", "indoor-wifi"]),
    ]
    return split(TurnedParameter.ofTheWorld, by: families) { trials, own in
      ParameterGroup("signals", "world", trials: senders + trials, parameters: own, senses: true)
    }
  }

  /// One group per family, with its claims as trials, and one for the other parameters.
  private static func split(
    _ parameters: [TurnedParameter], by families: [(parameters: String, claims: [String])],
    _ group: (_ trials: [String], _ own: [TurnedParameter]) -> ParameterGroup
  ) -> [ParameterGroup] {
    let known = families.map { family in
      group(
        family.claims.flatMap { claims($0) },
        parameters.filter { $0.name.hasPrefix(family.parameters) })
    }
    let rest = parameters.filter { parameter in
      !families.contains { parameter.name.hasPrefix($0.parameters) }
    }
    return known + [group([], rest)]
  }

  /// The claims with a prefix, as names of trials.
  private static func claims(_ beginning: String) -> [String] {
    let words = beginning.split(separator: "/")
    let folder = words.dropLast().map { "/\($0)" }.joined()
    return (folderContents("scenarios/claims\(folder)") ?? []).filter {
      $0.hasPrefix(words.last ?? "") && $0.hasSuffix(".yaml")
    }.map { "claims\(folder)/\($0.dropLast(5))" }
  }
}
