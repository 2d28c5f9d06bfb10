package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinkEventsTest {
  /** Number of tries, large enough that the JVM's own memory does not matter. */
  private static final int TRIES = 20_000;
  private static final int ROOM_BYTES = 8192;

  /** Bytes allocated by malloc and not freed, as glibc reports them. */
  private static long nativeBytes() throws Throwable {
    var linker = Linker.nativeLinker();
    var mallinfo = linker.defaultLookup().find("mallinfo2");
    assumeTrue(mallinfo.isPresent(), "needs glibc's mallinfo2");
    var fields = new MemoryLayout[10];
    Arrays.fill(fields, JAVA_LONG);
    try (Arena arena = Arena.ofConfined()) {
      var info = (MemorySegment) linker.downcallHandle(mallinfo.get(), FunctionDescriptor.of(MemoryLayout.structLayout(fields)))
          .invokeExact((SegmentAllocator) arena);
      return info.getAtIndex(JAVA_LONG, 7); // uordblks
    }
  }

  @Test
  void leaksNothingWhereTheNamespaceIsMissing() throws Throwable {
    long before = nativeBytes();
    int refused = 0;
    for (int n = 0; n < TRIES; n++) {
      try (var events = new LinkEvents("ifl-tnone")) {
        assertThat(events).isNull();
      } catch (OsException missing) {
        refused++;
      }
    }
    assertThat(refused).isEqualTo(TRIES);
    assertThat(nativeBytes()).isLessThan(before + TRIES * (ROOM_BYTES / 2));
  }

  @Test
  void closesOnce() {
    var events = new LinkEvents(null);
    events.close();
    events.close();
    assertThatThrownBy(events::haveCome).isInstanceOf(OsException.class).hasMessageStartingWith("netlink socket: read: EBADF");
  }
}
