import Documents
import Recordings

/// The moments worth a look, the worst of each kind.
struct WorstMoments: Sendable {
  /// A moment.
  struct Moment: Sendable {
    var kind: Kind
    var key: TrackKey
    /// When, in s.
    var time: Double
    /// How bad: m, s, or a ratio, as the kind has it.
    var value: Double
    var detail: String
  }

  /// What was bad about it.
  enum Kind: String, CaseIterable, Sendable {
    /// A large horizontal error, in m.
    case error
    /// An error many times the accuracy told.
    case honesty
    /// A wrong floor, and for how long, in s.
    case floor
    /// A change that was told late, in s.
    case late
    /// A change that was never told.
    case missed

    /// How many of a kind a page shows.
    var most: Int {
      switch self {
      case .error: 20
      case .honesty, .floor, .late: 10
      case .missed: 6
      }
    }
  }

  private var lists: [[Moment]] = Array(repeating: [], count: Kind.allCases.count)
  /// Large errors so close together are one moment, in s.
  private static let spell = 30.0

  /// All of them, kind by kind, the worst first.
  var all: [Moment] { lists.flatMap { $0 } }

  mutating func add(_ moment: Moment) {
    guard let list = Kind.allCases.firstIndex(of: moment.kind), !moment.value.isNaN else { return }
    let place = lists[list].firstIndex { $0.value < moment.value } ?? lists[list].count
    guard place < moment.kind.most else { return }
    lists[list].insert(moment, at: place)
    if lists[list].count > moment.kind.most { lists[list].removeLast() }
  }

  /// Finds the moments among the fixes of one device, one after the other.
  struct Seeker {
    private let key: TrackKey
    private var peaks: [Kind: Moment] = [:]
    private var wrongSince: (begin: Double, end: Double, told: String, right: String)?

    init(_ key: TrackKey) {
      self.key = key
    }

    mutating func see(
      time: Double, error: Double, accuracy: Double, source: String, told: String, right: String,
      into worst: inout WorstMoments
    ) {
      if !error.isNaN {
        let detail = "\(source), reported accuracy \(WorstMoments.brief(accuracy)) m"
        see(Moment(kind: .error, key: key, time: time, value: error, detail: detail), &worst)
        // A few metres are nobody's lie, however small the accuracy.
        if accuracy > 0, error > 5 {
          see(
            Moment(
              kind: .honesty, key: key, time: time, value: error / accuracy,
              detail: "\(WorstMoments.brief(error)) m off, \(detail)"), &worst)
        }
      }
      if told == right {
        endSpell(&worst)
      } else if wrongSince == nil {
        wrongSince = (time, time, told, right)
      } else {
        wrongSince?.end = time
      }
    }

    private mutating func see(_ moment: Moment, _ worst: inout WorstMoments) {
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
        Moment(
          kind: .floor, key: key, time: spell.begin, value: spell.end - spell.begin,
          detail: "reported \(name(spell.told)), truly \(name(spell.right))"))
    }

    mutating func finish(into worst: inout WorstMoments) {
      for kind in Kind.allCases { if let peak = peaks[kind] { worst.add(peak) } }
      peaks = [:]
      endSpell(&worst)
    }
  }

  /// A figure in few digits.
  static func brief(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "\(value)" }
    let tenths = Int((value * 10).rounded())
    return value.magnitude >= 100 || tenths % 10 == 0
      ? "\(Int(value.rounded()))" : "\(Double(tenths) / 10)"
  }
}
