import Geometry
import Kernel
import Observations
import Signals
import Studies
import Testing
import Truth

/// Effects of reflections on a receiver that moves among buildings: carrier loss, and noisy ranges.
struct GNSSFadingTests {
  /// Results of two minutes at a position.
  private struct Drive {
    /// Share of signals with continuous carrier.
    var kept = 0.0
    /// Second-to-second jumps of ranges beyond carrier and smooth motion: the RMS of their second
    /// differences, in m.
    var unrest = 0.0
  }

  private static func drive(
    _ prisms: [Prism], speed: Double, echoes: Bool = true, receiver kind: GNSSReceiverKind = .module
  ) throws -> Drive {
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 3, prisms: prisms)
    var parameters = GNSSParameters()
    parameters.constellations = [.gps]
    parameters.receiver = kind
    parameters.fading = true
    (parameters.facadeRoughnessDecibels, parameters.facadeScatter) = (0.5, 0.44)
    (parameters.multipath, parameters.scatter) = (echoes, echoes)
    parameters.roughFacades = echoes
    var receiver = GNSSReceiver(parameters, in: scene, for: SignalReceiver(seed: 5, device: 1))
    var (signals, kept) = (0.0, 0.0)
    var ranges: [SatelliteID: [Double]] = [:]
    for second in 0..<180 {
      let way = speed * Double(second)
      let pose = Pose(
        position: Vec3(2, way - 0.5 * 180 * speed, 0), velocity: Vec3(0, speed, 0),
        headingRadians: .pi / 2, doing: speed > 0 ? .driving : .sitting, placement: .roof)
      let epoch = receiver.sense(pose, at: SimTime(seconds: Double(second)))
      guard second >= 60 else { continue }
      for signal in epoch.measurements {
        signals += 1
        if signal.accumulatedDeltaRangeState == .valid { kept += 1 }
        ranges[signal.satellite, default: []].append(signal.pseudorangeMetres)
      }
    }
    var bends: [Double] = []
    for track in ranges.values {
      for index in track.indices.dropFirst(2) {
        let bend: Double = track[index - 2] - 2 * track[index - 1] + track[index]
        // A signal that was lost in between isn't a jump.
        if abs(bend) < 500 { bends.append(bend) }
      }
    }
    let square = bends.reduce(0) { $0 + $1 * $1 } / Double(max(1, bends.count))
    return Drive(kept: kept / max(1, signals), unrest: square.squareRoot())
  }

  /// Carriers are lost in motion between tall buildings, less at rest, and hardly in the open.
  @Test func carrierPhaseIsLostInMovingCanyonDrive() throws {
    let towers = try GNSSScenes.street(height: 70, width: 24, house: 30)
    let driving = try Self.drive(towers, speed: 9)
    let resting = try Self.drive(towers, speed: 0)
    let open = try Self.drive([], speed: 9)
    #expect(driving.kept > 0.2 && driving.kept < 0.8, "\(driving)")
    #expect(open.kept > 0.95, "\(open)")
    // Even at rest, a module reports no carrier of the weakest signals.
    #expect(resting.kept > driving.kept + 0.05, "\(resting) and \(driving)")
    // Without reflections there is no fading.
    let clear = try Self.drive(towers, speed: 9, echoes: false)
    #expect(clear.kept > driving.kept + 0.1, "\(clear) and \(driving)")
  }

  /// A module reports carriers of strong signals only (a u-blox at rest in Hong Kong: in a quarter of the
  /// seconds at 28 to 31 dB-Hz and in all above 34); a phone reports them from 28 on.
  @Test func moduleReportsNoWeakCarriers() throws {
    let street = try GNSSScenes.street(height: 30, width: 24, house: 30)
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 3, prisms: street)
    func kept(_ kind: GNSSReceiverKind, _ strengths: Range<Double>) -> Double {
      var parameters = GNSSParameters()
      parameters.receiver = kind
      let (low, high) = (strengths.lowerBound, strengths.upperBound)
      var (signals, kept) = (0.0, 0.0)
      for device in 1..<9 {
        var receiver = GNSSReceiver(
          parameters, in: scene, for: SignalReceiver(seed: 5, device: UInt64(device)))
        for second in 0..<180 {
          let pose = Pose(position: Vec3(2, 0, 0), placement: .roof)
          let epoch = receiver.sense(pose, at: SimTime(seconds: Double(second)))
          for signal in epoch.measurements
          where signal.carrierToNoiseDecibelHertz >= low && signal.carrierToNoiseDecibelHertz < high
          {
            signals += 1
            let state = signal.accumulatedDeltaRangeState
            if state.contains(.valid), !state.contains(.cycleSlip) { kept += 1 }
          }
        }
      }
      return kept / max(1, signals)
    }
    let weak = kept(.module, 28..<31)
    #expect(weak > 0.05 && weak < 0.5, "\(weak)")
    #expect(kept(.module, 24..<28) < 0.05)
    #expect(kept(.module, 34..<40) > 0.95)
    #expect(kept(.phone, 28..<31) > 0.9)
  }

  /// Ranges with several reflections jump from second to second while the antenna passes through their fades.
  @Test func multipathRangesFluctuate() throws {
    let towers = try GNSSScenes.street(height: 70, width: 24, house: 30)
    let (driving, open) = (try Self.drive(towers, speed: 9), try Self.drive([], speed: 9))
    let clear = try Self.drive(towers, speed: 9, echoes: false)
    #expect(driving.unrest > 2 * open.unrest, "\(driving) and \(open)")
    #expect(driving.unrest > 1.5 * clear.unrest, "\(driving) and \(clear)")
  }

  /// A navigation unit has a module, whatever the scenario's phones have.
  @Test func usesReceiverOfDevice() throws {
    let scene = GNSSSurroundings(
      frame: try GNSSScenes.frame(), sky: GNSSScenes.sky(), seed: 3, prisms: [])
    func strength(_ make: ReceiverMake) -> Double {
      var receiver = GNSSReceiver(
        GNSSParameters.bare, in: scene, for: SignalReceiver(seed: 5, device: 1, make: make))
      let epoch = receiver.sense(Pose(position: .zero, placement: .roof), at: SimTime(seconds: 60))
      return epoch.measurements.map(\.carrierToNoiseDecibelHertz).max() ?? 0
    }
    #expect(strength(ReceiverMake(gnssKind: .module)) > strength(ReceiverMake()) + 5)
  }
}
