import Glibc
import Kernel

/// Discrete-event queueing model of a campaign's shards on many cores: total time and bottleneck.
///
/// A launcher starts tasks one after the other, cores run them, a shared store writes their files one after
/// the other, and one process merges all shards at the end. Only the given costs are measured; the rest is
/// a model.
public struct ShardQueue: Sendable {
  /// The costs of a campaign, and the machines that it runs on.
  public struct Costs: Sendable {
    /// Number of shards, and of cores.
    public var shards = 1000, cores = 64
    /// Mean time of a shard on a core, in s, and relative spread of shard times (log-normal).
    public var shardSeconds = 60.0, spread = 0.2
    /// Time of each shard, in s; nil if all take ``shardSeconds``.
    public var lengths: [Double]?
    /// Start time of a task on its core, in s: process, scenarios, and a scan for finished runs; an
    /// estimate.
    public var startSeconds = 0.2
    /// Launch rate, in tasks per second; an estimate.
    public var tasksPerSecond = 20.0
    /// Size of a shard file, in bytes, and throughput of the shared store, in bytes per second; the latter is
    /// an estimate.
    public var shardBytes = 200_000.0, storeBytesPerSecond = 100e6
    /// Probability that a task is killed; its work since the last full minute is then repeated.
    public var killShare = 0.0
    /// Time to merge a shard, in s.
    public var mergeSeconds = 0.01

    /// Creates typical costs.
    public init() {}
  }

  /// The result of the model.
  public struct Outcome: Sendable {
    /// Time until the last shard is stored, and until all shards are merged, in s.
    public var shardsSeconds, wholeSeconds: Double
    /// Utilisation of cores, launcher and store, as shares of the time until the last shard is stored.
    public var coreUse, launcherUse, storeUse: Double
    /// Share of the merge in the total time.
    public var mergeShare: Double

    /// The most utilised resource, which is worth speeding up first.
    public var bottleneck: String {
      let all = [
        ("cores", coreUse * (1 - mergeShare)), ("launcher", launcherUse * (1 - mergeShare)),
        ("store", storeUse * (1 - mergeShare)), ("merge", mergeShare),
      ]
      return all.max { $0.1 < $1.1 }?.0 ?? "cores"
    }
  }

  /// Simulates a campaign.
  ///
  /// - Parameters:
  ///   - costs: Its costs.
  ///   - seed: Seed of the shard times and kills.
  /// - Returns: Times and utilisations.
  public static func run(_ costs: Costs, seed: UInt64 = 1) -> Outcome {
    var simulation = Simulation(Model(costs, seed: seed))
    simulation.schedule.schedule(.handOut, at: .start)
    while simulation.step() {}
    let model = simulation.model
    let shards = (model.end - .start).seconds
    let merge = Double(costs.shards) * costs.mergeSeconds
    let whole = shards + merge
    return Outcome(
      shardsSeconds: shards, wholeSeconds: whole,
      coreUse: shards > 0 ? model.busy / shards / Double(costs.cores) : 0,
      launcherUse: shards > 0 ? Double(model.handedOut) / costs.tasksPerSecond / shards : 0,
      storeUse: shards > 0
        ? model.stored * costs.shardBytes / costs.storeBytesPerSecond / shards : 0,
      mergeShare: whole > 0 ? merge / whole : 0)
  }

  private enum Event {
    case handOut, ended(shard: Int), killed(shard: Int), stored
  }

  private struct Model: SimulationModel {
    let costs: Costs
    let seed: UInt64
    var waiting: [Int]
    var freeCores: Int
    var nextHandOut = SimTime.start
    var isHandingOut = false
    var storeFree = SimTime.start
    var busy = 0.0, stored = 0.0
    var handedOut = 0
    var end = SimTime.start
    /// Remaining share of each shard's work.
    var left: [Double]
    var attempts: [Int]

    init(_ costs: Costs, seed: UInt64) {
      (self.costs, self.seed) = (costs, seed)
      waiting = Array((0..<max(0, costs.shards)).reversed())
      freeCores = max(1, costs.cores)
      left = [Double](repeating: 1, count: max(0, costs.shards))
      attempts = [Int](repeating: 0, count: max(0, costs.shards))
    }

    mutating func handle(_ event: Event, schedule: inout Schedule<Event>) {
      switch event {
      case .handOut: isHandingOut = false
      case .killed(let shard):
        freeCores += 1
        waiting.append(shard)
      case .ended:
        freeCores += 1
        storeFree =
          max(storeFree, schedule.now) + .seconds(costs.shardBytes / costs.storeBytesPerSecond)
        schedule.schedule(.stored, at: storeFree)
      case .stored:
        stored += 1
        end = max(end, schedule.now)
      }
      handOut(&schedule)
    }

    /// Starts the next shard on a free core, limited by the launch rate.
    private mutating func handOut(_ schedule: inout Schedule<Event>) {
      guard !isHandingOut, freeCores > 0, let shard = waiting.last else { return }
      guard schedule.now >= nextHandOut else {
        isHandingOut = true
        schedule.schedule(.handOut, at: nextHandOut)
        return
      }
      waiting.removeLast()
      freeCores -= 1
      handedOut += 1
      nextHandOut = schedule.now + .seconds(1 / costs.tasksPerSecond)
      start(shard, &schedule)
      if !waiting.isEmpty, freeCores > 0 {
        isHandingOut = true
        schedule.schedule(.handOut, at: nextHandOut)
      }
    }

    private mutating func start(_ shard: Int, _ schedule: inout Schedule<Event>) {
      var draw = RandomStream(
        seed: seed, entity: UInt64(shard), purpose: "queue", index: UInt64(attempts[shard]))
      attempts[shard] += 1
      // All attempts of a shard have the same length; only the time of a kill is random.
      var own = RandomStream(seed: seed, entity: UInt64(shard), purpose: "length")
      let sigma = log(1 + costs.spread * costs.spread).squareRoot()
      let length = costs.lengths?[shard] ?? costs.shardSeconds
      let whole = length * exp(sigma * own.gaussian() - sigma * sigma / 2)
      let work = whole * left[shard]
      guard draw.uniform() >= costs.killShare else {
        let done = work * draw.uniform()
        // Finished work is stored every minute.
        left[shard] -= whole > 0 ? (done / 60).rounded(.down) * 60 / whole : 0
        busy += costs.startSeconds + done
        schedule.schedule(.killed(shard: shard), after: .seconds(costs.startSeconds + done))
        return
      }
      busy += costs.startSeconds + work
      schedule.schedule(.ended(shard: shard), after: .seconds(costs.startSeconds + work))
    }
  }
}
