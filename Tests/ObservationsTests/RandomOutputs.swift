import Kernel
import Observations
import Recordings
import Truth

extension ItemGenerator {
  static let outputKinds = 25

  mutating func output(kind: Int) -> Output {
    switch kind {
    case 0: .location(fix())
    case 1: .locations(list(from: 0) { $0.fix() })
    case 2:
      .activity(
        ActivityReport(
          startTime: time(), flags: ActivityFlags(rawValue: UInt8(stream.integer(below: 64))),
          confidence: one(Confidence.self)))
    case 3: .pedometer(pedometer())
    case 4: .region(RegionEvent(one(RegionEvent.Kind.self), identifier: text(), reason: text()))
    case 5:
      .ranging(RangingReport(constraint: constraint(), beacons: list(from: 0) { $0.ranged() }))
    case 6:
      .visit(
        VisitEvent(
          arrivalTime: perhaps { $0.time() } ?? .distantPast,
          departureTime: perhaps { $0.time() } ?? .distantFuture, coordinate: coordinate(),
          horizontalAccuracyMetres: number()))
    case 7:
      .authorization(
        AuthorizationEvent(
          status: one(AuthorizationEvent.Status.self), isReducedAccuracy: flag(),
          motion: one(AuthorizationEvent.Motion.self)))
    case 8: .pause(one(PauseEvent.self))
    case 9: .dataSource(one(DataSourceStatus.self))
    case 10: .notification(NotificationEvent(identifier: text(), text: text()))
    case 11: .indicator(one(LocationIndicator.self))
    case 12: .failure(ServiceFailure(service: text(), code: text()))
    case 13:
      .radio(
        .start(one(RadioRequest.Sensor.self), period: SimDuration(nanoseconds: time().nanoseconds)))
    case 14: .radio(.stop(one(RadioRequest.Sensor.self)))
    case 15: .radio(.scanWiFi)
    case 16:
      .radio(
        .batch(one(RadioRequest.Sensor.self), every: SimDuration(nanoseconds: time().nanoseconds)))
    case 17: .radio(.attribute(one(RadioRequest.Sensor.self), to: ["guide/location", "pause"]))
    case 18: .radio(.fetch(text()))
    case 19:
      .radio(
        .advertise(
          perhaps {
            var identity = $0.identity()
            identity.format = .iBeacon
            return identity
          }))
    case 20: .cloud(cloud())
    case 21: .wayfinding(wayfinding())
    case 22:
      .placemark(
        Placemark(
          query: perhaps { "at " + $0.text() }, name: text(), coordinate: coordinate(),
          floor: perhaps { $0.integer() }))
    case 23:
      .levels(
        FacilityLevels(
          site: text(), facility: text(),
          levels: list(from: 0) {
            FacilityLevels.NamedLevel(name: $0.text(), verticalOrder: $0.integer())
          }))
    default: .radio(.fetchAssistance)
    }
  }

  private mutating func fix() -> LocationFix {
    LocationFix(
      time: time(), coordinate: coordinate(), horizontalAccuracyMetres: number(),
      altitudeMetres: number(), verticalAccuracyMetres: number(), floor: perhaps { $0.integer() },
      courseDegrees: number(), speedMetresPerSecond: number(), source: one(LocationSource.self),
      transmitterCount: integer())
  }

  private mutating func cloud() -> ParticleCloud {
    ParticleCloud(
      time: time(), spreadMetres: number(),
      particles: list(from: 0) {
        ParticleCloud.Particle(coordinate: $0.coordinate(), floor: $0.perhaps { $0.integer() })
      })
  }

  private mutating func wayfinding() -> WayfindingEvent {
    WayfindingEvent(
      one(WayfindingEvent.Kind.self), target: text(), reason: text(),
      means: one(WayfindingEvent.Means.self), here: perhaps { $0.coordinate() },
      floor: perhaps { $0.integer() }, next: perhaps { $0.coordinate() },
      nextFloor: perhaps { $0.integer() }, distanceMetres: number(), seconds: number(),
      leaveTime: perhaps { $0.time() })
  }

  private mutating func pedometer() -> PedometerRecord {
    PedometerRecord(
      startTime: time(), endTime: time(), stepCount: integer(),
      distanceMetres: perhaps { $0.number() }, paceSecondsPerMetre: perhaps { $0.number() },
      cadenceStepsPerSecond: perhaps { $0.number() }, floorsAscended: perhaps { $0.integer() },
      floorsDescended: perhaps { $0.integer() })
  }

  private mutating func ranged() -> RangedBeacon {
    RangedBeacon(
      identity: identity(), proximity: one(Proximity.self), accuracyMetres: number(),
      rssiDecibelMilliwatts: number())
  }

  mutating func truth(at time: SimTime) -> TruthSample {
    TruthSample(
      time: time, coordinate: coordinate(), altitudeMetres: number(),
      floor: perhaps { $0.integer() }, eastVelocityMetresPerSecond: number(),
      northVelocityMetresPerSecond: number(), activity: one(TrueActivity.self),
      stepCount: integer(), distanceMetres: number())
  }

  /// A recording with items of every kind, in random order.
  mutating func recording(itemsPerKind count: Int) -> Recording {
    var recording = Recording(
      header: RecordingHeader(
        device: "phone \(text())", source: text(), endTime: SimTime(seconds: 3600), gpsWeek: 2263,
        gpsSecondsOfWeek: 345_600.125))
    var now = SimTime.start
    for _ in 0..<count * Self.observationKinds {
      now += SimDuration(nanoseconds: Int64(stream.integer(below: 3)) * 12_345_678)
      let kind = stream.integer(below: Self.observationKinds)
      recording.observations.append(Delivered(time: now, observation(kind: kind)))
    }
    now = .start
    for _ in 0..<count * Self.outputKinds {
      now += SimDuration(nanoseconds: Int64(stream.integer(below: 3)) * 98_765_432)
      recording.outputs.append(
        Delivered(
          time: now, output(kind: stream.integer(below: Self.outputKinds)),
          app: stream.integer(below: 3) == 0 ? text() : ""))
    }
    for index in 0..<count {
      recording.truth.append(truth(at: SimTime(nanoseconds: Int64(index) * 100_000_001)))
    }
    return recording
  }
}
