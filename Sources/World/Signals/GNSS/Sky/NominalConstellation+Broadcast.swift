import Geometry
public import Observations

extension NominalConstellation {
  /// What the nominal GPS and GLONASS satellites broadcast over a while.
  ///
  /// GPS messages every two hours and GLONASS messages every half-hour, as in nature. GLONASS
  /// satellites start on the circles of ``NominalGlonass`` and move by the messages' own law from
  /// there, so that each message continues the one before it to a millimetre.
  ///
  /// - Parameters:
  ///   - start: The first moment.
  ///   - duration: How long, in s.
  /// - Returns: The messages, with the ionosphere of a quiet day.
  public static func broadcast(from start: GPSTime, duration: Double) -> BroadcastEphemerides {
    var messages: [BroadcastEphemeris] = []
    let span = max(0, duration)
    for number in 0...Int(span / 7200 + 1) {
      let time = start + Double(number) * 7200
      messages += gps(week: time.week, secondsOfWeek: time.secondsOfWeek).map { .kepler($0) }
    }
    for slot in 1...24 {
      let orbit = NominalGlonass(slot: slot)
      let first = orbit.state(atGPSSeconds: start.secondsOfWeek)
      var message = GlonassEphemeris()
      message.slot = slot
      message.frequencyChannel = orbit.frequencyChannel
      (message.positionMetres, message.velocityMetresPerSecond) = (first.position, first.velocity)
      for number in 0...Int(span / 1800 + 1) {
        let time = start + Double(number) * 1800
        if number > 0 {
          let next = message.satelliteState(atSecondsOfWeek: time.secondsOfWeek)
          message.positionMetres = next.positionMetres
          message.velocityMetresPerSecond = next.velocityMetresPerSecond
        }
        (message.gpsWeek, message.timeOfEphemerisSeconds) = (time.week, time.secondsOfWeek)
        messages.append(.glonass(message))
      }
    }
    var broadcast = BroadcastEphemerides(messages)
    broadcast.ionosphere = .nominal
    return broadcast
  }
}
