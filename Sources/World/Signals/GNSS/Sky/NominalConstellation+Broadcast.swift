import Geometry
public import Observations

extension NominalConstellation {
  /// The broadcast messages of the nominal GPS and GLONASS constellations, with a quiet-day ionosphere.
  ///
  /// GPS messages every two hours and GLONASS messages every half-hour, as in reality. GLONASS satellites
  /// start on the circles of ``NominalGlonass`` and move by the messages' equations of motion from there,
  /// so that each message continues the previous one to a millimetre. The duration is in s.
  public static func broadcast(from start: GPSTime, duration: Double) -> BroadcastEphemerides {
    var broadcast = BroadcastEphemerides()
    broadcast.ionosphere = .nominal
    let span = max(0, duration)
    let times = (0...Int(span / 7200 + 1)).map { start + Double($0) * 7200 }
    let fleets = times.map { gps(week: $0.week, secondsOfWeek: $0.secondsOfWeek) }
    for number in fleets.first?.indices ?? 0..<0 {
      broadcast.set(fleets.map { .kepler($0[number]) })
    }
    for slot in 1...24 {
      broadcast.set(glonass(slot, from: start, count: Int(span / 1800 + 1) + 1))
    }
    return broadcast
  }

  /// The successive messages of a GLONASS satellite.
  private static func glonass(
    _ slot: Int, from start: GPSTime, count: Int
  ) -> [BroadcastEphemeris] {
    let orbit = NominalGlonass(slot: slot)
    let first = orbit.state(atGPSSeconds: start.secondsOfWeek)
    var message = GlonassEphemeris()
    message.slot = slot
    message.frequencyChannel = orbit.frequencyChannel
    (message.positionMetres, message.velocityMetresPerSecond) = (first.position, first.velocity)
    return (0..<count).map { number in
      let time = start + Double(number) * 1800
      if number > 0 {
        let next = message.satelliteState(atSecondsOfWeek: time.secondsOfWeek)
        message.positionMetres = next.positionMetres
        message.velocityMetresPerSecond = next.velocityMetresPerSecond
      }
      (message.gpsWeek, message.timeOfEphemerisSeconds) = (time.week, time.secondsOfWeek)
      return .glonass(message)
    }
  }
}
