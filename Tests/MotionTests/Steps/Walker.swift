import Glibc
import Kernel
import Observations

/// A simulated person's acceleration: steps with harmonics, a stride component, noise and gravity.
///
/// It uses no model of this project: sums of cosines after Menz and Kavanagh, which suffice for step counters.
struct Walker {
  /// A time span.
  enum Part {
    /// On foot: duration in s, steps/s, and vertical RMS in m/s².
    case walk(Double, rate: Double, strength: Double)
    /// At rest, in s.
    case rest(Double)
    /// Band-limited noise like that of a vehicle's body: duration in s, centre in Hz, RMS in m/s².
    case shake(Double, hertz: Double, strength: Double)
  }

  var rate = 50.0
  var noise = 0.03
  /// Amplitude of the stride component, as a share of the step's.
  var swing = 0.5
  var draw: RandomStream
  private(set) var seconds = 0.0
  private(set) var steps = 0.0
  private var phase = 0.0
  private var sway = (place: 0.0, speed: 0.0)

  init(seed: UInt64, rate: Double = 50, swing: Double = 0.5) {
    draw = RandomStream(seed: seed, purpose: "walker")
    self.rate = rate
    self.swing = swing
  }

  /// Batches of about 2.5 s.
  mutating func batches(_ parts: [Part]) -> [InertialBatch] {
    var samples: [InertialSample] = []
    for part in parts { append(part, to: &samples) }
    let size = Int(2.5 * rate)
    return stride(from: 0, to: samples.count, by: size).map {
      InertialBatch(samples: Array(samples[$0..<min($0 + size, samples.count)]))
    }
  }

  private mutating func append(_ part: Part, to samples: inout [InertialSample]) {
    let length: Double
    switch part {
    case .walk(let span, _, _), .rest(let span), .shake(let span, _, _): length = span
    }
    let count = Int(length * rate)
    for _ in 0..<count {
      var (up, side) = (0.0, 0.0)
      switch part {
      case .rest: break
      case .walk(_, let cadence, let strength):
        // Step times vary by about two per cent.
        let step = cadence / rate * (1 + 0.1 * draw.gaussian())
        phase += step
        steps += step
        let turn = 2 * Double.pi * phase
        up = strength * (1.3 * cos(turn) + 0.45 * cos(2 * turn + 1) + 0.3 * cos(3 * turn + 2))
        up += strength * swing * cos(turn / 2 + 0.5)
        side = strength * (0.6 * cos(turn / 2) + 0.4 * cos(1.5 * turn))
      case .shake(_, let hertz, let strength):
        // A damped spring driven by noise: damping 0.3, the body of a car (domain figures).
        let omega = 2 * Double.pi * hertz
        let kick = strength * omega * draw.gaussian() * (1.2 * omega * rate).squareRoot()
        let force = kick / omega - 0.6 * omega * sway.speed - omega * omega * sway.place
        sway.speed += force / rate
        sway.place += sway.speed / rate
        up = sway.place * omega
      }
      samples.append(
        InertialSample(
          time: SimTime(seconds: seconds), x: Float(2.1 + side + noise * draw.gaussian()),
          y: Float(6.2 + 0.64 * up + noise * draw.gaussian()),
          z: Float(7.3 + 0.75 * up + noise * draw.gaussian())))
      seconds += 1 / rate
    }
  }
}
