import Kernel

/// Cabin pressure of a vehicle: fans, windows, and dynamic pressure.
///
/// All values are estimates, such that driving changes the pressure by 20 to 60 Pa.
struct BarometerCabin: Sendable {
  private static let slotSeconds = 120.0

  private let draws: RandomStream
  private let flutter: SlowNoise

  init(for receiver: SignalReceiver) {
    draws = receiver.stream("barometer.cabin")
    flutter = SlowNoise(
      periods: 0.5...8, perOctave: 2, stream: receiver.stream("barometer.flutter")
    ) {
      1 / ($0 * 2.77)
    }
  }

  /// The cabin's overpressure, in Pa.
  ///
  /// - Parameters:
  ///   - speed: The vehicle's speed, in m/s.
  ///   - start: The start of the ride, which addresses its random draws.
  ///   - seconds: The time since the scenario's start, in s.
  ///   - bus: True for a bus: its windows rarely open, and its doors leak.
  /// - Returns: The overpressure.
  func pressure(speed: Double, since start: SimTime, at seconds: Double, bus: Bool) -> Double {
    let age = seconds - (start - .start).seconds
    let slot = (age / Self.slotSeconds).rounded(.down)
    let now = setting(slot, start, bus)
    // A fan or a window changes within 3 s.
    let share = min(1, (age - slot * Self.slotSeconds) / 3)
    let last = slot > 0 ? setting(slot - 1, start, bus) : (fan: 0, suction: 0)
    let fan = last.fan + (now.fan - last.fan) * share
    let suction = last.suction + (now.suction - last.suction) * share
    // Half the air density, 0.6 kg/m³, times speed squared: 540 Pa at 30 m/s.
    let dynamic = 0.6 * speed * speed
    return fan - suction * dynamic * (1 + 0.15 * flutter.value(at: seconds))
  }

  private func setting(
    _ slot: Double, _ start: SimTime, _ bus: Bool
  ) -> (fan: Double, suction: Double) {
    var ride = draws.at(index: UInt64(bitPattern: start.nanoseconds))
    let leak = ride.uniform(in: 0.01...0.06)
    ride.skip(words: 8 + 4 * UInt64(max(0, min(1e9, slot))))
    let fan = ride.uniform(in: 0...25)
    let open = ride.happens(withProbability: bus ? 0.05 : 0.2)
    return (fan, open ? ride.uniform(in: 0.08...0.15) : leak)
  }
}
