package dev.inflight.live.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameRewriter;
import dev.inflight.wire.frame.FrameView;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading the start of a frame gives the same result as reading the whole, independent of an earlier frame. */
class FrameHeadTest {
  private static final int AT = 500;
  private static final int PAYLOAD = 1200;
  private static final int FIRST_EXTENSION = 20; // in the header of IPv6, behind Ethernet's
  private static final int DESTINATION_OPTIONS = 60;

  private static List<Object> found(FrameView view, DecodeStatus outcome) {
    var all = new ArrayList<Object>(
        List.of(outcome, view.kind, view.telemetryBytes, view.telemetryRest == FrameView.ABSENT, view.payloadBytes, view.padBytes,
            view.opcode, view.optionsCount, view.headers.count()));
    for (int offset : new int[] {view.type, view.tag, view.ip, view.ipEnd, view.udp, view.tcp, view.tcpProbe, view.telemetryAt,
        view.bth, view.payload, view.icrc, view.end}) {
      all.add(offset == FrameView.ABSENT ? "none" : offset - view.frame);
    }
    return all;
  }

  private static void assertTheSame(FrameHead head, TelemetryFormat format, byte[] frame, SplittableRandom random) {
    byte[] noise = new byte[AT + frame.length + 100];
    random.nextBytes(noise);
    head.forget();
    head.read(MemorySegment.ofArray(noise), 0, noise.length);
    System.arraycopy(frame, 0, noise, AT, frame.length);
    head.read(MemorySegment.ofArray(noise), AT, frame.length);
    var whole = new FrameView(List.of(format));
    DecodeStatus outcome = whole.parse(frame.clone(), 0, frame.length);
    assertThat(found(head.view, head.outcome())).isEqualTo(found(whole, outcome));
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.live.forward.ForwardingTest#formats")
  void findsTheSameHeaders(TelemetryFormat format, boolean ipv6) {
    var head = new FrameHead(format);
    var random = new SplittableRandom(7);
    for (int payload : new int[] {0, 200, 260, 320, PAYLOAD}) {
      byte[] frame = TestFrame.write(ipv6, payload).with(format, PathQuery.QUEUEING).bytes();
      assertTheSame(head, format, frame, random);
      for (int story = 0; story < 200; story++) {
        byte[] damaged = frame.clone();
        damaged[random.nextInt(Math.min(120, damaged.length))] = (byte) random.nextInt();
        assertTheSame(head, format, damaged, random);
      }
    }
  }

  /** IPv6 extension header with padding options, so long that UDP is behind the first bytes read. */
  private static byte[] withLongExtension(int bytes) {
    byte[] frame = TestFrame.write(true, PAYLOAD).with(NativeFormat.DEFAULT, PathQuery.QUEUEING).bytes();
    int behind = 14 + 40;
    byte[] longer = new byte[frame.length + bytes];
    System.arraycopy(frame, 0, longer, 0, behind);
    System.arraycopy(frame, behind, longer, behind + bytes, frame.length - behind);
    longer[behind] = frame[FIRST_EXTENSION];
    longer[behind + 1] = (byte) (bytes / 8 - 1);
    longer[FIRST_EXTENSION] = DESTINATION_OPTIONS;
    for (int at = behind + 2; at < behind + bytes;) { // PadN
      int length = Math.min(255, behind + bytes - at - 2);
      longer[at] = 1;
      longer[at + 1] = (byte) length;
      at += 2 + length;
    }
    int payload = longer.length - behind;
    longer[18] = (byte) (payload >>> 8);
    longer[19] = (byte) payload;
    return longer;
  }

  @Test
  void readsLongHeaders() {
    var head = new FrameHead(NativeFormat.DEFAULT);
    for (int bytes = 8; bytes <= 1024; bytes += 8) {
      byte[] frame = withLongExtension(bytes);
      assertTheSame(head, NativeFormat.DEFAULT, frame, new SplittableRandom(bytes));
      assertThat(head.outcome()).isEqualTo(DecodeStatus.READ);
      assertThat(head.view.telemetry).isSameAs(NativeFormat.DEFAULT);
    }
  }

  @Test
  void aFrameIsReadOnceUntilItIsWritten() {
    byte[] memory = new byte[4000];
    byte[] frame = withLongExtension(8);
    System.arraycopy(frame, 0, memory, AT, frame.length);
    MemorySegment segment = MemorySegment.ofArray(memory);
    var head = new FrameHead(NativeFormat.DEFAULT);
    head.read(segment, AT, frame.length);
    head.bytes[head.view.frame] ^= 1;
    byte changed = head.bytes[head.view.frame];
    head.read(segment, AT, frame.length);
    assertThat(head.bytes[head.view.frame]).as("still there").isEqualTo(changed);
    head.write();
    memory[AT] ^= 2;
    head.read(segment, AT, frame.length);
    assertThat(head.bytes[head.view.frame]).as("read anew").isEqualTo((byte) (changed ^ 2));
    System.arraycopy(frame, 0, memory, 0, 400);
    head.read(segment, 0, 400);
    assertThat(head.view.end - head.view.frame).as("another one").isEqualTo(400);
  }

  /** Growing telemetry moves the bytes in front of it, whether the frame was read completely or not. */
  @Test
  void growthIsWritten() {
    for (int extension : new int[] {8, 512}) {
      byte[] frame = withLongExtension(extension);
      byte[] memory = new byte[AT + frame.length + 64];
      Arrays.fill(memory, (byte) 0xEE);
      System.arraycopy(frame, 0, memory, AT, frame.length);
      var head = new FrameHead(NativeFormat.DEFAULT);
      head.read(MemorySegment.ofArray(memory), AT, frame.length);
      byte[] header = new byte[head.view.telemetryBytes + 8];
      head.view.copyTelemetry(header, 0);
      new FrameRewriter(head.view).replaceTelemetryToFront(header, header.length);
      assertThat(head.write()).isEqualTo(AT - 8);
      byte[] toBack = Arrays.copyOf(frame, frame.length + 8);
      var view = new FrameView(List.of(NativeFormat.DEFAULT));
      view.parse(toBack, 0, frame.length);
      new FrameRewriter(view).replaceTelemetry(header, header.length);
      assertThat(Arrays.copyOfRange(memory, AT - 8, AT + frame.length)).isEqualTo(toBack);
      assertThat(memory[AT - 9]).isEqualTo((byte) 0xEE);
      assertThat(memory[AT + frame.length]).isEqualTo((byte) 0xEE);
    }
  }

  /** Only the headers are written, at their positions. */
  @Test
  void onlyHeadersAreWritten() {
    for (int extension : new int[] {8, 512}) {
      byte[] frame = withLongExtension(extension);
      byte[] memory = new byte[AT + frame.length + 64];
      Arrays.fill(memory, (byte) 0xEE);
      System.arraycopy(frame, 0, memory, AT, frame.length);
      byte[] before = memory.clone();
      var head = new FrameHead(NativeFormat.DEFAULT);
      head.read(MemorySegment.ofArray(memory), AT, frame.length);
      head.bytes[head.view.frame] ^= 1;
      head.bytes[head.view.udp] ^= 1;
      assertThat(head.write()).isEqualTo(AT);
      before[AT] ^= 1;
      before[AT + 14 + 40 + extension] ^= 1;
      assertThat(memory).isEqualTo(before);
    }
  }
}
