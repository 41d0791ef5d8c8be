import Documents
import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Parts
import Positioning
import Services
import Testing

/// Motion services from the sensor to the app: outputs, times, and history.
struct MotionServiceTests {
  /// A phone with an app, in a pocket.
  private struct Phone {
    var stack: ReferenceStack
    var sink = StackSink()
    var now = SimTime.start
    private var draws = RandomStream(seed: 3, purpose: "motion.services")

    init() throws {
      let nowhere = try Geodetic(latitudeDegrees: 0, longitudeDegrees: 0, altitudeMetres: 0)
      var settings = StackSettings()
      settings.use(.satellites, "off", NoParameters())
      stack = ReferenceStack(
        map: VenueMap(name: "nowhere", frame: LocalFrame(origin: nowhere), levels: []),
        settings: settings)
      stack.start(at: now, into: &sink)
    }

    mutating func process(_ event: AppEvent) { stack.receive(.app(event), at: now, into: &sink) }

    mutating func life(_ state: AppLifecycle) { process(.lifecycle(app: "a", state)) }

    mutating func call(_ call: AppCall) { process(.call(app: "a", call)) }

    /// Rests, or walks at 1.85 steps per second, for some whole batches of 2.5 s.
    mutating func spend(_ batches: Int, walking: Bool) {
      for _ in 0..<batches {
        var batch = InertialBatch(samples: [])
        for number in 0..<125 {
          let time = now + .seconds(0.02 * Double(number))
          let step = 2 * Double.pi * 1.85 * time.seconds
          let noise = walking ? 0.5 : 0.03
          let up = walking ? 3.2 * sin(step) + 1.2 * sin(2 * step + 0.7) : 0
          let side = walking ? 1.6 * sin(step / 2) + sin(3 * step / 2) : 0
          let ahead = walking ? 1.2 * cos(step) : 0
          batch.samples.append(
            InertialSample(
              time: time, x: Float(side + noise * draws.gaussian()),
              y: Float(9.80665 + up + noise * draws.gaussian()),
              z: Float(ahead + noise * draws.gaussian())))
        }
        now += .seconds(2.5)
        stack.receive(.accelerometer(batch), at: now, into: &sink)
      }
    }

    /// The outputs for the app since the last call.
    mutating func reported() -> [Output] {
      defer { sink.clear() }
      return zip(sink.recipients, sink.outputs).filter { $0.0 == "a" }.map(\.1)
    }

    mutating func records(from begin: Double, to end: Double) -> [PedometerRecord] {
      call(
        AppCall(.queryPedometer, from: SimTime(seconds: begin), to: SimTime(seconds: end)))
      return reported().compactMap {
        if case .pedometerHistory(let record) = $0 { record } else { nil }
      }
    }

    mutating func activities(from begin: Double, to end: Double) -> [ActivityReport] {
      call(AppCall(.queryActivity, from: SimTime(seconds: begin), to: SimTime(seconds: end)))
      return reported().flatMap { output -> [ActivityReport] in
        if case .activityHistory(let reports) = output { reports } else { [] }
      }
    }
  }

  /// A phone whose app is authorized for motion, after three minutes at rest.
  private func listening() throws -> Phone {
    var phone = try Phone()
    phone.life(.launched)
    phone.life(.foreground)
    phone.spend(72, walking: false)
    phone.sink.clear()
    phone.call(AppCall(.startActivityUpdates))
    phone.call(AppCall(.startPedometerUpdates))
    phone.call(AppCall(.startPedometerEvents))
    return phone
  }

  @Test func pushStartsWithCurrentStateAndSkipsSuspendedApps() throws {
    var phone = try listening()
    #expect(phone.reported().allSatisfy { if case .authorization = $0 { true } else { false } })
    phone.process(.user(app: "a", .grantMotion))
    let first = phone.reported().filter { if case .activity = $0 { true } else { false } }
    #expect(first.count == 1, "the current state, at once")
    guard case .activity(let report)? = first.first else { return }
    #expect(report.flags == .stationary && report.startTime < phone.now)

    phone.spend(24, walking: true)
    let walk = phone.reported()
    let steps = walk.compactMap { if case .pedometer(let record) = $0 { record } else { nil } }
    #expect(
      walk.contains { if case .activity(let it) = $0 { it.flags == .walking } else { false } })
    #expect(
      walk.contains { if case .pedometerEvent(let it) = $0 { it.kind == .resume } else { false } })
    #expect((steps.last?.stepCount).map { abs($0 - 111) <= 6 } ?? false, "\(steps)")
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $1.endTime - $0.endTime >= .seconds(2.5) })

    phone.life(.background)
    phone.life(.suspended)
    phone.sink.clear()
    phone.spend(48, walking: false)
    phone.spend(48, walking: true)
    #expect(phone.reported().isEmpty)
    phone.life(.foreground)
    let back = phone.reported()
    let counts = back.compactMap { if case .pedometer(let it) = $0 { it.stepCount } else { nil } }
    #expect(back.count { if case .activity = $0 { true } else { false } } == 1)
    #expect(counts.count == 1 && abs(counts[0] - 333) <= 12, "\(counts)")
  }

  @Test func historyAnswersQueriesAndSurvivesReboot() throws {
    var phone = try listening()
    phone.process(.user(app: "a", .grantMotion))
    for round in 0..<12 { phone.spend(120, walking: round % 2 == 0) }
    phone.spend(24, walking: false)
    phone.sink.clear()
    let end = phone.now.seconds
    let reports = phone.activities(from: 600, to: end)
    // Each part of five minutes once, and the first one from its beginning.
    #expect(
      reports.map(\.flags)
        == (0..<11).map { $0 % 2 == 0 ? ActivityFlags.stationary : .walking }, "\(reports)")
    #expect((reports.first?.startTime.seconds).map { abs($0 - 480) < 10 } ?? false, "\(reports)")
    let whole = phone.records(from: 0, to: end)
    var parts: [PedometerRecord] = []
    for begin in stride(from: 0, to: end, by: end / 24) {
      parts += phone.records(from: begin, to: begin + end / 24)
    }
    #expect(whole.count == 1 && parts.count == 24)
    #expect(parts.reduce(0) { $0 + $1.stepCount } == whole.first?.stepCount)
    #expect(parts.reduce(0) { $0 + ($1.distanceMetres ?? 0) } == whole.first?.distanceMetres)
    // 1.85 steps per second for half an hour.
    #expect((whole.first?.stepCount).map { abs($0 - 3330) <= 40 } ?? false, "\(whole)")

    phone.stack.receive(.boot(Boot(count: 2, wasOff: false)), at: phone.now, into: &phone.sink)
    phone.life(.launched)
    phone.life(.foreground)
    phone.sink.clear()
    #expect(phone.records(from: 0, to: end) == whole)
    #expect(phone.activities(from: 600, to: end) == reports)
  }

  @Test func deniedAppReceivesOnlyErrors() throws {
    var phone = try listening()
    phone.process(.user(app: "a", .grantMotion))
    phone.spend(24, walking: true)
    phone.process(.user(app: "a", .settingsMotionOff))
    phone.sink.clear()
    phone.spend(24, walking: false)
    phone.spend(24, walking: true)
    #expect(phone.reported().isEmpty)
    phone.call(AppCall(.queryActivity, from: .start))
    phone.call(AppCall(.queryPedometer, from: .start))
    phone.call(AppCall(.startActivityUpdates))
    let denial = Output.failure(
      ServiceFailure(service: "motion", code: "motionActivityNotAuthorized"))
    #expect(phone.reported() == [denial, denial, denial])
  }
}
