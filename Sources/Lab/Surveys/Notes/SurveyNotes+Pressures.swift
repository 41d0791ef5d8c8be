import Geometry
package import Kernel
import Maps
import Observations
import Recordings

extension SurveyNotes {
  /// How many seconds apart pressures may be for the weather not to come between them.
  private static let weatherSeconds = 600.0
  /// How far from a moment of the truth a pressure may be: between two of them there may be stairs.
  private static let still = SimDuration.seconds(1.5)
  /// How far off a surveyor's barometer is from level to level, in Pa: an estimate.
  private static let surveyorsDoubt = 4.0
  /// Pascals for a metre of air near the ground: ρ g = 1.2 kg/m³ × 9.81 m/s².
  private static let pascalsPerMetre = 11.8

  /// Notes by how much a recording's barometer differs from level to level.
  mutating func addPressures(of recording: Recording, _ truth: RecordedTruth, _ frame: LocalFrame) {
    var visits: [(storey: Int, sum: Double, count: Double, time: Double)] = []
    for delivered in recording.observations {
      guard case .barometer(let sample) = delivered.item,
        let moment = truth.nearest(to: sample.time, within: Self.still),
        let here = place(moment, frame)
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
  ///
  /// Levels between which nobody was seen to go keep the height that is usual, and those reached
  /// from them theirs above it.
  package mutating func settlePressures() {
    guard let first = storeys.first, !pressureSteps.isEmpty else { return }
    var known = [Double?](repeating: nil, count: storeys.count)
    known[0] = 0
    spread(&known)
    for number in storeys.indices { storeys[number].relativePressurePascals = known[number] }
    let order = storeys.indices.sorted {
      (abs(storeys[$0].elevationMetres - first.elevationMetres), $0)
        < (abs(storeys[$1].elevationMetres - first.elevationMetres), $1)
    }
    for root in order where known[root] == nil {
      known[root] =
        (first.elevationMetres - storeys[root].elevationMetres) * Self.pascalsPerMetre
      spread(&known)
    }
    for (number, pressure) in known.enumerated() {
      guard let pressure else { continue }
      storeys[number].elevationMetres = first.elevationMetres - pressure / Self.pascalsPerMetre
    }
  }

  /// Gives each level the pressure that a simulated surveyor's barometer shows there: modelled, its
  /// height with an error, not walked with a barometer.
  ///
  /// - Parameter draw: By how much doors, fans and the weather put it off.
  package mutating func measurePressures(_ draw: inout RandomStream) {
    guard let first = storeys.first else { return }
    for number in storeys.indices {
      let rise = storeys[number].elevationMetres - first.elevationMetres
      let error = number == 0 ? 0 : Self.surveyorsDoubt * draw.gaussian()
      storeys[number].relativePressurePascals = error - rise * Self.pascalsPerMetre
    }
  }

  /// Carries pressures on from the levels where they are known by the steps between levels.
  private func spread(_ known: inout [Double?]) {
    let steps = pressureSteps.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }
    for _ in storeys {
      for (key, sum) in steps {
        let (from, to, step) = (Int(key.x), Int(key.y), sum.sum / sum.count)
        if let pressure = known[from], known[to] == nil { known[to] = pressure + step }
        if let pressure = known[to], known[from] == nil { known[from] = pressure - step }
      }
    }
  }
}
