import Documents
import Scenarios
public import Surveys

extension CrowdService {
  /// Creates the service for a scenario's venue; its data are made on demand.
  public convenience init(for scenario: LoadedScenario, seed: UInt64) {
    self.init(byteBudget: CrowdParameters().tileByteBudget) {
      CrowdDatabase(for: scenario, seed: seed)
    }
  }
}

extension CrowdDatabase {
  /// The crowd-sourced database of a scenario's venue, from this process's cache or made now.
  public init(for scenario: LoadedScenario, seed: UInt64) {
    func made() -> CrowdDatabase {
      CrowdDatabase(
        of: scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky, seed: seed)
    }
    guard let cache = WorkCache.current else {
      self = made()
      return
    }
    let content =
      "crowd \(WorkCache.program) \(scenario.venueDigest) \(scenario.signalsDigest) "
      + "\(scenario.skyDigest) \(seed)"
    self = cache.value(
      "crowd", of: SHA256.digest(of: content.utf8), read: CrowdDatabase.init(bytes:),
      bytes: { $0.bytes }, make: made)
  }
}
