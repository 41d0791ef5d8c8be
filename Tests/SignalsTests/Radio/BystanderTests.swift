import Geometry
import Kernel
import Observations
import Signals
import Testing
import Truth
import Venues

/// People between a phone at the origin and an access point 12 m to the east.
struct BystanderTests {
  private func scene(_ people: [SignalPerson], changes: [WiFiChange] = []) throws -> SignalScene {
    let point = PropagationScene.accessPoint("a", at: [22, 30, 3])
    var wifi = WiFiParameters.ideal
    wifi.people = true
    var settings = SignalSettings()
    settings.wifi = .on(wifi)
    return SignalScene(
      try PropagationScene.atrium(storeys: 2, accessPoints: [point]), settings: settings,
      sky: .nominal(from: GPSTime(week: 2300, secondsOfWeek: 0), duration: 600), seed: 1,
      people: people, changes: changes)
  }

  private func person(
    _ position: Vec3, level: Int? = 0, doing: Doing = .standing,
    presence: Range<SimTime> = .start..<SimTime(seconds: 1e6), shares: Bool = false
  ) -> SignalPerson {
    SignalPerson(
      name: "Ann",
      trajectory: Trajectory(
        along: [position], speed: 1, doing: doing, placement: .handTexting, level: level),
      presence: presence, sharesConnection: shares)
  }

  private let phone = Trajectory(
    along: [[10, 30, 0]], speed: 1, doing: .standing, placement: .handTexting, level: 0)

  private func levels(
    _ people: [SignalPerson], carrier: Int? = nil, at seconds: Double = 0
  ) throws -> [String: Double] {
    var signals = PhoneSignals(
      along: phone, in: try scene(people), for: SignalReceiver(seed: 1, device: 1), carrier: carrier
    )
    let scan = signals.wifiScan(startingAt: SimTime(seconds: seconds))
    return Dictionary(
      (scan?.readings ?? []).map { ($0.ssid, $0.rssiDecibelMilliwatts) }, uniquingKeysWith: max)
  }

  /// A body in the middle of the ray costs 1 dB, half a width aside e^-1/4 of it, and nothing above heads,
  /// behind the phone, farther off than 6 m, on another level, in a vehicle or gone.
  @Test(arguments: [
    (Vec3(12, 30, 0), 1.0), (Vec3(12, 30.1, 0), 0.7788), (Vec3(8, 30, 0), 0.0),
    (Vec3(15.5, 30, 0), 0.0), (Vec3(17, 30, 0), 0.0), (Vec3(12, 33, 0), 0.0),
  ]) func bodyAttenuatesByOffset(place: Vec3, loss: Double) throws {
    let free = try #require(try levels([])["n0"])
    let shadowed = try #require(try levels([person(place)])["n0"])
    #expect(abs(free - shadowed - loss) < 1e-3, "\(free - shadowed)")
  }

  @Test func onlyPresentPeopleAttenuate() throws {
    let position = Vec3(12, 30, 0)
    let free = try levels([])
    #expect(try levels([person(position, level: 1)]) == free)
    #expect(try levels([person(position, doing: .passenger)]) == free)
    let late = person(position, presence: SimTime(seconds: 100)..<SimTime(seconds: 200))
    #expect(try levels([late]) == free)
    #expect(try levels([late], at: 150) != free)
    #expect(try levels([late], at: 300) == free)
    // The bearer's own body has a separate model.
    #expect(try levels([person(position)], carrier: 0) == free)
  }

  /// A crowd costs 0.35 dB/m at one person per m² where the ray is below heads.
  @Test func crowdLossMatchesDensity() throws {
    let people = (0..<12).flatMap { column in
      (0..<12).map { row in
        person(Vec3(10.25 + 0.5 * Double(column), 27.3 + 0.5 * Double(row), 0))
      }
    }
    let loss = try #require(try levels([])["n0"]) - (try #require(try levels(people)["n0"]))
    // Four people per m², over the 2.3 m or so in which the ray is below 1.7 m.
    #expect(abs(loss - 4 * 0.354 * 2.4) < 1.2, "\(loss)")
  }

  @Test func hotspotsAreReceivedByOthersOnly() throws {
    let person = person([14, 33, 0], shares: true)
    #expect(try levels([person]).keys.sorted() == ["Ann's phone", "n0"])
    #expect(try levels([person], carrier: 0).keys.sorted() == ["n0"])
  }

  /// The cost for a phone depends on the density around it, and not on the size of the crowd; the neighbours are
  /// those of a comparison with everybody.
  @Test(arguments: [400, 6400]) func costDependsOnDensity(count: Int) {
    let side = Int(Double(count).squareRoot())
    let people = (0..<count).map { number in
      person(Vec3(2 * Double(number % side), 2 * Double(number / side), 0))
    }
    let index = PeopleIndex(people)
    let carrier = count / 2 + side / 2
    var bystanders = Bystanders(index, carrier: carrier)
    let own = people[carrier].trajectory
    for second in 0..<8 { bystanders.look(along: own, at: SimTime(seconds: Double(second))) }
    let middle = own.pose(at: .start).position.xy
    let near = people.indices.filter { $0 != carrier }
      .map { people[$0].trajectory.pose(at: .start).position.xy }
      .filter { ($0 - middle).length < 6 }
    #expect(bystanders.ring.places == near)
    // Nine cells of 26 m by 26 m at three moments, and a circle of 26 m once a second.
    #expect(bystanders.comparisons <= 3 * 9 * 169 + 8 * 532)
  }
}
