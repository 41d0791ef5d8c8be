package import Documents
import Geometry
package import Kernel
package import Maps
import Observations
package import Recordings
package import Truth

/// The true path of a recording's device, as a trajectory for the simulator.
///
/// The samples are joined by a smooth spline; if the truth has a gap that is too long, there is no twin.
package struct TwinTrack: Sendable {
  /// The trajectory, in the venue's frame.
  package let trajectory: Trajectory
  /// The times with known positions.
  package let known: ClosedRange<SimTime>

  /// Max gap between true positions, in s.
  private static let longestGap = 30.0
  /// Min speed for a valid course, in m/s.
  private static let slowest = 0.4

  /// Makes a straight path with the speed of the person's activity or steps.
  ///
  /// - Parameters:
  ///   - recording: A recording of motion sensors without true positions.
  ///   - parameters: The carrying parameters of the device.
  ///   - seed: The twin's seed, which determines the person.
  /// - Throws: ``DocumentError`` if there is no path, with a remedy.
  init(pacing recording: Recording, parameters: TwinParameters, seed: UInt64) throws(DocumentError)
  {
    guard let pace = TwinPace(of: recording, parameters: parameters, seed: seed) else {
      throw DocumentError(
        "the recording has no true positions, no times of steps and no activities: "
          + "a twin needs one of them, such as a label of the activity")
    }
    known = .start...recording.header.endTime
    trajectory = Self.trajectory(pace, until: recording.header.endTime, parameters)
  }

  private static func trajectory(
    _ pace: TwinPace, until end: SimTime, _ parameters: TwinParameters
  ) -> Trajectory {
    let step = MotionRecorder.stepOnFoot
    let stride = MotionPath.tick * Int64(step)
    var recorder = MotionRecorder(position: .zero, headingRadians: 0)
    var doing = Track(pace.moment(at: .start).doing)
    var place = Vec3.zero
    var number = 0
    var time = SimTime.start
    while time <= end {
      let moment = pace.moment(at: time)
      if moment.doing != doing[time] { doing.set(moment.doing, at: time) }
      place.x += moment.speed * stride.seconds
      recorder.sample(tick: number * step, position: place, headingRadians: 0, step: step)
      number += 1
      time += stride
    }
    return Trajectory(
      path: recorder.finish(), doing: doing, level: Track(nil),
      placement: Track(parameters.placement),
      link: Track(.none), vehicle: Track(nil), lying: Track(nil), gait: pace.gait)
  }

  /// Makes a path through the true positions of a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - map: The venue's map, with levels that match the floors of the truth.
  ///   - parameters: The carrying parameters of the device and its carrier.
  /// - Throws: ``DocumentError`` if there is no path, with a remedy.
  package init(
    of recording: Recording, in map: VenueMap, parameters: TwinParameters
  ) throws(DocumentError) {
    let places = recording.truth.filter { $0.known.contains(.position) }
    guard let first = places.first, let last = places.last, last.time > first.time else {
      throw DocumentError(
        "the recording has no true path: put a file of true positions beside it")
    }
    for (one, next) in zip(places, places.dropFirst())
    // A stationary receiver, as on a tripod, may have long gaps at one position.
    where (next.time - one.time).seconds > Self.longestGap && next.coordinate != one.coordinate {
      let gap = Int((next.time - one.time).seconds.rounded())
      throw DocumentError(
        "the true position is unknown for \(gap) s from \((one.time - .start).secondsText) s on, and so is "
          + "the path there: cut the recording, or add true positions")
    }
    guard let truth = RecordedTruth(places) else {
      throw DocumentError("the recording has no true path")
    }
    known = first.time...last.time
    let pace = parameters.isInVehicle ? nil : TrackPace(of: recording, between: places)
    trajectory = Self.trajectory(truth, pace, during: known, in: map, parameters)
  }

  private static func trajectory(
    _ truth: RecordedTruth, _ pace: TrackPace?, during known: ClosedRange<SimTime>,
    in map: VenueMap,
    _ parameters: TwinParameters
  ) -> Trajectory {
    let step = parameters.isInVehicle ? MotionRecorder.stepOnWheels : MotionRecorder.stepOnFoot
    let tick = MotionPath.tick
    let firstTick = Int(((known.lowerBound - .start) / tick).rounded(.up))
    let lastTick = Int(((known.upperBound - .start) / tick).rounded(.down))
    func place(_ number: Int) -> Vec3 {
      let time = SimTime.start + tick * Int64(min(max(number, firstTick), lastTick))
      return ground(truth.sample(at: pace?.steady(time) ?? time), in: map)
    }
    func heading(_ number: Int, before: Double) -> Double {
      let reach = 2 * step
      let way = place(number + reach).xy - place(number - reach).xy
      let seconds = tick.seconds * Double(2 * reach)
      return way.length / seconds > slowest ? way.angle : before
    }
    var angle = (place(lastTick).xy - place(firstTick).xy).angle
    for number in stride(from: firstTick, to: lastTick, by: step) {
      let here = heading(number, before: .nan)
      if !here.isNaN {
        angle = here
        break
      }
    }
    var recorder = MotionRecorder(position: place(firstTick), headingRadians: angle)
    for number in stride(from: firstTick, through: lastTick, by: step) {
      angle = heading(number, before: angle)
      recorder.sample(tick: number, position: place(number), headingRadians: angle, step: step)
    }
    return Trajectory(
      path: recorder.finish(), doing: parameters.doing(of: truth, pace, during: known),
      level: level(truth, during: known, in: map), placement: Track(parameters.placement),
      link: Track(.none), vehicle: Track(nil),
      lying: Track(nil), gait: parameters.gait)
  }

  /// Position on the ground: true altitudes are less accurate than the ground's elevation.
  private static func ground(_ sample: TruthSample, in map: VenueMap) -> Vec3 {
    guard
      let place = try? Geodetic(
        latitudeDegrees: sample.coordinate.latitudeDegrees,
        longitudeDegrees: sample.coordinate.longitudeDegrees,
        altitudeMetres: map.frame.origin.altitudeMetres)
    else { return .zero }
    let height = level(sample, in: map).map { map.levels[$0].elevationMetres } ?? 0
    return Vec3(map.frame.enu(of: place).xy, height)
  }

  /// Index of the level of a sample; nil if the truth or the map lacks it.
  private static func level(_ sample: TruthSample, in map: VenueMap) -> Int? {
    guard sample.known.contains(.floor), let floor = sample.floor else { return nil }
    return map.levels.firstIndex { $0.ordinal == floor }
  }

  /// The level along the path; the last known one where it is unknown.
  private static func level(
    _ truth: RecordedTruth, during known: ClosedRange<SimTime>, in map: VenueMap
  ) -> Track<Int?> {
    var track = Track(level(truth.sample(at: known.lowerBound), in: map))
    var time = known.lowerBound
    while time <= known.upperBound {
      if let level = level(truth.sample(at: time), in: map) { track.set(level, at: time) }
      time += .milliseconds(500)
    }
    return track
  }
}

/// Carrying parameters of a device and its carrier, if the recording lacks them.
package struct TwinParameters: Sendable {
  /// Placement of the device.
  package var placement: Placement
  /// Activity while the truth has only movement.
  package var moving: Doing
  /// Gait of the carrier.
  package var gait: Gait

  package init(placement: Placement, moving: Doing, gait: Gait = Gait()) {
    self.placement = placement
    self.moving = moving
    self.gait = gait
  }

  /// Defaults for a recording: on the dashboard if its truth has driving, else in the hand.
  package init(of recording: Recording) {
    let isDriven = recording.truth.contains {
      $0.known.contains(.activity) && $0.activity == .automotive
    }
    self.init(
      placement: isDriven ? .dash : .handTexting, moving: isDriven ? .driving : .walking)
  }

  var isInVehicle: Bool { moving.activity == .automotive || moving == .cycling }

  /// The carrier's activity, from the truth where it is known.
  func doing(
    of truth: RecordedTruth, _ pace: TrackPace?, during known: ClosedRange<SimTime>
  ) -> Track<Doing> {
    var track = Track(moving)
    var time = known.lowerBound
    while time <= known.upperBound {
      let sample = truth.sample(at: time)
      if sample.known.contains(.activity) {
        track.set(Self.doing(sample.activity, moving), at: time)
      } else if let pace {
        track.set(pace.isGoing(at: time) ? moving : .standing, at: time)
      }
      time += .milliseconds(250)
    }
    return track
  }

  static func doing(_ activity: TrueActivity, _ moving: Doing) -> Doing {
    switch activity {
    case .stationary: moving.activity == .automotive ? moving : .standing
    case .walking: .walking
    case .running: .running
    case .cycling: .cycling
    case .automotive: moving.activity == .automotive ? moving : .driving
    case .other: moving
    }
  }
}
