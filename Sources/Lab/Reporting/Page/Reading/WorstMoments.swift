import Documents
import Recordings

/// The worst moments of each kind.
struct WorstMoments: Sendable {
  struct Incident: Sendable {
    var kind: MomentKind
    var key: TrackKey
    /// In s.
    var time: Double
    /// The badness: m, s, or a ratio, depending on the kind.
    var value: Double
    var detail: String
  }

  /// The kind of badness.
  enum MomentKind: String, CaseIterable, Sendable {
    /// A large horizontal error, in m.
    case error
    /// An error of many times the reported accuracy.
    case honesty
    /// The duration of a wrong floor, in s.
    case floor
    /// The latency of a report, in s.
    case late
    /// A change without a report.
    case missed

    /// Maximum number of moments on a page.
    var maximum: Int {
      switch self {
      case .error: 20
      case .honesty, .floor, .late: 10
      case .missed: 6
      }
    }
  }

  private var lists: [[Incident]] = Array(repeating: [], count: MomentKind.allCases.count)
  /// Maximum time between large errors that count as one moment, in s.
  private static let spell = 30.0

  /// Kind by kind, the worst first.
  var all: [Incident] { lists.flatMap { $0 } }

  mutating func add(_ moment: Incident) {
    guard let list = MomentKind.allCases.firstIndex(of: moment.kind), !moment.value.isNaN else {
      return
    }
    let index = lists[list].firstIndex { $0.value < moment.value } ?? lists[list].count
    guard index < moment.kind.maximum else { return }
    lists[list].insert(moment, at: index)
    if lists[list].count > moment.kind.maximum { lists[list].removeLast() }
  }

  /// Finds the moments in the fixes of one device.
  struct Seeker {
    private let key: TrackKey
    private var peaks: [MomentKind: Incident] = [:]
    private var wrongSince: (begin: Double, end: Double, reported: String, right: String)?

    init(_ key: TrackKey) {
      self.key = key
    }

    mutating func see(
      time: Double, error: Double, accuracy: Double, source: String, reported: String,
      right: String,
      into worst: inout WorstMoments
    ) {
      if !error.isNaN {
        let detail = "\(source), reported accuracy \(WorstMoments.brief(accuracy)) m"
        see(Incident(kind: .error, key: key, time: time, value: error, detail: detail), &worst)
        // Errors of a few metres don't count, however small the accuracy.
        if accuracy > 0, error > 5 {
          see(
            Incident(
              kind: .honesty, key: key, time: time, value: error / accuracy,
              detail: "\(WorstMoments.brief(error)) m off, \(detail)"), &worst)
        }
      }
      if reported == right {
        endSpell(&worst)
      } else if wrongSince == nil {
        wrongSince = (time, time, reported, right)
      } else {
        wrongSince?.end = time
      }
    }

    private mutating func see(_ moment: Incident, _ worst: inout WorstMoments) {
      guard let peak = peaks[moment.kind] else {
        peaks[moment.kind] = moment
        return
      }
      if moment.time - peak.time > WorstMoments.spell {
        worst.add(peak)
        peaks[moment.kind] = moment
      } else if moment.value > peak.value {
        peaks[moment.kind] = moment
      }
    }

    private mutating func endSpell(_ worst: inout WorstMoments) {
      guard let spell = wrongSince else { return }
      wrongSince = nil
      guard spell.end > spell.begin else { return }
      func name(_ floor: String) -> String { floor.isEmpty ? "none" : floor }
      worst.add(
        Incident(
          kind: .floor, key: key, time: spell.begin, value: spell.end - spell.begin,
          detail: "reported \(name(spell.reported)), truly \(name(spell.right))"))
    }

    mutating func finish(into worst: inout WorstMoments) {
      for kind in MomentKind.allCases { if let peak = peaks[kind] { worst.add(peak) } }
      peaks = [:]
      endSpell(&worst)
    }
  }

  /// Formats a figure with few digits.
  static func brief(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "\(value)" }
    let tenths = Int((value * 10).rounded())
    return value.magnitude >= 100 || tenths % 10 == 0
      ? "\(Int(value.rounded()))" : "\(Double(tenths) / 10)"
  }
}
