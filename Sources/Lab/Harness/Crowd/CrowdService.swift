public import Devices
import Scenarios
import Signals
import Synchronization
import Venues

/// The tile service of one run, made when the first phone asks it, and shared by all.
///
/// The answers hang on venue, settings and seed alone, so it makes no difference who asks first.
public final class CrowdService: NetworkService {
  private let make: @Sendable () -> WiFiTileService
  private let service = Mutex<WiFiTileService?>(nil)

  /// Creates a service that isn't made yet.
  ///
  /// - Parameters:
  ///   - scenario: Whose place, signals and sky they are.
  ///   - seed: The run's seed.
  ///   - parameters: Who contributes.
  public init(
    for scenario: LoadedScenario, seed: UInt64, parameters: CrowdParameters = CrowdParameters()
  ) {
    make = {
      WiFiTileService(
        CrowdDatabase(for: scenario, seed: seed, parameters: parameters),
        byteBudget: parameters.tileByteBudget)
    }
  }

  /// The answer to a question of a phone; nil if nobody knows.
  public func answer(to resource: String) -> [UInt8]? {
    service.withLock { service in
      let made = service ?? make()
      service = made
      return made.answer(to: resource)
    }
  }
}

extension CrowdDatabase {
  /// The database that a crowd makes of a scenario's place.
  public init(
    for scenario: LoadedScenario, seed: UInt64, parameters: CrowdParameters = CrowdParameters()
  ) {
    let survey = CrowdSurvey(
      of: scenario.venue, settings: scenario.scenario.signals, sky: scenario.sky,
      parameters: parameters, seed: seed)
    self.init(survey.reports, frame: scenario.venue.frame)
  }
}
