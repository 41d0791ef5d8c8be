import Documents
import Kernel

/// A document that uses every form.
struct Workshop: DocumentObject {
  var name: String
  var id: Located<String>
  var note: String
  var duration: SimDuration
  var workers: Int
  var load: Double?
  var share: Double
  var isOpen: Bool
  var colour: Colour
  var speed: Distribution?
  var pause: ClosedRange<Double>?
  var corner: SIMD2<Double>?
  var outline: [SIMD2<Double>]
  var tools: [Tool]
  var parts: [NamedEntry<Double>]
  var shape: Shape?
  var machine: Machine?
  var site: Site?
  var extra: Node?

  init(from object: inout ObjectReader) {
    name = object.required("name", .string, "What it is called.")
    id = object.required("id", .located(.identifier), "What others call it.")
    note = object.optional("note", .anyString, default: "", "Anything.")
    duration = object.optional("duration", .duration(.above(0)), default: .minutes(10), "How long.")
    workers = object.optional("workers", .int(1...50), default: 4)
    load = object.optional("load", .number(.between(0, 2.5)))
    share = object.optional("share", .quantity(.ratio, .between(0, 1)), default: 0.5)
    isOpen = object.optional("open", .bool, default: true)
    colour = object.optional("colour", .choice(Colour.self), default: .green)
    speed = object.optional("speed", .distribution(.speed, .atLeast(0)))
    pause = object.optional("pause", .range(.time))
    corner = object.optional("corner", .point)
    outline = object.list("outline", of: .point)
    tools = object.list("tools", of: Tool.self, atLeast: 1, atMost: 5, "What it works with.")
    parts = object.dictionary("parts", of: .number(.above(0)))
    shape = object.optional("shape", Shape.self)
    machine = object.optional("machine", Machine.self)
    site = object.optional("site", .site)
    extra = object.optional("extra", .node)
    object.check(workers >= tools.count, at: "workers", "fewer workers than tools")
  }
}

enum Colour: String, CaseIterable, Sendable {
  case red, green, blue
}

struct Tool: DocumentObject {
  var length: Double
  var power: Double
  var spares: [Tool]

  init(from object: inout ObjectReader) {
    length = object.required("length", .quantity(.length, .above(0)), "From end to end")
    power = object.optional("power", .quantity(.power), default: 0.5)
    spares = object.list("spares", of: Tool.self)
  }
}

enum Shape: DocumentObject, Equatable {
  case square(Double)
  case ring([Double])

  init(from object: inout ObjectReader) {
    self = object.oneOf(
      .key("square", .quantity(.length), "Its side.") { .square($0) },
      .key("ring", .list(.quantity(.length), count: 2...2)) { .ring($0) })
  }
}

struct Drill: DocumentObject, Equatable {
  var depth: Double

  init(from object: inout ObjectReader) {
    depth = object.required("depth", .quantity(.length), "How deep.")
  }
}

struct Machine: DocumentObject, Equatable {
  enum Sort: Equatable {
    case drill(Drill)
    case indicator
  }
  var sort: Sort
  var age: SimDuration?

  init(from object: inout ObjectReader) {
    age = object.optional("age", .duration)
    sort = object.kind(
      "kind", default: "lamp",
      .kind("drill", Drill.self, "It drills.") { .drill($0) },
      .kind("lamp", .indicator, "It shines."))
  }
}

/// A place, by name or by its coordinates.
enum Site: Equatable {
  case named(String)
  case at(SIMD2<Double>)
}

extension DocumentForm where Self == EitherForm<TextForm, PointForm<SIMD2<Double>>, Site> {
  static var site: Self {
    TextForm.identifier.or(PointForm.point, scalar: { .named($0) }, collection: { .at($0) })
  }
}

/// A document that uses every key of a workshop.
let workshopText = """
  name: 'Main hall'
  id: hall-1
  note: ""
  duration: 25 min
  workers: 12
  load: 1.25
  share: 12 %
  open: false
  colour: blue
  speed: normal(1.34 m/s, 0.26 m/s) clip 0.5..2.2 m/s
  pause: 3..8 min
  corner: [1 m, 2.5 m]
  outline:
    - [0 m, 0 m]
    - [10 m, 0 m]
    - [10 m, 500 cm]
  tools:
    - {length: 4 cm, power: 120 mW}
    - length: 1.2 m
      spares: [{length: 1.1 m}]
  parts: {bolt: 3, nut: 4.5}
  shape: {square: 3 m}
  machine:
    kind: drill
    depth: 30 mm
    age: 2 d
  site: [3 m, 4 m]
  extra: {anything: [at, all]}

  """
