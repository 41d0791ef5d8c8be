// The hold model on std::priority_queue: operations a second of processor time with N pending events.
//
//     g++ -O2 -o out/peers/hold_stl Benchmarks/Peers/hold_stl.cpp && out/peers/hold_stl 1000
//
// The queue alone, without the simulation around it that the others have.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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

static double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int count, char** arguments) {
  const int pending = count > 1 ? std::atoi(arguments[1]) : 1000;
  const int operations = 2000000;
  std::mt19937_64 source(7);
  std::exponential_distribution<double> draw(1.0);
  std::vector<int64_t> spans(1 << 16);
  for (auto& span : spans) span = static_cast<int64_t>(draw(source) * 1e9);
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue;
  uint64_t sequence = 0, sum = 0;
  for (int i = 0; i < pending; ++i) {
    queue.push({spans[i & 0xFFFF], sequence++, uint64_t(i) * 7919});
  }
  int64_t now = 0;
  auto hold = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) {
      Event event = queue.top();
      queue.pop();
      sum += event.payload;
      now = event.time;
      queue.push({now + spans[event.payload & 0xFFFF], sequence++, event.payload + 1});
    }
  };
  hold(2 * pending);
  const int64_t before = now;
  const double begin = seconds();
  hold(operations);
  const double taken = seconds() - begin;
  std::printf("{\"per_second\": %.0f, \"mean_gap\": %.6f}\n", operations / taken,
              double(now - before) * 1e-9 / operations * pending);
  return sum == 42;
}
