public import Devices
public import Signals
import Synchronization
public import Venues

/// The tile service of one run, made when the first phone asks it, and shared by all.
///
/// The answers hang on venue, settings and seed alone, so it makes no difference who asks first.
public final class CrowdService: NetworkService {
  private let make: @Sendable () -> WiFiTileService
  private let service = Mutex<WiFiTileService?>(nil)

  /// Creates a service whose database isn't made yet.
  ///
  /// - Parameters:
  ///   - byteBudget: How large a tile may be.
  ///   - database: Makes the database.
  package init(byteBudget: Int, database: @escaping @Sendable () -> CrowdDatabase) {
    make = { WiFiTileService(database(), byteBudget: byteBudget) }
  }

  /// Creates a service that isn't made yet.
  ///
  /// - Parameters:
  ///   - venue: The place.
  ///   - settings: How signals are made.
  ///   - sky: The satellites of the run.
  ///   - seed: The run's seed.
  ///   - parameters: Who contributes.
  public convenience init(
    of venue: Venue, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    parameters: CrowdParameters = CrowdParameters()
  ) {
    self.init(byteBudget: parameters.tileByteBudget) {
      CrowdDatabase(of: venue, settings: settings, sky: sky, seed: seed, parameters: parameters)
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
  /// The database that a crowd makes of a place; see ``CrowdService``.
  public init(
    of venue: Venue, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    parameters: CrowdParameters = CrowdParameters()
  ) {
    let survey = CrowdSurvey(
      of: venue, settings: settings, sky: sky, parameters: parameters, seed: seed)
    self.init(survey.reports, frame: venue.frame)
  }
}
