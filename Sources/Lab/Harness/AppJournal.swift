import Devices
import Kernel
import Observations
import Scoring
import Services

extension DevicePass {
  /// The journal of each app with visits and a motion history: stays, and the trips between them
  /// until the end of the history, with the queried steps.
  func journal(
    _ parameters: VisitJournal.Parameters = VisitJournal.Parameters()
  ) -> [JournalRow] {
    var apps: [String] = []
    var visits: [String: [(event: VisitEvent, time: SimTime)]] = [:]
    var histories: [String: (reports: [ActivityReport], time: SimTime)] = [:]
    var counts: [String: [PedometerRecord]] = [:]
    for output in outputs {
      switch output.item {
      case .visit(let visit):
        if visits[output.app] == nil { apps.append(output.app) }
        visits[output.app, default: []].append((visit, output.time))
      case .activityHistory(let reports): histories[output.app] = (reports, output.time)
      case .pedometerHistory(let record): counts[output.app, default: []].append(record)
      default: break
      }
    }
    return apps.flatMap { app -> [JournalRow] in
      guard let reported = visits[app], let history = histories[app] else { return [] }
      var journal = VisitJournal(parameters: parameters)
      for (visit, time) in reported { journal.receive(visit, at: time) }
      for report in history.reports { journal.receive(report, at: history.time) }
      let start = max(.start, history.reports.first?.startTime ?? history.time)
      return journal.entries(from: start, to: history.time).map {
        JournalRow(app: app, $0, counts[app] ?? [])
      }
    }
  }
}

extension JournalRow {
  fileprivate init(app: String, _ entry: VisitJournal.Entry, _ counts: [PedometerRecord]) {
    switch entry {
    case .stay(let visit):
      self.init(
        app: app, kind: .stay, start: visit.arrivalTime > .distantPast ? visit.arrivalTime : nil,
        end: visit.departureTime < .distantFuture ? visit.departureTime : nil,
        coordinate: visit.coordinate)
    case .leg(let start, let end, let mode):
      self.init(app: app, kind: .leg, start: start, end: end, mode: mode.rawValue)
      count(counts)
    }
  }

  /// Adds steps and distance of a trip from each pedometer query that mostly lies within it.
  ///
  /// A count over a whole day says nothing about one trip in it.
  private mutating func count(_ counts: [PedometerRecord]) {
    guard let start, let end else { return }
    for record in counts {
      let length = (record.endTime - record.startTime).seconds
      let within = (min(end, record.endTime) - max(start, record.startTime)).seconds
      guard length > 0, within > length / 2 else { continue }
      steps = (steps ?? 0) + record.stepCount
      if let metres = record.distanceMetres { distanceMetres = (distanceMetres ?? 0) + metres }
    }
  }
}
