import Geometry
package import Kernel
import Maps
import Observations
import Recordings

extension SurveyNotes {
  /// Max time between pressures, in s, so that weather changes are negligible.
  private static let weatherSeconds = 600.0
  /// Max time between a pressure and a truth sample; between two samples there may be stairs.
  private static let still = SimDuration.seconds(1.5)
  /// Sigma of a surveyor's barometer between levels, in Pa: an estimate.
  private static let surveyorsDoubt = 4.0
  /// Pressure per metre of air near the ground, in Pa: ρ g = 1.2 kg/m³ × 9.81 m/s².
  private static let pascalsPerMetre = 11.8

  /// Adds the pressure differences between levels in a recording.
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

  /// Solves for each level's pressure, and its height, from the pressure steps between levels.
  ///
  /// Levels without a step to others keep their usual height; levels reached from them are relative to it.
  package mutating func solvePressures() {
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

  /// Sets each level's pressure as a simulated surveyor's barometer would measure it: from the true height,
  /// with an error.
  ///
  /// - Parameter draw: The random stream of the errors by doors, fans and weather.
  package mutating func measurePressures(_ draw: inout RandomStream) {
    guard let first = storeys.first else { return }
    for number in storeys.indices {
      let rise = storeys[number].elevationMetres - first.elevationMetres
      let error = number == 0 ? 0 : Self.surveyorsDoubt * draw.gaussian()
      storeys[number].relativePressurePascals = error - rise * Self.pascalsPerMetre
    }
  }

  /// Propagates known pressures along the steps between levels.
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
