package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.loop.Sleeper;
import dev.inflight.live.loop.Source;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sleeper in poll(2) until a source's descriptor is readable; an eventfd wakes it. It sleeps for at most 50 us while a source has
 * no descriptor. By default the kernel may end a sleep 50 us late; the sleeper disables this slack.
 */
public final class PollSleeper implements Sleeper {
  private static final long BLIND_NANOS = 50_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int ENTRY_BYTES = 8;
  private static final short POLLIN = 1;

  private final Libc libc = new Libc();
  private final Descriptor event = new Descriptor("eventfd", libc.eventfd());
  private final Arena arena = Arena.ofShared();
  private final MemorySegment timeout = arena.allocate(16, 8);
  private final MemorySegment one = arena.allocateFrom(JAVA_LONG, 1);
  private final MemorySegment read = arena.allocate(JAVA_LONG);
  private final Object wakers = new Object();
  private final Libc libcOfWakers = new Libc();
  private Arena entriesArena = Arena.ofShared();
  private MemorySegment entries = entriesArena.allocate(ENTRY_BYTES, ENTRY_BYTES);
  private @Nullable Thread withoutSlack;
  private int count;
  private boolean blind;
  private boolean closed;

  /** Creates a sleeper that watches nothing yet. */
  public PollSleeper() {
    watch(List.of());
  }

  @Override
  public void watch(List<? extends Source> sources) {
    entriesArena.close();
    entriesArena = Arena.ofShared();
    entries = entriesArena.allocate((sources.size() + 1L) * ENTRY_BYTES, ENTRY_BYTES);
    count = 0;
    blind = false;
    add(event.fd());
    for (Source source : sources) {
      if (source.fileDescriptor() == Source.NONE) {
        blind = true;
      } else {
        add(source.fileDescriptor());
      }
    }
  }

  private void add(int fd) {
    long at = (long) count++ * ENTRY_BYTES;
    entries.set(JAVA_INT, at, fd);
    entries.set(JAVA_SHORT, at + 4, POLLIN);
    entries.set(JAVA_SHORT, at + 6, (short) 0);
  }

  @Override
  public void sleep(long mostNanos) {
    leaveNoSlack();
    long nanos = blind ? Math.min(mostNanos, BLIND_NANOS) : mostNanos;
    timeout.set(JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
    timeout.set(JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
    int ready = libc.ppoll(entries.address(), count, timeout.address());
    if (ready > 0 && entries.get(JAVA_SHORT, 6) != 0) {
      libc.read(event.fd(), read.address(), Long.BYTES);
    }
  }

  /** Disables the thread's timer slack. If the kernel rejects that, as in sandboxes, sleeps end late, which is no error. */
  @SuppressWarnings("ReferenceEquality")
  private void leaveNoSlack() {
    Thread thread = Thread.currentThread();
    if (withoutSlack != thread) {
      libc.timerSlack(1);
      withoutSlack = thread;
    }
  }

  @Override
  public void wake() {
    synchronized (wakers) {
      if (!closed) {
        libcOfWakers.write(event.fd(), one.address(), Long.BYTES);
      }
    }
  }

  @Override
  public void close() {
    synchronized (wakers) {
      if (!closed) {
        closed = true;
        event.close();
        arena.close();
        entriesArena.close();
      }
    }
  }
}
