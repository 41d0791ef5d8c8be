import Scenarios
public import Surveys

extension CrowdService {
  /// Creates the service of a scenario's place, which isn't made yet.
  public convenience init(for scenario: LoadedScenario, seed: UInt64) {
    self.init(
      of: scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky, seed: seed)
  }
}

extension CrowdDatabase {
  /// The database that a crowd makes of a scenario's place.
  public init(for scenario: LoadedScenario, seed: UInt64) {
    self.init(
      of: scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky, seed: seed)
  }
}
