"""evo's absolute pose error of a pair of TUM files: poses per second of processor time, from files to figures.

    python3 Benchmarks/Peers/poses_evo.py TRUTH ESTIMATE

Does the work of `evo_ape tum TRUTH ESTIMATE -r trans_part`, without its start and its plots.
"""

import json
import sys
import time

import evo
from evo.core import metrics, sync
from evo.tools import file_interface


def main(truth, estimate):
    begin = time.process_time()
    true = file_interface.read_tum_trajectory_file(truth)
    found = file_interface.read_tum_trajectory_file(estimate)
    read = time.process_time()
    true, found = sync.associate_trajectories(true, found)
    ape = metrics.APE(metrics.PoseRelation.translation_part)
    ape.process_data((true, found))
    every = ape.get_all_statistics()
    end = time.process_time()
    print(json.dumps({
        "per_second": found.num_poses / (end - begin), "rmse": every["rmse"],
        "count": found.num_poses, "scoring_per_second": found.num_poses / (end - read),
        "version": evo.__version__}))


if __name__ == "__main__":
    main(*sys.argv[1:])
