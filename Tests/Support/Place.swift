/// A scenario with its venue in a temporary folder, in parts that tests may change.
package struct Place {
  package static let venue = """
    name: Hall
    origin: {latitude: 47 deg, longitude: 8 deg, altitude: 400 m}
    beacon_uuid: F7826DA6-4FA2-4E98-8024-BC5B71E0893E
    buildings:
      - name: Hall
        at: [0 m, -5 m]
        size: [40 m, 10 m]
        height: 4 m
        roof: 30 dB
        levels: [{ordinal: 0, name: G, outer_walls: open}]
    beacons:
      - {name: b1, at: [10 m, 3 m], level: 0, minor: 1}
      - {name: b2, at: [30 m, 3 m], level: 0, minor: 2}
    access_points:
      - {name: ap1, at: [20 m, 3 m], level: 0, height: 2.5 m}

    """
  package static let scenario = """
    name: hall
    duration: 60 s
    venue: venues/hall.yaml
    agents:
      - name: anna
        start: [-20 m, 0 m]
        itinerary:
          - stand: 3 s
          - walk: {to: [-2 m, 0 m]}
          - walk: {to: [20 m, 0 m], level: 0}

    """

  package let folder: TemporaryFolder
  package let path: String

  package init(scenario: String = scenario, venue: String = venue) throws {
    folder = try TemporaryFolder()
    try folder.write("venues/hall.yaml", venue)
    path = try folder.write("hall.yaml", scenario)
  }
}
