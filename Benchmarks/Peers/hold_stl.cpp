// The hold model on std::priority_queue: operations per second at N pending events.
//
//     g++ -O2 -o /tmp/hold_stl Benchmarks/Peers/hold_stl.cpp && /tmp/hold_stl
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <queue>
#include <random>
#include <vector>

struct Event {
  int64_t time;
  uint64_t sequence;
  uint64_t payload;
  bool operator>(const Event& other) const {
    return time != other.time ? time > other.time : sequence > other.sequence;
  }
};

int main() {
  std::mt19937_64 source(7);
  std::exponential_distribution<double> draw(1.0);
  std::vector<int64_t> spans(1 << 16);
  for (auto& span : spans) span = static_cast<int64_t>(draw(source) * 1e9);
  for (int pending : {1000, 100000, 1000000}) {
    std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue;
    uint64_t sequence = 0, sum = 0;
    for (int i = 0; i < pending; ++i) queue.push({spans[i & 0xFFFF], sequence++, uint64_t(i)});
    double best = 1e30;
    const int operations = 2000000;
    for (int round = 0; round < 4; ++round) {
      auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < operations; ++i) {
        Event event = queue.top();
        queue.pop();
        sum += event.payload;
        queue.push({event.time + spans[i & 0xFFFF], sequence++, event.payload});
      }
      std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      if (taken.count() < best) best = taken.count();
    }
    std::printf("std::priority_queue,%d,%.0f\n", pending, operations / best);
    if (sum == 42) std::puts("");
  }
}
