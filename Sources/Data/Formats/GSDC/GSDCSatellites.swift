import Documents
import Geometry
import Glibc
import Kernel
import Observations
import Recordings

/// Satellite positions and clock biases from a table of a Google Smartphone Decimeter Challenge:
/// `device_gnss.csv` (2022 and 2023) or `PHONE_derived.csv` (2021).
///
/// A row gives a satellite's position at the true time of transmission, which is the satellite's clock
/// minus its bias. The bias holds all broadcast corrections: polynomial, relativity and group delay.
/// Inter-signal biases are not needed, because solvers estimate a clock for each constellation.
struct GSDCSatellites {
  /// Ionospheric delay of a signal at L1, by the broadcast model.
  private struct Delay {
    var secondsOfWeek: Double
    var satellite: Vec3
    var metres: Double
  }

  /// The GPS week that all times refer to.
  private var week = 0
  private var arcs: [SatelliteID: [ArcPoint]] = [:]
  private var delays: [Delay] = []
  /// Approximate position of the phone, from the table's own solution; nil if it has none.
  private(set) var place: Vec3?
  private let file: String

  private static let names = [
    ("ConstellationType", "constellationType"), ("Svid", "svid"),
    ("ReceivedSvTimeNanosSinceGpsEpoch", "receivedSvTimeInGpsNanos"),
    ("SvPositionXEcefMeters", "xSatPosM"), ("SvPositionYEcefMeters", "ySatPosM"),
    ("SvPositionZEcefMeters", "zSatPosM"), ("SvClockBiasMeters", "satClkBiasM"),
  ]
  private static let (week, light) = (604_800_000_000_000.0, KeplerEphemeris.speedOfLight)

  /// Reads a table, gzipped or not; nil without satellite positions.
  ///
  /// - Throws: The fault and its position: text in a number column, or a row with too many fields.
  static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> GSDCSatellites? {
    var table = try NamedTable(text, file: file)
    let columns = names.map { name in
      table.columns.firstIndex { $0 == name.0 || $0 == name.1 }
    }.compactMap { $0 }
    guard columns.count == names.count else { return nil }
    func column(_ name: String, _ old: String) -> Int? {
      table.columns.firstIndex { $0 == name || $0 == old }
    }
    let signal = column("SignalType", "signalType")
    let delay = column("IonosphericDelayMeters", "ionoDelayM")
    let place = ["X", "Y", "Z"].compactMap { axis in
      table.columns.firstIndex(of: "WlsPosition\(axis)EcefMeters")
    }
    var read = GSDCSatellites(file: file)
    while try table.next() {
      if read.place == nil { read.place = try vector(place[...], table, 6.3e6...6.5e6) }
      if let signal, !isFirstBand(table.text(signal)) { continue }
      try read.add(table, columns, delay: delay)
    }
    return read.arcs.isEmpty ? nil : read
  }

  private init(file: String) { self.file = file }

  /// True for a signal near L1, such as `GPS_L1`, `GAL_E1_C_P` and `BDS_B1I`.
  private static func isFirstBand(_ name: String) -> Bool {
    guard let start = name.firstIndex(of: "_") else { return false }
    return ["L1", "E1", "G1", "J1", "B1"].contains(name[start...].dropFirst().prefix(2))
  }

  /// The vector in three fields; nil if its length is out of range.
  private static func vector(
    _ axes: ArraySlice<Int>, _ table: NamedTable, _ lengths: ClosedRange<Double>
  ) throws(DocumentError) -> Vec3? {
    var numbers: [Double] = []
    for axis in axes {
      guard let number = try table.number(axis, in: -1e9...1e9) else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 3 else { return nil }
    let vector = Vec3(numbers[0], numbers[1], numbers[2])
    return lengths.contains(vector.length) ? vector : nil
  }

  private mutating func add(
    _ table: NamedTable, _ columns: [Int], delay: Int?
  ) throws(DocumentError) {
    guard let system = try table.number(columns[0], in: 0...99),
      let number = try table.number(columns[1], in: 0...999),
      let sent = try table.number(columns[2], in: 0...6e18),
      let position = try Self.vector(columns[3...5], table, 1e7...6e7),
      // No clock in use is off by more than a millisecond.
      let bias = try table.number(columns[6], in: -3e5...3e5),
      let satellite = GNSSLoggerSignal(system: Int64(system), number: Int64(number), state: 0)?
        .satellite,
      satellite.constellation != .sbas,
      satellite.constellation != .glonass || satellite.number <= 24
    else { return }
    // Exact ns if written as an integer; numbers such as 1.26e18 are good to some hundred ns.
    let exact = table.row.integer(columns[2]) ?? Int64(sent)
    if arcs.isEmpty { week = Int(sent / Self.week) }
    let seconds =
      Double(exact - Int64(week) * Int64(Self.week)) * 1e-9 - bias / Self.light
    arcs[satellite, default: []].append(
      ArcPoint(secondsOfWeek: seconds, position: position, clockSeconds: bias / Self.light))
    guard satellite.constellation == .gps, let delay,
      let metres = try table.number(delay, in: 0...1000)
    else { return }
    delays.append(Delay(secondsOfWeek: seconds, satellite: position, metres: metres))
  }

  /// Delivers orbits, clocks and the ionosphere to a recording in the form of broadcast messages.
  ///
  /// - Parameters:
  ///   - assembly: The recording; its length must be known.
  ///   - start: Time 0 of the recording.
  ///   - place: Approximate position of the phone, used if the table has none.
  /// - Returns: A note for the report.
  func deliver(
    to assembly: inout RecordingAssembly, from start: GPSTime, near place: Vec3?
  ) -> String {
    var made = ArcOrbit.messages(through: arcs, week: week)
    if let place = self.place ?? place { made.ephemerides.ionosphere = ionosphere(at: place) }
    assembly.deliver(made.ephemerides, from: start)
    return
      "orbits and clocks of \(arcs.count - made.short) satellites are fitted to their positions in "
      + "\(file), with errors of at most \((made.missMetres * 1000).rounded() / 1000) m"
      + (made.short > 0 ? "; those of \(made.short) can't be determined" : "")
  }

  /// A Klobuchar model fitted to the table's ionospheric delays, by least squares.
  ///
  /// The table has the model's delays but not its coefficients. Within a drive one parameter is enough: the
  /// amplitude of the daytime cosine, at the shortest valid period.
  ///
  /// - Parameter place: Approximate position of the phone, ECEF, in m.
  /// - Returns: The model; nil without delays.
  private func ionosphere(at place: Vec3) -> KlobucharParameters? {
    guard let geodetic = try? Geodetic(ecef: place), !delays.isEmpty else { return nil }
    let frame = LocalFrame(origin: geodetic)
    let unit = 1e-8
    let night = KlobucharParameters(alpha: .zero, beta: .zero)
    // The shortest valid period (IS-GPS-200, 20.3.3.5.2.5).
    let day = KlobucharParameters(
      alpha: SIMD4(unit, 0, 0, 0), beta: SIMD4(72_000, 0, 0, 0))
    var (common, square) = (0.0, 0.0)
    // About two thousand delays are enough for one parameter.
    for index in stride(from: 0, to: delays.count, by: max(1, delays.count / 2000)) {
      let reported = delays[index]
      let way = frame.enu(ofVector: reported.satellite - frame.ecef(of: .zero))
      let elevation = asin(max(-1, min(1, way.z / way.length)))
      func delay(_ model: KlobucharParameters) -> Double {
        model.delayMetres(
          at: geodetic, azimuth: atan2(way.x, way.y), elevation: elevation,
          secondsOfWeek: reported.secondsOfWeek)
      }
      let (minimum, wave) = (delay(night), delay(day) - delay(night))
      common += wave * (reported.metres - minimum)
      square += wave * wave
    }
    let height = square > 0 ? max(0, common / square) * unit : 0
    return KlobucharParameters(
      alpha: SIMD4(height, 0, 0, 0), beta: SIMD4(72_000, 0, 0, 0))
  }
}
