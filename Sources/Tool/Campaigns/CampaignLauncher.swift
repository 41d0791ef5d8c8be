import Campaigns
import Documents

/// Scripts that run a campaign's shards on many machines: short, so that users can read and change them.
enum CampaignLauncher: String, CaseIterable {
  case slurm, dask, parallel, kubernetes

  /// Parameters of a script.
  struct Job {
    /// Name of the campaign, and its file.
    var name, file: String
    /// Folder of the campaign.
    var folder: String
    /// Number of shards.
    var shards: Int
    /// Further options of the commands: `--set`, `--stack`.
    var options: [String]
    /// The folder that paths are relative to, and the path of the program.
    var place, program: String

    /// A copy for container images, where this machine's program path doesn't exist.
    var inImage: Job {
      var job = self
      job.program = "venuesim"
      return job
    }

    /// The name as a DNS label (RFC 1123): lower-case letters, digits and hyphens, at most 63.
    var label: String {
      let letters = name.lowercased().map { character in
        character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
      }
      let word = String(letters.prefix(63)).drop { $0 == "-" }
      let end = word.lastIndex { $0 != "-" }
      return end.map { String(word[...$0]) } ?? "campaign"
    }

    /// A campaign command, with each word quoted for a shell.
    func command(_ act: String, _ more: String = "") -> String {
      let words = [program, "campaign", act, file, "--out", folder] + options + ["--quiet"]
      return words.map(quoted).joined(separator: " ") + (more.isEmpty ? "" : " " + more)
    }
  }

  /// The text of the script.
  func text(_ job: Job) -> String {
    switch self {
    case .slurm: Self.slurm(job)
    case .parallel: Self.parallel(job)
    case .dask: Self.dask(job)
    case .kubernetes: Self.kubernetes(job.inImage)
    }
  }

  private static func slurm(_ job: Job) -> String {
    """
    #!/bin/bash
    # Campaign '\(job.name)' as a Slurm job array of \(job.shards) shards, and a job that merges them.
    # All machines must see this folder. A task that is killed, requeued or run again runs what is missing.
    # If this script is started again, so does the whole campaign.
    set -eu
    command -v sbatch > /dev/null || { echo "$0: Slurm's sbatch isn't installed here" >&2; exit 1; }
    cd \(quoted(job.place))
    mkdir -p \(quoted(job.folder))/logs

    # TERM a minute before a time limit (--time), so that what is finished is kept.
    shards=$(sbatch --parsable --job-name=\(quoted(job.name)) --array=1-\(job.shards) --cpus-per-task=1 \\
      --requeue --signal=TERM@60 --open-mode=append --output=\(quoted(job.folder))/logs/%a.log <<'TASK'
    #!/bin/bash
    exec \(job.command("run", "--shard \"$SLURM_ARRAY_TASK_ID/\(job.shards)\" --jobs \"$SLURM_CPUS_PER_TASK\""))
    TASK
    )
    sbatch --parsable --job-name=\(quoted(job.name + "-merge")) --dependency="afterok:${shards%%;*}" \\
      --kill-on-invalid-dep=yes --output=\(quoted(job.folder))/logs/merge.log <<'TASK'
    #!/bin/bash
    \(job.command("merge")) || test $? -eq 4  # 4: a budget was missed, which is a result.
    TASK
    """
  }

  private static func parallel(_ job: Job) -> String {
    """
    #!/bin/bash
    # Campaign '\(job.name)' in \(job.shards) shards by GNU parallel, on this machine or, with a file of
    # 'SLOTS/HOST' lines in HOSTS, over ssh. All machines must see this folder.
    # If started again, it runs what is missing.
    set -eu
    command -v parallel > /dev/null || { echo "$0: GNU parallel isn't installed here" >&2; exit 1; }
    cd \(quoted(job.place))
    mkdir -p \(quoted(job.folder))
    hosts=()
    [ -z "${HOSTS:-}" ] || hosts=(--sshloginfile "$HOSTS" --workdir "$PWD")

    # Each shard runs what it lacks: parallel's own resumption goes by job numbers, not by files.
    parallel "${hosts[@]}" --joblog \(quoted(job.folder + "/joblog")) --retries 3 -I @SHARD@ \\
      \(quoted(job.command("run", "--jobs 1 --shard @SHARD@/\(job.shards)"))) ::: $(seq \(job.shards))
    \(job.command("merge")) || test $? -eq 4  # 4: a budget was missed, which is a result.
    """
  }

  private static func dask(_ job: Job) -> String {
    """
    #!/usr/bin/env python3
    \"\"\"Campaign '\(job.name)' in \(job.shards) shards by Dask: on the scheduler named first, or on this machine.

    All workers must see this folder. If started again, it runs what is missing.
    \"\"\"
    import importlib.util
    import os
    import subprocess
    import sys

    try:
        from distributed import Client, as_completed
    except ImportError:
        sys.exit(f"{sys.argv[0]}: Dask isn't installed here: pip install distributed")

    PLACE = \(literal(job.place))
    COMMAND = [\((["campaign", "run", job.file, "--out", job.folder] + job.options + ["--quiet"]).map(literal).joined(separator: ", "))]
    PROGRAM, SHARDS = \(literal(job.program)), \(job.shards)


    def program():
        \"\"\"The program of the Python package if the machine has it, else its path on the machine that wrote this script.\"\"\"
        if os.path.exists(PROGRAM) or not importlib.util.find_spec("venuesim"):
            return PROGRAM
        import venuesim
        return venuesim.program()


    def run(number):
        subprocess.run([program(), *COMMAND, "--jobs", "1", "--shard", f"{number}/{SHARDS}"], cwd=PLACE, check=True)
        return number


    if __name__ == "__main__":
        client = Client(sys.argv[1] if len(sys.argv) > 1 else None)
        shards = client.map(run, range(1, SHARDS + 1), retries=3, pure=False)
        for done, shard in enumerate(as_completed(shards), 1):
            shard.result()
            print(f"{done} of {SHARDS} shards", file=sys.stderr)
        merge = ["campaign", "merge", *COMMAND[2:]]
        status = subprocess.run([program(), *merge], cwd=PLACE, check=False).returncode
        sys.exit(0 if status == 4 else status)  # 4: a budget was missed, which is a result.
    """
  }

  private static func kubernetes(_ job: Job) -> String {
    """
    # Campaign '\(job.name)' as a Kubernetes Indexed Job of \(job.shards) shards. Name an image that has venuesim,
    # and a claim on a volume that many pods may write (ReadWriteMany) and that holds the campaign's files
    # by the names below; they are this machine's, relative to /campaign unless they begin with '/'.
    # When the job is complete, merge the shards where the volume is mounted:
    #   \(job.command("merge"))
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(literal(job.label))
    spec:
      completionMode: Indexed
      completions: \(job.shards)
      parallelism: \(min(job.shards, 64))
      backoffLimitPerIndex: 3  # A shard that was killed runs what is missing.
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 60  # What is finished is kept.
          containers:
            - name: shard
              image: venuesim:latest
              workingDir: /campaign
              command: ["/bin/sh", "-c"]
              args:
                - >-
                  exec \(job.command("run", "--jobs 1 --shard $((JOB_COMPLETION_INDEX + 1))/\(job.shards)"))
              resources:
                requests: {cpu: "1", memory: 512Mi}
              volumeMounts:
                - {name: campaign, mountPath: /campaign}
          volumes:
            - name: campaign
              persistentVolumeClaim: {claimName: campaign}
    """
  }
}

/// A word quoted for a shell.
func quoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "_-./=:,".utf8.contains(byte)
  }
  return isPlain && !word.isEmpty
    ? word
    : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
}

/// A string literal for Python and YAML, in JSON's quotes.
private func literal(_ text: String) -> String { JSONValue.string(text).text(pretty: false) }

extension CampaignController {
  /// Prints a launcher script.
  func launch(_ launcher: CampaignLauncher) throws -> ExitStatus {
    guard let folder, let shards = try count(.shards) else {
      throw UsageError("launch needs --out DIR and --shards N, the number of tasks")
    }
    for option in [Option.jobs, .stackCPU, .cores, .shard] where invocation.has(option) {
      throw UsageError("--\(option.name) doesn't go with launch: put it into the script")
    }
    var options: [String] = []
    for option in [Option.set, .stack, .stackTimeout, .cache] {
      for value in invocation.values(option) { options += ["--" + option.name, value] }
    }
    let job = CampaignLauncher.Job(
      name: plan.name, file: path, folder: folder, shards: min(shards, plan.runCount),
      options: options, place: currentFolder(), program: programFile() ?? "venuesim")
    say(launcher.text(job))
    return .success
  }
}
