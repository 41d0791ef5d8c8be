import Documents
public import Kernel
import Numerics
public import Scoring
import Signals
import Twins

/// Compares synthetic signals with real recordings of the same situations.
///
/// Missing data sets are listed in ``SignalComparison/gaps``, with their source. The synthetic side has
/// fixed seeds, so equal data give equal figures. Each comparison is repeated with models that are wrong on
/// purpose; see ``SignalFigure/passed``.
///
/// - Parameters:
///   - folder: The folder with one folder for each data set.
///   - settings: Settings of the models, such as `signals.gnss.multipath=false`.
///   - progress: Receives the name of each comparison when it starts.
///   - cancellation: Stops the work between two comparisons.
/// - Returns: Figures and plots.
/// - Throws: ``Cancelled``, a ``DocumentError`` for invalid settings, or the fault of a recording.
///   recording.
public func validateSignals(
  folder: String, settings: [String] = [], progress: (String) -> Void = { _ in },
  cancellation: CancellationToken? = nil
) throws -> SignalComparison {
  let data = ValidationData(folder: folder)
  let natural = try TwinSettings.signals(settings)
  var comparison = SignalComparison()
  for (studies, wrongModels) in validationGroups {
    let wrong = try wrongModels.compactMap { model in
      _ = try TwinSettings.signals(model.settings)
      // A signal set to a word such as ideal has no parts that could be wrong.
      return (try? TwinSettings.signals(settings + model.settings)).map {
        (name: model.name, signals: $0)
      }
    }
    for study in studies {
      try cancellation?.check()
      let missing = study.sets.filter { !data.has($0) }
      for set in missing {
        comparison.gaps.append(
          "\(study.name): no folder '\(set.rawValue)' in the data; from \(set.source)")
      }
      guard missing.isEmpty else { continue }
      progress(study.name)
      let first = comparison.figures.count
      try ValidationModels.$signals.withValue(natural) { try study.run(data, &comparison) }
      var own = Array(comparison.figures[first...])
      for index in own.indices { own[index].scale() }
      for (name, signals) in wrong {
        try cancellation?.check()
        var other = SignalComparison()
        do {
          try ValidationModels.$signals.withValue(signals) { try study.run(data, &other) }
        } catch is NumericsError {
          // A wrong model may give no data at all, such as no gait, and counts as distinguished.
        }
        for index in own.indices {
          let alternative = other.figures.first { $0.isSame(as: own[index]) }
          own[index].hold(against: alternative, name)
        }
      }
      comparison.figures.replaceSubrange(first..., with: own)
    }
  }
  return comparison
}

/// A comparison and the data sets that it needs.
struct ValidationStudy: Sendable {
  let name: String
  let sets: [ValidationSet]
  let run: @Sendable (ValidationData, inout SignalComparison) throws -> Void
}

/// All comparisons in the order of the page, with the wrong models that they must distinguish.
private let validationGroups: [(studies: [ValidationStudy], wrong: [WrongModel])] = [
  (gnssStudies, WrongModel.gnss), (wifiStudies, WrongModel.wifi),
  (beaconStudies, WrongModel.beacons), (motionStudies, WrongModel.motion),
  (vehicleStudies, WrongModel.vehicles), (airStudies, WrongModel.air),
  (magneticStudies, WrongModel.field),
]
