package dev.inflight.live.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.OpenFiles;
import dev.inflight.live.loop.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PollSleeperTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private static long slept(PollSleeper sleeper, long mostNanos) {
    long begin = System.nanoTime();
    sleeper.sleep(mostNanos);
    return System.nanoTime() - begin;
  }

  @Test
  void sleepsAsLongAsAskedFor() {
    try (var sleeper = new PollSleeper()) {
      assertThat(slept(sleeper, 3_000_000)).isBetween(3_000_000L, SECOND_NANOS);
      assertThat(slept(sleeper, 200_000)).isBetween(200_000L, SECOND_NANOS);
    }
  }

  @Test
  void aWakeEndsOneSleep() throws InterruptedException {
    try (var sleeper = new PollSleeper()) {
      sleeper.wake(); // before it sleeps
      sleeper.wake();
      assertThat(slept(sleeper, 5 * SECOND_NANOS)).isLessThan(SECOND_NANOS);
      assertThat(slept(sleeper, 2_000_000)).isGreaterThanOrEqualTo(2_000_000);
      Thread waker = Thread.ofPlatform().start(() -> {
        try {
          Thread.sleep(20);
        } catch (InterruptedException never) {
          Thread.currentThread().interrupt();
        }
        sleeper.wake();
      });
      assertThat(slept(sleeper, 5 * SECOND_NANOS)).isLessThan(2 * SECOND_NANOS);
      waker.join();
    }
  }

  @Test
  void readySourceEndsAndUnpollableSourceShortensASleep() {
    var libc = new Libc();
    try (var sleeper = new PollSleeper(); var event = new Descriptor("eventfd", libc.eventfd())) {
      sleeper.watch(List.of(source(event.fd())));
      assertThat(slept(sleeper, 2_000_000)).isGreaterThanOrEqualTo(2_000_000);
      try (var arena = java.lang.foreign.Arena.ofConfined()) {
        libc.write(event.fd(), arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_LONG, 1).address(), Long.BYTES);
      }
      assertThat(slept(sleeper, 5 * SECOND_NANOS)).isLessThan(SECOND_NANOS);
      sleeper.watch(List.of(source(Source.NONE)));
      assertThat(slept(sleeper, 5 * SECOND_NANOS)).isLessThan(SECOND_NANOS);
    }
  }

  @Test
  void closingTwiceReleasesTheDescriptorOnce() {
    new PollSleeper().close();
    long before = OpenFiles.count();
    var sleeper = new PollSleeper();
    assertThat(OpenFiles.count()).isEqualTo(before + 1);
    sleeper.close();
    sleeper.close();
    sleeper.wake();
    assertThat(OpenFiles.count()).isEqualTo(before);
  }

  private static Source source(int fd) {
    return new Source() {
      @Override
      public int poll(long nowPs, int most) {
        return 0;
      }

      @Override
      public void endRound() {
        // nothing is sent
      }

      @Override
      public int fileDescriptor() {
        return fd;
      }
    };
  }
}
