package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.loop.Sleeper;
import dev.inflight.live.loop.Source;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Sleeps in {@code ppoll}, which whatever becomes readable ends. */
public final class PollSleeper implements Sleeper {
  private static final int ENTRY_BYTES = 8;
  private static final short READABLE = 1;
  private static final int MOST_SOURCES = 4096;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Arena arena = Arena.ofShared();
  private final Libc sleeping = new Libc();
  private final Libc waking = new Libc(); // of other threads, one at a time
  private final MemorySegment files = arena.allocate((long) ENTRY_BYTES * MOST_SOURCES, Long.BYTES);
  private final MemorySegment time = arena.allocate(2 * Long.BYTES, Long.BYTES);
  private final int alarm;
  private int count;
  private boolean closed;

  /** A sleeper that watches nothing yet. */
  public PollSleeper() {
    alarm = sleeping.check(sleeping.event(), "eventfd");
    watch(List.of());
  }

  @Override
  public void watch(List<? extends Source> sources) {
    if (sources.size() >= MOST_SOURCES) {
      throw new IllegalArgumentException(sources.size() + " sources; at most " + (MOST_SOURCES - 1) + " can be waited for");
    }
    count = 0;
    put(alarm);
    for (Source source : sources) {
      if (source.fileDescriptor() != Source.NONE) {
        put(source.fileDescriptor());
      }
    }
  }

  private void put(int file) {
    long at = (long) ENTRY_BYTES * count++;
    files.set(JAVA_INT, at, file);
    files.set(JAVA_SHORT, at + 4, READABLE);
  }

  @Override
  public void sleep(long mostNanos) {
    time.set(JAVA_LONG, 0, mostNanos / NANOS_PER_SECOND);
    time.set(JAVA_LONG, Long.BYTES, mostNanos % NANOS_PER_SECOND);
    int ready = sleeping.await(files, count, time);
    if (ready > 0 && files.get(JAVA_SHORT, 6) != 0) {
      sleeping.clear(alarm);
    }
  }

  @Override
  public void wake() {
    synchronized (waking) {
      if (!closed) {
        waking.signal(alarm);
      }
    }
  }

  @Override
  public void close() {
    synchronized (waking) {
      if (!closed) {
        closed = true;
        waking.close(alarm);
        arena.close();
      }
    }
  }
}
