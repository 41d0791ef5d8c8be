import Documents
package import Geometry
package import Maps

/// Builds a radio map from survey data: a path loss model and a Gaussian process of shadowing for each
/// transmitter.
package struct RadioMapBuilder: Sendable {
  /// Parameters of the map.
  package struct Parameters: Hashable, Sendable {
    /// Grid spacing, in m.
    package var spacing = 2.0
    /// Readings within squares of this size are averaged, in m.
    package var square = 1.5
    /// Max distance from a survey position to a point that counts as surveyed, in m.
    package var reach = 5.0
    /// Margin beyond surveyed points in which shadowing is still predicted, in m: people also go where no
    /// surveyor went.
    package var margin = 4.0
    /// Level that stands for no reception, in dBm, and its sigma, in dB.
    package var silence = -96.0
    package var silenceSigma = 7.0
    /// Min mean level of a point in a transmitter's window, in dBm.
    package var faintest = -94.0
    /// Position sigma of surveyors, in m.
    package var positionSigma = 0.6

    package init() {}
  }

  /// Levels below this mark points without a prediction, in dBm.
  private static let unpredicted: Float = -150
  /// Sigma of the path loss model far from surveyed points, in dB; an estimate.
  private static let farDoubt: Float = 10

  private let parameters: Parameters
  private let notes: SurveyNotes
  private var map: RadioMap
  /// The data by squares, with silence.
  private let squares: SurveySquares
  /// For each plane, the points for which shadowing is predicted.
  private var isPredicted: [[Bool]] = []

  private init(_ notes: SurveyNotes, venue: String, origin: Geodetic, _ parameters: Parameters) {
    self.parameters = parameters
    self.notes = notes
    squares = SurveySquares(notes, parameters)
    map = RadioMap(venue: venue, origin: origin)
  }

  /// Builds the map.
  ///
  /// - Parameters:
  ///   - notes: The survey's raw data.
  ///   - venue: The venue's name.
  ///   - origin: The origin of the frame.
  ///   - parameters: Parameters of the map.
  /// - Returns: The map; without planes if nothing was received.
  package static func build(
    _ notes: SurveyNotes, venue: String, origin: Geodetic, parameters: Parameters = Parameters()
  ) -> RadioMap {
    var builder = RadioMapBuilder(notes, venue: venue, origin: origin, parameters)
    builder.layGrids()
    builder.fill()
    builder.map.magnetic = MagneticMapBuilder(notes)?.map
    return builder.map
  }

  /// Creates a grid over the surveyed positions of each level.
  private mutating func layGrids() {
    for (number, storey) in notes.storeys.enumerated() {
      let stops = notes.stops.filter { $0.storey == number }
      let box = Box2(containing: stops.map(\.point))
      let margin = Vec2(parameters.reach, parameters.reach)
      let low = (box?.minimum ?? .zero) - margin
      let size = (box?.size ?? .zero) + margin * 2
      let columns = max(2, Int((size.x / parameters.spacing).rounded(.up)) + 1)
      let rows = max(2, Int((size.y / parameters.spacing).rounded(.up)) + 1)
      var plane = RadioMap.Plane(
        ordinal: storey.ordinal, building: storey.building,
        elevationMetres: storey.elevationMetres,
        relativePressurePascals: storey.relativePressurePascals, origin: low,
        spacing: parameters.spacing, columns: columns, rows: rows,
        isSurveyed: [Bool](repeating: false, count: columns * rows))
      let around = Int((parameters.reach / parameters.spacing).rounded(.up))
      for stop in stops {
        let cell = (stop.point - low) / parameters.spacing
        let (column, row) = (Int(cell.x.rounded()), Int(cell.y.rounded()))
        for north in max(0, row - around)...min(rows - 1, row + around) {
          for east in max(0, column - around)...min(columns - 1, column + around)
          where plane.point(column: east, row: north).distance(to: stop.point)
            <= parameters.reach
          {
            plane.isSurveyed[north * columns + east] = true
          }
        }
      }
      map.planes.append(plane)
      isPredicted.append(Self.surroundings(of: plane, within: parameters.margin))
    }
  }

  /// True for surveyed points of a plane and their neighbours.
  private static func surroundings(of plane: RadioMap.Plane, within metres: Double) -> [Bool] {
    var isNear = plane.isSurveyed
    let around = Int((metres / plane.spacing).rounded())
    for cell in plane.isSurveyed.indices where plane.isSurveyed[cell] {
      let (column, row) = (cell % plane.columns, cell / plane.columns)
      for north in max(0, row - around)...min(plane.rows - 1, row + around) {
        for east in max(0, column - around)...min(plane.columns - 1, column + around) {
          isNear[north * plane.columns + east] = true
        }
      }
    }
    return isNear
  }

  private mutating func fill() {
    let (bySender, readings) = (notes.readingsBySender, notes.readings)
    // A transmitter received only once is mobile, or too far away to help.
    let received = bySender.indices.filter { bySender[$0].count >= 2 }
      .sorted { notes.senders[$0] < notes.senders[$1] }
    map.senders = received.map { notes.senders[$0] }
    var known: [(sender: Int, plane: Int, points: [SurveyPoint], decay: SignalDecay)] = []
    for (number, sender) in map.senders.enumerated() {
      let own = bySender[received[number]].lazy.map { readings[Int($0)] }
      for plane in map.planes.indices {
        let points = squares.points(
          of: own.filter { $0.storey == plane }, isBeacon: sender.isBeacon, on: plane)
        guard points.contains(where: { !$0.isSilent }) else { continue }
        known.append((number, plane, points, SignalDecay(points)))
      }
    }
    let wifi = kind(known.filter { !map.senders[$0.sender].isBeacon }, usual: 4)
    let beacon = kind(known.filter { map.senders[$0.sender].isBeacon }, usual: 5)
    let walks = LeftOutWalks(notes, squares, by: bySender)
    let ofWifi = walks.finding(forBeacons: false, wifi)
    let ofBeacons = walks.finding(forBeacons: true, beacon)
    map.wifiNoise = ofWifi.noise
    map.beaconNoise = ofBeacons.noise
    map.correlationMetres = wifi.length
    var mark = WorkMark("drawing the radio map", total: known.count)
    for (count, entry) in known.enumerated() {
      mark.pass(count)
      let isBeacon = map.senders[entry.sender].isBeacon
      add(
        entry.points, entry.decay, isBeacon ? beacon : wifi,
        growth: (isBeacon ? ofBeacons : ofWifi).growth, sender: entry.sender, plane: entry.plane)
    }
  }

  /// The max-likelihood kind of shadowing process.
  private func kind(
    _ known: [(sender: Int, plane: Int, points: [SurveyPoint], decay: SignalDecay)],
    usual noise: Double
  ) -> ShadowProcess.Hyperparameters {
    let order = known.indices.sorted { (known[$0].points.count, $1) > (known[$1].points.count, $0) }
    let samples = order.prefix(24).map { number in
      let entry = known[number]
      let received = entry.points.filter { !$0.isSilent }
      return received.prefix(90).map { point in
        (point, point.level - entry.decay.level(at: point.point))
      }
    }
    var best = ShadowProcess.Hyperparameters(strength: 5, length: 6, noise: noise)
    var maximum = -Double.infinity
    for strength in [3.0, 4.5, 6.5] {
      for length in [3.0, 6, 12] {
        for share in [0.5, 0.75, 1, 1.3] {
          let kind = ShadowProcess.Hyperparameters(
            strength: strength, length: length, noise: noise * share)
          let sum = samples.reduce(0) { sum, points in
            let known = points.map { point, rest in
              ShadowProcess.Known(
                point: point.point, rest: rest,
                variance: (point.variance - 1) * share * share + 1)
            }
            return sum + ShadowProcess(kind: kind, points: known).logLikelihood
          }
          if sum > maximum { (maximum, best) = (sum, kind) }
        }
      }
    }
    return best
  }

  /// Predicts a sender's levels on a plane by tiles, and packs the window in which it is received.
  private mutating func add(
    _ points: [SurveyPoint], _ decay: SignalDecay, _ kind: ShadowProcess.Hyperparameters,
    growth: Double,
    sender: Int, plane number: Int
  ) {
    let plane = map.planes[number]
    let isBeacon = map.senders[sender].isBeacon
    let known = points.map { $0.known(beside: decay, kind, isBeacon: isBeacon) }
    var process = ShadowProcess(kind: kind, points: known)
    var levels = [Float](repeating: 2 * Self.unpredicted, count: plane.columns * plane.rows)
    var sigmas = [Float](repeating: Self.farDoubt, count: levels.count)
    let tile = 4
    var (cells, places, means): ([Int], [Vec2], [Double]) = ([], [], [])
    let reach = decay.squaredReach(of: parameters.faintest - 12)
    for row in stride(from: 0, to: plane.rows, by: tile) {
      for column in stride(from: 0, to: plane.columns, by: tile) {
        cells.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        means.removeAll(keepingCapacity: true)
        for north in row..<min(row + tile, plane.rows) {
          for east in column..<min(column + tile, plane.columns)
          where isPredicted[number][north * plane.columns + east] {
            let place = plane.point(column: east, row: north)
            // Below this mean, even three sigmas of shadowing don't reach the min level.
            guard (place - decay.place).squaredLength < reach else { continue }
            let mean = decay.level(at: place)
            guard mean > parameters.faintest - 12 else { continue }
            means.append(mean)
            cells.append(north * plane.columns + east)
            places.append(place)
          }
        }
        guard !cells.isEmpty else { continue }
        let found = process.predict(at: places)
        for (index, cell) in cells.enumerated() {
          levels[cell] = Float(means[index] + found[index].rest)
          sigmas[cell] = Float((growth * found[index].variance).squareRoot())
        }
      }
    }
    guard let window = window(of: levels, on: plane) else { return }
    // Points without a prediction get the path loss model; to store silence would claim that there is no
    // reception.
    for row in window.rows {
      for column in window.columns where levels[row * plane.columns + column] < Self.unpredicted {
        // Integers compress better.
        let mean = decay.level(at: plane.point(column: column, row: row))
        levels[row * plane.columns + column] = Float(mean.rounded())
      }
    }
    pack(levels, sigmas, window, sender: sender, plane: number)
  }

  /// The columns and rows in which a sender is received; nil if there are none.
  private func window(
    of levels: [Float], on plane: RadioMap.Plane
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    var (west, east, south, north) = (Int.max, -1, Int.max, -1)
    for cell in levels.indices where levels[cell] >= Float(parameters.faintest) {
      let (column, row) = (cell % plane.columns, cell / plane.columns)
      (west, east) = (min(west, column), max(east, column))
      (south, north) = (min(south, row), max(north, row))
    }
    guard east >= west, north >= south else { return nil }
    return (west...east, south...north)
  }

  private mutating func pack(
    _ levels: [Float], _ sigmas: [Float],
    _ window: (columns: ClosedRange<Int>, rows: ClosedRange<Int>), sender: Int, plane number: Int
  ) {
    let plane = map.planes[number]
    let field = RadioMap.CoverageWindow(
      sender: sender, plane: number, column: window.columns.lowerBound,
      row: window.rows.lowerBound, columns: window.columns.count,
      rows: window.rows.count, start: map.levels.count)
    map.fields.append(field)
    for row in window.rows {
      for column in window.columns {
        let cell = row * plane.columns + column
        let step = (Double(levels[cell]) - RadioMap.minLevel) * 2
        map.levels.append(UInt8(min(255, max(0, step.rounded()))))
        let sigma = Double(sigmas[cell]) / RadioMap.sigmaStep
        map.sigmas.append(UInt8(min(255, max(1, sigma.rounded()))))
      }
    }
  }
}

extension RadioMap.Sender {
  var isBeacon: Bool {
    if case .beacon = self { true } else { false }
  }
}
