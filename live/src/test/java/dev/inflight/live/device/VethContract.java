package dev.inflight.live.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.TestNamespaces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of devices of network interfaces. */
@Tag("live")
public abstract class VethContract extends DeviceContract {
  private static final long LATER_PS = 20_000_000_000L;

  private String namespace = "";
  private String far = "";

  /** Opens an interface. */
  protected abstract Device open(String ofNamespace, String name, FrameMemory memory);

  /** MTU of the cable. */
  protected int mtuBytes() {
    return 1500;
  }

  @Override
  protected Ends open(FrameMemory one, FrameMemory other) {
    TestNamespaces all = new TestNamespaces();
    try {
      namespace = all.namespace("a");
      far = all.namespace("b");
      all.cable(namespace, "a0", far, "b0", mtuBytes());
      return new Ends(open(namespace, "a0", one), open(far, "b0", other), all);
    } catch (RuntimeException failure) {
      all.close();
      throw failure;
    }
  }

  @Override
  protected Ends openAgain() {
    return new Ends(open(namespace, "a0", Ends.memory()), open(far, "b0", Ends.memory()), () -> {
    });
  }

  @Test
  void anInterfaceThatGoesDownComesBack() throws Exception {
    try (Ends ends = open()) {
      assertThat(ends.one().isUp()).isTrue();
      TestNamespaces.ip("-n", namespace, "link", "set", "a0", "down");
      ends.one().poll(LATER_PS, 64);
      assertThat(ends.one().isUp()).isFalse();
      byte[] frame = frame(1, 100);
      assertThat(ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length)).isFalse();
      assertThat(ends.one().counters().dropsOut).isEqualTo(1);
      ends.one().endRound();
      TestNamespaces.ip("-n", namespace, "link", "set", "a0", "up");
      TestNamespaces.awaitUp(namespace, "a0");
      ends.one().poll(2 * LATER_PS, 64);
      ends.other().poll(2 * LATER_PS, 64);
      assertThat(ends.one().isUp()).isTrue();
      arrivesAt(ends);
    }
  }

  private void arrivesAt(Ends ends) {
    byte[] frame = frame(2, 100);
    assertThat(ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length)).isTrue();
    ends.one().endRound();
    long begin = System.nanoTime();
    while (ends.other().counters().framesIn == 0 && System.nanoTime() - begin < 1_000_000_000) {
      ends.other().poll(2 * LATER_PS, 64);
    }
    assertThat(ends.other().counters().framesIn).isEqualTo(1);
  }

  @Test
  void failedFrameWithinARoundIsCounted() throws Exception {
    try (Ends ends = open()) {
      TestNamespaces.ip("-n", namespace, "link", "set", "a0", "down");
      byte[] frame = frame(1, 100);
      ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length); // not detected yet
      ends.one().endRound();
      assertThat(ends.one().isUp()).isFalse();
    }
  }

  @Test
  void anInterfaceThatIsRemovedMakesNoException() throws Exception {
    try (Ends ends = open()) {
      TestNamespaces.ip("-n", namespace, "link", "del", "a0");
      byte[] frame = frame(1, 100);
      ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length);
      ends.one().endRound();
      ends.one().poll(LATER_PS, 64);
      ends.other().poll(LATER_PS, 64);
      assertThat(ends.one().isUp()).isFalse();
      assertThat(ends.other().isUp()).isFalse();
      ends.one().close();
      assertThat(ends.one().memory().freeChunks()).isEqualTo(Ends.CHUNKS);
    }
  }
}
