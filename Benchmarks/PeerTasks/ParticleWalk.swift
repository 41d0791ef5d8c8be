import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Parts

/// A walk from room to room of ``PeerHouse``, with sensor data and true positions.
struct PeerWalk {
  /// A second of the walk.
  struct Second {
    var number: Int
    /// Position of the walker at its end.
    var place: Vec2
    /// The steps: time, measured length in m, and turn since the previous step in rad.
    var steps: [(time: Double, length: Double, turn: Double)]
    /// Levels of the access points, in dBm.
    var levels: [Double]
    /// Heading of the walker, in radians anticlockwise from east.
    var heading: Double
  }

  var seconds: [Second] = []
  /// Initial heading, in radians anticlockwise from east.
  private var firstHeading = 0.0

  /// Step length in m, and steps per second.
  static let step = 0.7
  static let rate = 2

  init(seconds count: Int, draw: UInt64) {
    var stream = RandomStream(seed: draw, purpose: "benchmark.peers.walk")
    let points = Self.way(steps: count * Self.rate + 1, &stream)
    var heading = Self.direction(points[0], points[1])
    firstHeading = heading
    for number in 0..<count {
      var steps: [(time: Double, length: Double, turn: Double)] = []
      for index in 0..<Self.rate {
        let at = number * Self.rate + index
        let next = Self.direction(points[at], points[at + 1])
        let turn = remainder(next - heading, 2 * .pi)
        heading = next
        steps.append(
          (
            Double(number) + (Double(index) + 1) / Double(Self.rate),
            (points[at + 1] - points[at]).length * (1 + 0.08 * stream.gaussian()),
            turn + 0.01 * stream.gaussian()
          ))
      }
      let place = points[(number + 1) * Self.rate]
      seconds.append(
        Second(
          number: number, place: place, steps: steps,
          levels: (0..<PeerHouse.radios).map {
            PeerHouse.level($0, place) + PeerHouse.noise * stream.gaussian()
          }, heading: heading))
    }
  }

  /// Direction from one point to another, in radians anticlockwise from east.
  private static func direction(_ from: Vec2, _ to: Vec2) -> Double {
    atan2(to.y - from.y, to.x - from.x)
  }

  /// Points one step apart, from room to room through the doors and along the corridor's centre.
  private static func way(steps: Int, _ stream: inout RandomStream) -> [Vec2] {
    func room(_ stream: inout RandomStream) -> (middle: Vec2, door: Vec2) {
      let x = (Double(stream.integer(below: PeerHouse.rooms)) + 0.5) * 5
      let isLow = stream.integer(below: 2) == 0
      return (Vec2(x, isLow ? 4 : 16), Vec2(x, 10))
    }
    var here = room(&stream)
    var points = [here.middle]
    var left = 0.0
    while points.count < steps {
      let next = room(&stream)
      let corners = [here.middle, here.door, next.door, next.middle]
      for (from, to) in zip(corners, corners.dropFirst()) {
        let length = (to - from).length
        var along = step - left
        while along <= length, length > 0 {
          points.append(from + (to - from) * (along / length))
          along += step
        }
        left = length - (along - step)
      }
      here = next
    }
    return Array(points.prefix(steps))
  }

  /// Writes the house and the walk for other programs.
  func write(to folder: String) throws {
    var walls = "x1,y1,x2,y2\n"
    for wall in PeerHouse.walls {
      walls += "\(wall.start.x),\(wall.start.y),\(wall.end.x),\(wall.end.y)\n"
    }
    try writeFile(walls, to: folder + "/walls.csv")
    var field = "radio,x,y,level\n"
    for radio in 0..<PeerHouse.radios {
      for y in 0...Int(PeerHouse.size.y) {
        for x in 0...Int(PeerHouse.size.x) {
          let level = PeerHouse.level(radio, Vec2(Double(x), Double(y)))
          field += "\(radio),\(x),\(y),\(decimal((level * 2).rounded() / 2, 1))\n"
        }
      }
    }
    try writeFile(field, to: folder + "/field.csv")
    var steps = "second,length,turn,x,y\n"
    var levels = (0..<PeerHouse.radios).map { "r\($0)" }.joined(separator: ",") + "\n"
    for second in seconds {
      for step in second.steps {
        // The end of the second is accurate enough as the start of the step.
        steps +=
          "\(second.number),\(step.length),\(step.turn),\(second.place.x),\(second.place.y)\n"
      }
      levels += second.levels.map { decimal($0, 3) }.joined(separator: ",") + "\n"
    }
    try writeFile(steps, to: folder + "/steps.csv")
    try writeFile(levels, to: folder + "/levels.csv")
    try writeFile("heading\n\(firstHeading)\n", to: folder + "/start.csv")
  }
}

/// The locator's inputs in a second.
struct PeerSecond {
  var stepEvents: [StepEvent] = []
  var force = InertialBatch(samples: [])
  var rates = InertialBatch(samples: [])
  var field = InertialBatch(samples: [])
  var scan: WiFiScan

  init(_ second: PeerWalk.Second) {
    let start = Double(second.number)
    let span = 1 / Double(PeerWalk.rate)
    stepEvents = second.steps.map {
      let time = SimTime(seconds: $0.time)
      return StepEvent(
        time: time, seenTime: time, gapSeconds: span, intervalSeconds: span,
        lengthMetres: $0.length)
    }
    var (force, rates, field): ([InertialSample], [InertialSample], [InertialSample]) = ([], [], [])
    // The phone is flat in the hand and points ahead; the field is that of San Francisco, due north.
    let north = (x: Float(-22 * cos(second.heading)), y: Float(22 * sin(second.heading)))
    for index in 0..<50 {
      let at = start + Double(index + 1) / 50
      // Each step begins with its turn, which takes a tenth of a second.
      let (number, place) = (index * PeerWalk.rate / 50, index % (50 / PeerWalk.rate))
      let turn = place < 5 ? second.steps[min(second.steps.count - 1, number)].turn : 0
      let time = SimTime(seconds: at)
      force.append(InertialSample(time: time, x: 0, y: 0, z: 9.81))
      rates.append(InertialSample(time: time, x: 0, y: 0, z: Float(turn / 0.1)))
      field.append(InertialSample(time: time, x: north.x, y: north.y, z: -42))
    }
    (self.force, self.rates) = (InertialBatch(samples: force), InertialBatch(samples: rates))
    self.field = InertialBatch(samples: field)
    let end = SimTime(seconds: start + 1)
    scan = WiFiScan(
      startTime: end - .seconds(0.1), endTime: end,
      readings: second.levels.enumerated().map { radio, level in
        WiFiReading(
          bssid: HardwareAddress(PeerHouse.address(radio)), ssid: "house",
          rssiDecibelMilliwatts: level, frequencyMegahertz: 2412, time: end)
      })
  }
}
