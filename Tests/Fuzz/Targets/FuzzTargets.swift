import Campaigns
import Documents
import Formats
import Importers
import Kernel
import Observations
import Recordings
import Reporting
import Scenarios
import Scoring
import Venues

/// Fuzz targets by name: for any bytes, reading must end without a trap.
package let fuzzTargets = plainTargets.merging(importTargets) { $1 }.merging(replayTargets) { $1 }

private let plainTargets: [String: @Sendable ([UInt8]) -> Void] = [
  "yaml": { bytes in
    guard let node = try? YAML.load(bytes, name: "fuzz") else { return }
    _ = try? decodeDocument(Scenario.self, from: node)
    _ = try? decodeDocument(VenueFile.self, from: node)
    _ = try? decodeDocument(StudyFile.self, from: node)
    _ = try? decodeDocument(CampaignFile.self, from: node)
  },
  "json": { bytes in
    guard let value = try? JSONValue(parsing: bytes, name: "fuzz") else { return }
    _ = try? JSONValue(parsing: Array(value.text().utf8), name: "again")
  },
  // Messages of the protocol with external stacks, one per line.
  "wire": { bytes in
    guard let value = try? JSONValue(parsing: bytes, name: "fuzz") else { return }
    if let observed = try? StackWire.observation(value) {
      var line: [UInt8] = []
      var encoder = StackEncoder()
      _ = encoder.append(observed, at: .start, to: &line)
    }
    if let reply = try? StackWire.reply(value) { _ = reply.outputs.map(StackWire.publishing) }
    _ = try? StackWire.capabilities(value)
  },
  "recordings": { bytes in
    guard let kind = bytes.first else { return }
    let readers = recordingReaders
    readers[Int(kind) % readers.count](Array(bytes.dropFirst()))
  },
  "zip": { bytes in
    guard let archive = try? ZipArchive(bytes: bytes, name: "fuzz") else { return }
    for entry in archive.entries.prefix(20) { _ = try? archive.contents(of: entry.name) }
  },
  "pbf": { bytes in
    _ = try? importOpenStreetMap(bytes)
  },
  "shard": { bytes in
    // With a valid checksum, which random bytes never have.
    _ = try? Shard(bytes: bytes + SHA256.digest(of: bytes).bytes)
  },
  "runs": { bytes in
    // The payload of shards, without checksum and compression.
    var reader = PackedReader(bytes[...])
    guard let count = reader.integer(), 0..<1000 ~= count else { return }
    let part = CampaignIdentity.ScenarioIdentity(
      name: "a", digest: "", fileDigest: "", venueDigest: "", firstSeed: 1, lastSeed: 1000,
      settings: [])
    let identity = CampaignIdentity(
      campaign: "a", version: "", figuresVersion: 1, stack: "", worst: "", parts: [part])
    guard let shard = try? Shard(identity, 0..<count, payload: bytes) else { return }
    _ = try? shard.bytes()
  },
  "tally": { bytes in
    var reader = PackedReader(bytes[...])
    guard let accumulator = ScenarioAccumulator(from: &reader) else { return }
    var sum = ScenarioAccumulator()
    sum.merge(accumulator)
    sum.merge(accumulator)
    _ = sum.rows
  },
]

private let recordingReaders: [@Sendable ([UInt8]) -> Void] = [
  { _ = try? GPXFile.read($0, file: "fuzz.gpx") },
  { _ = try? NMEARecording.read($0, file: "fuzz.nmea") },
  { _ = try? KMLFile.read($0, file: "fuzz.kml") },
  { _ = try? FITFile.read($0, file: "fuzz.fit") },
  { _ = try? RinexNavigation.read($0, file: "fuzz.nav") },
  { _ = try? SensorTable.read($0, file: "fuzz.csv") },
  { _ = try? NumPyArray.read($0, file: "fuzz.npy") },
  { _ = try? GetSensorData.read($0, file: "fuzz.txt") },
  { _ = try? UJIIndoorLoc.read($0, file: "fuzz.csv") },
  { _ = try? WISDM.read($0, file: "fuzz.txt") },
  { _ = try? OxfordTrace.read($0, file: "fuzz.csv") },
  { _ = try? MotionSense.read($0, file: "fuzz.csv") },
  { _ = try? SensorWatch.read($0, file: "fuzz.csv") },
  { _ = try? RinexObservations.read($0, file: "fuzz.obs") },
  { _ = try? GNSSLoggerRecording.read($0, file: "fuzz.txt") },
  { _ = try? IndoorCompetition.read($0, file: "fuzz.txt") },
  { _ = try? LibRSFDrive.read($0, file: "fuzz.txt") },
  { _ = try? HeraldRecording.read($0, file: "fuzz.csv") },
  { _ = try? OpenHPSBeacons.read($0, file: "fuzz.csv") },
  { _ = try? FloatingCarTracks.read($0, file: "fuzz.csv") },
]
