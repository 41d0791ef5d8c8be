import Campaigns
import Documents
import Harness
import Kernel
import Programs
import Reporting
import Scenarios

/// What a campaign takes on so many cores, by what a few of its runs took here.
struct CampaignEstimate {
  let plan: CampaignPlan
  let cost: CampaignCost
  let costs: ShardQueue.Costs
  let outcome: ShardQueue.Outcome

  /// Tries a few runs of each scenario.
  init(
    _ plan: CampaignPlan, identity: CampaignIdentity, cores: Int, shards: Int,
    cancellation: CancellationToken?
  ) throws {
    self.plan = plan
    cost = try CampaignCost(
      of: plan, identity: identity, clock: monotonicSeconds, cancellation: cancellation)
    costs = cost.costs(shards: shards, cores: cores)
    outcome = ShardQueue.run(costs)
  }

  private var bytes: Double { costs.shardBytes * Double(costs.shards) }

  /// As a person reads it.
  var lines: [String] {
    var table = TextTable([
      "scenario", "tried", "a run (s)", "a device-hour (s)", "a shard (bytes)",
    ])
    for (part, cost) in zip(plan.parts, cost.parts) {
      table.add([
        part.name, "\(cost.tried)", figureText(cost.runSeconds),
        figureText(cost.runSeconds / part.deviceHours), figureText(cost.shardBytes),
      ])
    }
    let share = Int((100 * outcome.coreUse * (1 - outcome.mergeShare)).rounded())
    return ["", "On a core of this machine:"] + table.lines + [
      "",
      "\(costs.shards) shards on \(costs.cores) such cores: \(durationText(outcome.wholeSeconds)), of which "
        + "\(figureText(outcome.wholeSeconds - outcome.shardsSeconds)) s merge;",
      "\(figureText(cost.coreSeconds / 3600)) core-hours, \(figureText(bytes / 1e6)) MB of shards; "
        + "cores are at work for \(share) % of the time;",
      "what limits it first: \(outcome.bottleneck).",
    ]
  }

  /// As a program reads it.
  var json: JSONValue {
    [
      "cores": .int(Int64(costs.cores)), "shards": .int(Int64(costs.shards)),
      "core_s": .number(cost.coreSeconds), "whole_s": .number(outcome.wholeSeconds),
      "merge_s": .number(outcome.wholeSeconds - outcome.shardsSeconds), "bytes": .number(bytes),
      "core_use": .number(outcome.coreUse), "launcher_use": .number(outcome.launcherUse),
      "store_use": .number(outcome.storeUse), "limit": .string(outcome.bottleneck),
      "scenarios": .array(
        zip(plan.parts, cost.parts).map { part, cost in
          [
            "name": .string(part.name), "tried": .int(Int64(cost.tried)),
            "device_hours": .number(part.deviceHours), "run_s": .number(cost.runSeconds),
            "start_s": .number(cost.startSeconds), "shard_bytes": .number(cost.shardBytes),
            "merge_s": .number(cost.mergeSeconds),
          ]
        }),
    ]
  }
}

extension CampaignPlan.Part {
  /// How many device-hours one run is.
  var deviceHours: Double {
    Double(scenario.phoneCount) * scenario.scenario.duration.seconds / 3600
  }
}

extension CampaignDesk {
  /// What the campaign takes on so many cores; in ten shards a core where nobody says.
  func estimate(cores: Int, shards: Int?) throws -> CampaignEstimate {
    // Most of a campaign's seeds were never run before: what a cache has of the first would flatter.
    if !invocation.has(.cache) { WorkCache.current = nil }
    return try CampaignEstimate(
      plan, identity: identity, cores: cores,
      shards: min(max(1, plan.runCount), shards ?? min(Self.mostShards, 10 * cores)),
      cancellation: interruptible())
  }
}
