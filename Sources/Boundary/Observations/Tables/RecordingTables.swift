import Documents

/// The tables of a stack's inputs and outputs: on disk, and over the pipe to an external stack.
package enum RecordingTables {
  /// The tables of observations.
  package static let observations: [RecordingTable<Observation>] = [
    inertial(
      "accelerometer.csv", "mps2",
      { if case .accelerometer(let batch) = $0 { batch } else { nil } }, { .accelerometer($0) }),
    inertial(
      "gyroscope.csv", "radps", { if case .gyroscope(let batch) = $0 { batch } else { nil } },
      { .gyroscope($0) }),
    inertial(
      "magnetometer.csv", "ut", { if case .magnetometer(let batch) = $0 { batch } else { nil } },
      { .magnetometer($0) }),
    .row(
      "barometer.csv", { if case .barometer(let sample) = $0 { sample } else { nil } },
      { .barometer($0) }),
    .rows(
      "gnss.csv", \GNSSEpoch.measurements, { if case .gnss(let epoch) = $0 { epoch } else { nil } },
      { .gnss($0) }),
    .row(
      "ephemeris_kepler.csv",
      { if case .ephemeris(.kepler(let message)) = $0 { message } else { nil } },
      { .ephemeris(.kepler($0)) }),
    .row(
      "ionosphere.csv",
      { if case .ephemeris(.ionosphere(let message)) = $0 { message } else { nil } },
      { .ephemeris(.ionosphere($0)) }),
    .row(
      "ephemeris_glonass.csv",
      { if case .ephemeris(.glonass(let message)) = $0 { message } else { nil } },
      { .ephemeris(.glonass($0)) }),
    .row("receiver_fix.csv", { if case .fix(let fix) = $0 { fix } else { nil } }, { .fix($0) }),
    .rows(
      "wifi.csv", \WiFiScan.readings, marker: "bssid",
      { if case .wifi(let scan) = $0 { scan } else { nil } }, { .wifi($0) }),
    .row(
      "beacon.csv", { if case .beacon(let received) = $0 { received } else { nil } },
      { .beacon($0) }),
    .rows(
      "cell.csv", \CellScan.readings, { if case .cell(let scan) = $0 { scan } else { nil } },
      { .cell($0) }),
    .row(
      "power_source.csv", { if case .power(let source) = $0 { source } else { nil } },
      { .power($0) }),
    .row(
      "vehicle.csv", { if case .vehicle(let link) = $0 { link } else { nil } }, { .vehicle($0) }),
    .row(
      "network.csv", { if case .network(let route) = $0 { route } else { nil } }, { .network($0) }),
    .row(
      "download.csv", { if case .download(let download) = $0 { download } else { nil } },
      { .download($0) }),
    .row("boot.csv", { if case .boot(let boot) = $0 { boot } else { nil } }, { .boot($0) }),
    .row(
      "app.csv", AppEvent.columns, { if case .app(let event) = $0 { event } else { nil } },
      { .app($0) }, write: { event, csv in event.write(to: &csv) },
      read: { (row: inout RowGroup) throws(DocumentError) in try AppEvent(reading: &row) }),
  ]

  /// The tables of outputs and requests.
  package static let outputs: [RecordingTable<Output>] = [
    .row(
      "told_location.csv", { if case .location(let fix) = $0 { fix } else { nil } },
      { .location($0) }),
    .rows(
      "told_locations.csv", \[LocationFix].self,
      { if case .locations(let fixes) = $0 { fixes } else { nil } }, { .locations($0) }),
    .row(
      "told_visit.csv", { if case .visit(let visit) = $0 { visit } else { nil } }, { .visit($0) }),
    .rows(
      "told_cloud.csv", \ParticleCloud.particles,
      { if case .cloud(let cloud) = $0 { cloud } else { nil } }, { .cloud($0) }),
    .rows(
      "told_route.csv", \MatchedRoute.points,
      { if case .route(let route) = $0 { route } else { nil } }, { .route($0) }),
    .row(
      "told_activity.csv", { if case .activity(let report) = $0 { report } else { nil } },
      { .activity($0) }),
    .rows(
      "told_activity_history.csv", \[ActivityReport].self,
      { if case .activityHistory(let reports) = $0 { reports } else { nil } },
      { .activityHistory($0) }),
    .row(
      "told_pedometer.csv", { if case .pedometer(let record) = $0 { record } else { nil } },
      { .pedometer($0) }),
    .row(
      "told_pedometer_history.csv",
      { if case .pedometerHistory(let record) = $0 { record } else { nil } },
      { .pedometerHistory($0) }),
    .row(
      "told_pedometer_event.csv",
      { if case .pedometerEvent(let event) = $0 { event } else { nil } }, { .pedometerEvent($0) }),
    .row(
      "told_region.csv", { if case .region(let event) = $0 { event } else { nil } }, { .region($0) }
    ),
    .rows(
      "told_ranging.csv", \RangingReport.beacons,
      { if case .ranging(let report) = $0 { report } else { nil } }, { .ranging($0) }),
    .row(
      "told_authorization.csv", { if case .authorization(let event) = $0 { event } else { nil } },
      { .authorization($0) }),
    word(
      "told_pause.csv", "event", { if case .pause(let event) = $0 { event } else { nil } },
      { .pause($0) }),
    word(
      "told_data_source.csv", "status",
      { if case .dataSource(let status) = $0 { status } else { nil } }, { .dataSource($0) }),
    word(
      "told_indicator.csv", "indicator",
      { if case .indicator(let indicator) = $0 { indicator } else { nil } }, { .indicator($0) }),
    .row(
      "told_notification.csv", { if case .notification(let event) = $0 { event } else { nil } },
      { .notification($0) }),
    .row(
      "told_wayfinding.csv", { if case .wayfinding(let event) = $0 { event } else { nil } },
      { .wayfinding($0) }),
    .row(
      "told_placemark.csv", { if case .placemark(let placemark) = $0 { placemark } else { nil } },
      { .placemark($0) }),
    .rows(
      "told_levels.csv", \FacilityLevels.levels, marker: "vertical_order",
      { if case .levels(let facility) = $0 { facility } else { nil } }, { .levels($0) }),
    .row(
      "told_failure.csv", { if case .failure(let failure) = $0 { failure } else { nil } },
      { .failure($0) }),
    .row(
      "requests.csv", RadioRequest.columns,
      { if case .radio(let request) = $0 { request } else { nil } },
      { .radio($0) }, write: { request, csv in request.write(to: &csv) },
      read: { (row: inout RowGroup) throws(DocumentError) in try RadioRequest(reading: &row) }),
  ]

  /// A table of a motion sensor's batches; the axes' names end in the unit.
  private static func inertial(
    _ file: String, _ unit: String, _ extract: @escaping @Sendable (Observation) -> InertialBatch?,
    _ wrap: @escaping @Sendable (InertialBatch) -> Observation
  ) -> RecordingTable<Observation> {
    let axes = ["x_\(unit)", "y_\(unit)", "z_\(unit)"]
    return .rows(
      file, shared: [], members: ["time_s"] + axes, marker: "time_s", extract, wrap,
      list: { $0.samples }, writeShared: { _, _ in },
      writeMember: { sample, csv in
        var sample = sample
        sample.pass(&csv, axes: axes)
      },
      readMember: { (row: inout RowGroup) throws(DocumentError) -> InertialSample in
        var sample = InertialSample.blank
        try sample.pass(&row, axes: axes)
        return sample
      },
      read: { row, members throws(DocumentError) in InertialBatch(samples: try members(&row)) }
    ).with(ColumnForm(axes: axes, extract))
  }

  /// A table with a single word of a closed list.
  private static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
    _ file: String, _ column: String, _ extract: @escaping @Sendable (Output) -> Word?,
    _ wrap: @escaping @Sendable (Word) -> Output
  ) -> RecordingTable<Output> {
    .row(
      file, [column], extract, wrap, write: { word, csv in csv.field(word.rawValue) },
      read: { (row: inout RowGroup) throws(DocumentError) -> Word in try row.word(column) })
  }
}
