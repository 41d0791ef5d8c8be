public import Devices
public import Signals
import Synchronization
public import Venues

/// The tile service of one run, created on the first request and shared by all phones.
///
/// Responses depend only on venue, settings and seed, so the order of requests doesn't matter.
public final class CrowdService: NetworkService {
  private let make: @Sendable () -> WiFiTileService
  private let service = Mutex<WiFiTileService?>(nil)

  /// Creates a service that builds its database on the first request.
  ///
  /// - Parameters:
  ///   - byteBudget: Max size of a tile, in bytes.
  ///   - database: Makes the database.
  package init(byteBudget: Int, database: @escaping @Sendable () -> CrowdDatabase) {
    make = { WiFiTileService(database(), byteBudget: byteBudget) }
  }

  /// Creates a service for a venue, which builds its database on the first request.
  ///
  /// - Parameters:
  ///   - venue: The venue.
  ///   - settings: Settings of the signal models.
  ///   - sky: The satellites of the run.
  ///   - seed: The run's seed.
  ///   - parameters: The parameters of the crowd.
  public convenience init(
    of venue: Venue, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    parameters: CrowdParameters = CrowdParameters()
  ) {
    self.init(byteBudget: parameters.tileByteBudget) {
      CrowdDatabase(of: venue, settings: settings, sky: sky, seed: seed, parameters: parameters)
    }
  }

  /// The response to a request; nil if there is none.
  public func answer(to resource: String) -> [UInt8]? {
    service.withLock { service in
      let made = service ?? make()
      service = made
      return made.answer(to: resource)
    }
  }
}

extension CrowdDatabase {
  /// Simulates the crowdsourced database of a venue; see ``CrowdService``.
  public init(
    of venue: Venue, settings: SignalSettings, sky: GNSSSky, seed: UInt64,
    parameters: CrowdParameters = CrowdParameters()
  ) {
    let survey = CrowdSurvey(
      of: venue, settings: settings, sky: sky, parameters: parameters, seed: seed)
    self.init(survey.reports, frame: venue.frame)
  }
}
