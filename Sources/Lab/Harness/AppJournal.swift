import Devices
import Kernel
import Observations
import Scoring
import Services

extension DevicePass {
  /// The journal of each app that was told of visits and of motion's history: places, and the ways
  /// between them until the history ends.
  func journal(
    _ parameters: VisitJournal.Parameters = VisitJournal.Parameters()
  ) -> [JournalRow] {
    var apps: [String] = []
    var visits: [String: [(event: VisitEvent, time: SimTime)]] = [:]
    var histories: [String: (reports: [ActivityReport], time: SimTime)] = [:]
    for output in outputs {
      switch output.item {
      case .visit(let visit):
        if visits[output.app] == nil { apps.append(output.app) }
        visits[output.app, default: []].append((visit, output.time))
      case .activityHistory(let reports): histories[output.app] = (reports, output.time)
      default: break
      }
    }
    return apps.flatMap { app -> [JournalRow] in
      guard let told = visits[app], let history = histories[app] else { return [] }
      var journal = VisitJournal(parameters: parameters)
      for (visit, time) in told { journal.receive(visit, at: time) }
      for report in history.reports { journal.receive(report, at: history.time) }
      let start = max(.start, history.reports.first?.startTime ?? history.time)
      return journal.entries(from: start, to: history.time).map { JournalRow(app: app, $0) }
    }
  }
}

extension JournalRow {
  fileprivate init(app: String, _ entry: VisitJournal.Entry) {
    switch entry {
    case .stay(let visit):
      self.init(
        app: app, kind: .stay, start: visit.arrivalTime > .distantPast ? visit.arrivalTime : nil,
        end: visit.departureTime < .distantFuture ? visit.departureTime : nil,
        coordinate: visit.coordinate)
    case .leg(let start, let end, let mode):
      self.init(app: app, kind: .leg, start: start, end: end, mode: mode.rawValue)
    }
  }
}
