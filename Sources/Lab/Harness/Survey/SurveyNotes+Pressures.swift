import Geometry
import Kernel
import Maps
import Observations

extension SurveyNotes {
  /// How many seconds apart pressures may be for the weather not to come between them.
  private static let weatherSeconds = 600.0
  /// Pascals for a metre of air near the ground: ρ g = 1.2 kg/m³ × 9.81 m/s².
  private static let pascalsPerMetre = 11.8

  /// Notes by how much a recording's barometer differs from level to level.
  mutating func addPressures(of recording: Recording, _ truth: RecordedTruth, _ frame: LocalFrame) {
    var visits: [(storey: Int, sum: Double, count: Double, time: Double)] = []
    for delivered in recording.observations {
      guard case .barometer(let sample) = delivered.item,
        let here = place(truth, frame, at: sample.time)
      else { continue }
      if let last = visits.indices.last, visits[last].storey == here.storey,
        sample.time.seconds - visits[last].time < Self.weatherSeconds
      {
        visits[last].sum += sample.pressurePascals
        visits[last].count += 1
      } else {
        visits.append((here.storey, sample.pressurePascals, 1, sample.time.seconds))
      }
    }
    for (from, to) in zip(visits, visits.dropFirst()) where from.storey != to.storey {
      guard to.time - from.time < 2 * Self.weatherSeconds else { continue }
      let step = to.sum / to.count - from.sum / from.count
      let key = SIMD2(Int32(from.storey), Int32(to.storey))
      let sum = pressureSteps[key] ?? (0, 0)
      pressureSteps[key] = (sum.sum + step, sum.count + 1)
    }
  }

  /// Tells each level's pressure, and its height by that, from the steps between levels.
  package mutating func settlePressures() {
    guard !storeys.isEmpty, !pressureSteps.isEmpty else { return }
    var known = [Double?](repeating: nil, count: storeys.count)
    known[0] = 0
    for _ in storeys {
      for (key, sum) in pressureSteps.sorted(by: { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }) {
        let (from, to, step) = (Int(key.x), Int(key.y), sum.sum / sum.count)
        if let pressure = known[from], known[to] == nil { known[to] = pressure + step }
        if let pressure = known[to], known[from] == nil { known[from] = pressure - step }
      }
    }
    let base = storeys[0].elevationMetres
    for (number, pressure) in known.enumerated() {
      guard let pressure else { continue }
      storeys[number].relativePressurePascals = pressure
      storeys[number].elevationMetres = base - pressure / Self.pascalsPerMetre
    }
  }
}
