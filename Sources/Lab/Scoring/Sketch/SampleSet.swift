import Observations

/// A sketch for every metric of the catalogue.
struct SampleSet: Sendable {
  private var sketches: [ValueSketch]

  /// Sketches without values, of each as much as its rows need.
  private static let blank = MetricCatalogue.all.map { metric in
    ValueSketch(metric.needsSpread ? .spread : .sums)
  }

  init() {
    sketches = Self.blank
  }

  subscript(slot: MetricSlot) -> ValueSketch {
    get { sketches[slot.place] }
    _modify { yield &sketches[slot.place] }
  }

  subscript(name: String) -> ValueSketch {
    MetricCatalogue.place(name).map { sketches[$0] } ?? ValueSketch()
  }

  /// Adds a value to a metric that the catalogue may not have.
  mutating func add(_ value: Double, to name: String) {
    if let place = MetricCatalogue.place(name) { sketches[place].add(value) }
  }

  /// Adds a value several times.
  mutating func add(_ value: Double, times: Int, to name: String) {
    if times > 0, let place = MetricCatalogue.place(name) {
      sketches[place].add(value, times: times)
    }
  }

  /// Adds values to those of the same metrics.
  mutating func merge(_ samples: [(metric: MetricDefinition, values: ValueSketch)]) {
    for (metric, values) in samples where !values.isEmpty {
      if let place = MetricCatalogue.place(metric.name) { sketches[place].merge(values) }
    }
  }

  /// Forgets a metric's values.
  mutating func clear(_ slot: MetricSlot) { sketches[slot.place] = Self.blank[slot.place] }

  /// The metrics with their values, in the catalogue's order.
  var samples: [(metric: MetricDefinition, values: ValueSketch)] {
    zip(MetricCatalogue.all, sketches).map { ($0, $1) }
  }
}

/// Where a metric that is filled on a hot path stands in the catalogue.
struct MetricSlot: Sendable {
  let place: Int

  private init(_ name: String) {
    // A test sees to it that every slot's name is in the catalogue.
    place = MetricCatalogue.place(name) ?? 0
  }

  static let horizontalError = MetricSlot("horizontal_error")
  static let crossTrack = MetricSlot("cross_track_error")
  static let alongTrack = MetricSlot("along_track_error")
  static let verticalError = MetricSlot("vertical_error")
  static let floorAccuracy = MetricSlot("floor.accuracy")
  static let ipinScore = MetricSlot("ipin_score")
  static let ape = MetricSlot("ape")
  static let rpe = MetricSlot("rpe")
  static let availability = MetricSlot("availability")
  static let gaps = MetricSlot("gaps")
  static let age = MetricSlot("age")
  static let withinAccuracy = MetricSlot("within_accuracy")
  /// The share within the accuracy by the source; nil for a source without a metric.
  static func withinAccuracy(of source: LocationSource) -> MetricSlot? {
    switch source {
    case .gnss: withinBySource[0]
    case .wifi: withinBySource[1]
    case .cell: withinBySource[2]
    case .beacon: withinBySource[3]
    case .mapMatched: withinBySource[4]
    case .deadReckoning: withinBySource[5]
    case .fused, .cached: nil
    }
  }
  private static let withinBySource = [
    "gnss", "wifi", "cell", "beacon", "map_matched", "dead_reckoning",
  ].map { MetricSlot("within_accuracy." + $0) }
  static let indoorError = MetricSlot("indoor.error")
  static let indoorScore = MetricSlot("indoor.score")
  static let indoorFloorRight = MetricSlot("indoor.floor_right")
  static let indoorWithin = MetricSlot("indoor.within_accuracy")
  static let falseFloor = MetricSlot("indoor.false_floor")
  static let withinHalf = MetricSlot("calibration.0_5x")
  static let withinOneAndHalf = MetricSlot("calibration.1_5x")
  static let withinTwice = MetricSlot("calibration.2x")
  static let withinThrice = MetricSlot("calibration.3x")
  static let nees = MetricSlot("nees")
  static let activityAccuracy = MetricSlot("activity.accuracy")
  static let flagsRight = MetricSlot("activity.flags_right")
  static let nearestRight = MetricSlot("ranging.nearest_right")
}
