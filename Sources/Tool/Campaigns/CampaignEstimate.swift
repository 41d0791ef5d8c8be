import Campaigns
import Documents
import Harness
import Kernel
import Programs
import Reporting
import Scenarios

/// Estimated time of a campaign on a number of cores, from a few runs on this machine.
struct CampaignEstimate {
  let plan: CampaignPlan
  let cost: CampaignCost
  let costs: ShardQueue.Costs
  let outcome: ShardQueue.Outcome

  /// Runs a few runs of each scenario.
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

  /// The estimate as text.
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
        + "\(figureText(outcome.wholeSeconds - outcome.shardsSeconds)) s for the merge;",
      "\(figureText(cost.coreSeconds / 3600)) core-hours, \(figureText(bytes / 1e6)) MB of shards; "
        + "cores are busy for \(share) % of the time;",
      "bottleneck: \(outcome.bottleneck).",
    ]
  }

  /// The estimate as JSON.
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

extension CampaignPlan.PlannedScenario {
  /// Device-hours per run.
  var deviceHours: Double {
    Double(scenario.phoneCount) * scenario.scenario.duration.seconds / 3600
  }
}

extension CampaignController {
  /// The estimate for a number of cores; ten shards per core by default.
  func estimate(cores: Int, shards: Int?) throws -> CampaignEstimate {
    // No cache: it may hold the first seeds, but most seeds of a campaign are new.
    if !invocation.has(.cache) { WorkCache.current = nil }
    return try CampaignEstimate(
      plan, identity: identity, cores: cores,
      shards: min(max(1, plan.runCount), shards ?? min(Self.maxShards, 10 * cores)),
      cancellation: interruptible())
  }
}
