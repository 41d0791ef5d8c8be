import Documents
import Formats
import Geometry
import Observations
import Recordings
import Testing

/// GNSS measurements and ephemerides written as RINEX and read back.
struct RinexWriterTests {
  /// The signals of a phone's file, and those read back after writing: equal, to the resolution of the
  /// columns.
  @Test(arguments: ["pixel6.23o", "gnsslogger-2016.txt", "gnsslogger-v3.txt"])
  func observationsRoundTrip(name: String) throws {
    let bytes = try SkyPaths.excerpt(name)
    let epochs =
      name.hasSuffix("o")
      ? try RinexObservations.read(bytes, file: name).epochs
      : try GNSSLoggerRecording.read(bytes, file: name).epochs
    let written = try #require(RinexWriter.observations(epochs, marker: "Phone é"))
    let file = try RinexObservations.read(written, file: "written.obs")
    #expect(file.version == 3.04 && file.epochs.count == epochs.count)
    #expect(
      file.report.entries.allSatisfy { $0.warning == .gap || $0.warning == .assumedStrength },
      "\(file.report.lines)")
    for (before, after) in zip(epochs, file.epochs) {
      #expect(abs(before.secondsOfWeek - after.secondsOfWeek) < 0.51e-7)
      #expect(before.gpsWeek == after.gpsWeek)
      // GLONASS satellites known by channel only have no name in RINEX.
      let named = before.measurements.filter {
        $0.satellite.constellation != .glonass || $0.satellite.number <= 32
      }
      #expect(named.count == after.measurements.count)
      for signal in named {
        let other = try #require(
          after.measurements.first { $0.satellite == signal.satellite })
        let wavelength = 299_792_458 / other.carrierFrequencyHertz
        // Phones report carrier frequencies in single precision.
        #expect(abs(other.carrierFrequencyHertz - signal.carrierFrequencyHertz) < 100)
        #expect(abs(other.pseudorangeMetres - signal.pseudorangeMetres) < 0.6e-3)
        #expect(
          abs(other.carrierToNoiseDecibelHertz - signal.carrierToNoiseDecibelHertz) < 0.6e-3)
        if signal.pseudorangeRateSigmaMetresPerSecond.isFinite {
          let difference =
            other.pseudorangeRateMetresPerSecond - signal.pseudorangeRateMetresPerSecond
          #expect(abs(difference) < 0.6e-3 * wavelength)
        }
        let state = signal.accumulatedDeltaRangeState
        #expect(other.accumulatedDeltaRangeState.contains(.valid) == state.contains(.valid))
        if state.contains(.valid) {
          let difference = other.accumulatedDeltaRangeMetres - signal.accumulatedDeltaRangeMetres
          #expect(abs(difference) < 0.6e-3 * wavelength)
        }
      }
    }
  }

  @Test func clockJumpsRoundTrip() throws {
    var epochs = try RinexObservations.read(
      SkyPaths.excerpt("pixel6.23o"), file: "pixel6.23o"
    ).epochs
    for index in epochs.indices where index > 0 { epochs[index].clockDiscontinuityCount = 5 }
    let written = try #require(RinexWriter.observations(epochs, marker: ""))
    let file = try RinexObservations.read(written, file: "written.obs")
    #expect(file.epochs.map(\.clockDiscontinuityCount) == [0] + epochs.dropFirst().map { _ in 1 })
    #expect(RinexWriter.observations([], marker: "") == nil)
  }

  @Test(arguments: ["brdc0910-gps.09n", "brdc0910-glonass.09g", "esbc1770-mixed.20p"])
  func messagesRoundTrip(name: String) throws {
    let before = try SkyPaths.navigation(name).ephemerides
    let orbits = before.all.filter { $0.satellite != nil }
    let ionosphere = before.ionosphere.map { [BroadcastEphemeris.ionosphere($0)] } ?? []
    let written = try #require(RinexWriter.navigation(orbits + ionosphere + orbits))
    let file = try RinexNavigation.read(written, file: "written.nav")
    #expect(
      file.report.entries.allSatisfy { $0.warning == .unhealthy }, "\(file.report.lines)")
    #expect(file.ephemerides.ionosphere == before.ionosphere)
    #expect(file.ephemerides.leapSeconds == before.leapSeconds)
    let after = file.ephemerides.all.filter { $0.satellite != nil }
    #expect(after.count == orbits.count)
    for message in orbits {
      let same = after.first {
        $0.satellite == message.satellite && $0.referenceTime == message.referenceTime
      }
      guard let same, let left = message.satelliteState(atSecondsOfWeek: seconds(message)),
        let right = same.satelliteState(atSecondsOfWeek: seconds(message))
      else {
        Issue.record("\(name): no \(message)")
        continue
      }
      // Thirteen digits of a quarter of an Earth radius are below a micrometre.
      #expect((left.positionMetres - right.positionMetres).length < 1e-3)
      #expect(abs(left.clockSeconds - right.clockSeconds) < 1e-15)
      #expect(message.isHealthy == same.isHealthy)
    }
    #expect(RinexWriter.navigation([]) == nil)
  }

  /// A time a little after a message's own.
  private func seconds(_ message: BroadcastEphemeris) -> Double {
    message.referenceTime.secondsOfWeek + 600
  }
}
