package dev.inflight.live.soak;

import dev.inflight.net.rdma.Operation.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Log of a soak's events and errors. */
final class SoakLog {
  private static final int MOST = 50;

  final FaultyDevice.Counts frames = new FaultyDevice.Counts();
  final Map<Long, Incarnation.Session> sessions = new ConcurrentHashMap<>();
  final LongAdder writes = new LongAdder();
  final LongAdder reads = new LongAdder();
  final LongAdder messages = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder connected = new LongAdder();
  final LongAdder notConnected = new LongAdder();
  final LongAdder flaps = new LongAdder();
  final LongAdder kills = new LongAdder();
  final LongAdder farewells = new LongAdder();
  final AtomicLongArray failed = new AtomicLongArray(Status.values().length);
  private final List<String> wrong = new CopyOnWriteArrayList<>();

  /** Records an error. */
  void wrong(String what) {
    if (wrong.size() < MOST) {
      wrong.add(what);
      System.out.println("WRONG: " + what);
    }
  }

  List<String> wrongs() {
    return wrong;
  }

  String failures() {
    var text = new StringBuilder();
    for (Status status : Status.values()) {
      if (failed.get(status.ordinal()) > 0) {
        text.append(text.isEmpty() ? "" : ", ").append(failed.get(status.ordinal())).append(' ').append(status);
      }
    }
    return text.isEmpty() ? "none" : text.toString();
  }
}
