import Documents
import Kernel
import Maps
import Motion
public import Parts
import Positioning

extension PartCatalogue {
  /// Components that VenueSim provides.
  public static let reference = PartCatalogue(
    [
      PartKind(
        .activity, "network", "Small neural network and HMM forward filter.",
        parameters: ActivityTracker.Parameters()
      ) { parameters, _ in ActivityPart(parameters) },
      off(.activity),
      PartKind(
        .steps, "gait", "Autocorrelation of gait, with distance, floors and calibrated stride.",
        parameters: Pedometer.Parameters()
      ) { parameters, _ in GaitStepsPart(parameters) },
      PartKind(
        .steps, "peaks", "Peak detection on the acceleration, for comparison.",
        parameters: PeakStepCounter.Parameters()
      ) { parameters, _ in PeakStepsPart(parameters) },
      PartKind(
        .wifi, "tiles", "Access point database in tiles of 5 km by 5 km.",
        parameters: WiFiLocator.Parameters()
      ) { parameters, _ in WiFiPart(parameters) },
      PartKind(
        .wifi, "areas", "Access point database of the area around received ones.",
        parameters: WiFiLocator.AreaParameters()
      ) { parameters, _ in WiFiPart(parameters.parameters) },
      off(.wifi),
      PartKind(
        .cell, "neighbours", "Serving cell and its neighbours.",
        parameters: CellLocator.Parameters()
      ) { parameters, _ in CellPart(parameters) },
      off(.cell),
    ] + satelliteKinds + placeKinds + serviceKinds)

  private static let satelliteKinds = [
    PartKind(
      .satellites, "filter", "Extended Kalman filter over all epochs.",
      parameters: GNSSFilter.Parameters()
    ) { parameters, map in
      SatelliteFilterPart(parameters, map: map)
    },
    PartKind(
      .satellites, "single-point", "Single-point solution of each epoch.",
      parameters: SinglePointSolver.Parameters()
    ) { parameters, _ in SinglePointPart(parameters) },
    PartKind(
      .satellites, "textbook", "Extended Kalman filter as in textbooks, for comparison.",
      parameters: NoParameters()
    ) { _, _ in TextbookFilterPart() },
    off(.satellites),
  ]

  private static let placeKinds = [
    PartKind(
      .locator, "strongest-beacon", "Position of the nearest beacon.",
      parameters: BeaconLocatorPart.Parameters()
    ) { parameters, map in BeaconLocatorPart(map: map, parameters) },
    PartKind(
      .locator, "radio-map", "Particle filter on a survey's radio map.",
      parameters: RadioMapParameters()
    ) { parameters, map in RadioMapPart(map: map, parameters.locator, cloudPeriod: parameters.cloud)
    },
    PartKind(
      .locator, "fingerprints", "k nearest neighbours among the survey's points, for comparison.",
      parameters: FingerprintParameters()
    ) { parameters, map in FingerprintPart(map: map, parameters.part) },
    PartKind(
      .fusion, "filter", "Kalman filter of position and velocity.",
      parameters: FusionPart.Parameters()
    ) { parameters, _ in FusionPart(parameters) },
    PartKind(
      .roads, "matcher", "HMM map matching of locations to roads.",
      parameters: RoadsPart.Parameters()
    ) { parameters, map in RoadsPart(map: map, parameters) },
    // Without map matching, fused locations pass unchanged.
    PartKind(.roads, "off", "None.", parameters: NoParameters()) { _, _ in RoadsPart(map: nil) },
  ]

  private static let serviceKinds = [
    PartKind(
      .radios, "by-need", "Cheapest radios that meet the demand.", parameters: NoParameters()
    ) {
      _, _ in nil
    },
    PartKind(.radios, "always", "All radios, always on.", parameters: NoParameters()) { _, _ in nil
    },
    PartKind(.services, "reference", "Services of phones.", parameters: ServicesParameters()) {
      _, _ in nil
    },
  ]

  private static func off(_ slot: PartSlot) -> PartKind {
    PartKind(slot, "off", "None.", parameters: NoParameters()) { _, _ in nil }
  }
}
