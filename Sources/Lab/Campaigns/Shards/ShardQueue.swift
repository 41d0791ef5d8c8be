import Glibc
import Kernel

/// A campaign's shards on many cores, event by event: how long it takes, and what it waits for first.
///
/// A launcher hands out tasks one after the other, cores do them, a store that all share takes what comes
/// of them one file after the other, and one process puts all together at the end. It is a model: what is
/// measured are the costs that it is given.
public struct ShardQueue: Sendable {
  /// What a campaign costs, and what it runs on.
  public struct Costs: Sendable {
    /// How many shards there are, and how many cores.
    public var shards = 1000, cores = 64
    /// How long a shard takes on a core, in s, and by which share of that shards differ (a log-normal law).
    public var shardSeconds = 60.0, spread = 0.2
    /// How long each shard takes by itself, in s; nil where all take ``shardSeconds``.
    public var lengths: [Double]?
    /// How long a task takes to start on its core, in s: the process, its scenarios, and which of its
    /// runs are there already; an estimate.
    public var startSeconds = 0.2
    /// How many tasks a launcher hands out in a second; an estimate.
    public var tasksPerSecond = 20.0
    /// How large a shard's file is, and how much the shared store takes in a second, in bytes; the latter an
    /// estimate.
    public var shardBytes = 200_000.0, storeBytesPerSecond = 100e6
    /// How likely a task is killed on the way; all of its work since the last minute is then done again.
    public var killShare = 0.0
    /// How long putting a shard to the others takes, in s.
    public var mergeSeconds = 0.01

    /// The usual costs.
    public init() {}
  }

  /// What came of it.
  public struct Outcome: Sendable {
    /// How long until the last shard was stored, and until all were put together, in s.
    public var shardsSeconds, wholeSeconds: Double
    /// Which share of that time each is at work: cores, launcher, store.
    public var coreUse, launcherUse, storeUse: Double
    /// Which share of the whole time putting together takes.
    public var mergeShare: Double

    /// What a faster one of would help first.
    public var bottleneck: String {
      let all = [
        ("cores", coreUse * (1 - mergeShare)), ("launcher", launcherUse * (1 - mergeShare)),
        ("store", storeUse * (1 - mergeShare)), ("merge", mergeShare),
      ]
      return all.max { $0.1 < $1.1 }?.0 ?? "cores"
    }
  }

  /// Lets a campaign run.
  ///
  /// - Parameters:
  ///   - costs: What it costs.
  ///   - seed: Of how long each shard takes.
  /// - Returns: What came of it.
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
    /// How much of each shard is left to do, as a share.
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

    /// Gives the next shard to a core that is free, as fast as the launcher can.
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
      // The same length at each attempt: it is the shard's, and only where it is killed is chance.
      var own = RandomStream(seed: seed, entity: UInt64(shard), purpose: "length")
      let sigma = log(1 + costs.spread * costs.spread).squareRoot()
      let length = costs.lengths?[shard] ?? costs.shardSeconds
      let whole = length * exp(sigma * own.gaussian() - sigma * sigma / 2)
      let work = whole * left[shard]
      guard draw.uniform() >= costs.killShare else {
        let done = work * draw.uniform()
        // What is finished is kept every minute.
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
