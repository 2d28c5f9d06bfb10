package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes that arrive in pieces, as from a pipe: they are read in order, without unnecessary waits. */
class CaptureBytesTest {
  private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
  private int asked;
  private final CaptureBytes bytes = new CaptureBytes(this::piece);

  private int piece(byte[] into, int offset, int length) {
    asked++;
    byte[] piece = pieces.poll();
    if (piece == null) {
      return -1;
    }
    assertThat(length).isGreaterThanOrEqualTo(piece.length);
    System.arraycopy(piece, 0, into, offset, piece.length);
    return piece.length;
  }

  private static byte[] counting(int from, int to) {
    byte[] counting = new byte[to - from];
    for (int at = from; at < to; at++) {
      counting[at - from] = (byte) at;
    }
    return counting;
  }

  @Test
  void returnsAvailableBytesBeforeReadingMore() throws IOException {
    pieces.addAll(List.of(counting(0, 10), counting(10, 12)));
    byte[] taken = new byte[20];
    assertThat(bytes.some(taken, 0, 0)).isZero();
    assertThat(asked).isZero();
    assertThat(bytes.some(taken, 0, 4)).isEqualTo(4);
    assertThat(bytes.some(taken, 4, 16)).isEqualTo(6);
    assertThat(asked).isEqualTo(1);
    assertThat(bytes.some(taken, 10, 10)).isEqualTo(2);
    assertThat(bytes.offset()).isEqualTo(12);
    assertThat(bytes.some(taken, 12, 8)).isEqualTo(-1);
    assertThat(taken).startsWith(counting(0, 12));
  }

  @Test
  void peekConsumesNothing() throws IOException {
    pieces.addAll(List.of(counting(0, 3), counting(3, 5), counting(5, 9)));
    byte[] seen = new byte[4];
    assertThat(bytes.fill(new byte[2], 0, 2)).isEqualTo(2);
    assertThat(bytes.peek(seen, 4)).isEqualTo(4);
    assertThat(seen).isEqualTo(counting(2, 6));
    assertThat(bytes.offset()).isEqualTo(2);
    assertThat(bytes.peek(seen, 4)).isEqualTo(4);
    assertThat(asked).isEqualTo(3);
    byte[] rest = new byte[9];
    assertThat(bytes.fill(rest, 0, 9)).isEqualTo(7);
    assertThat(Arrays.copyOf(rest, 7)).isEqualTo(counting(2, 9));
    assertThat(bytes.offset()).isEqualTo(9);
    assertThat(bytes.peek(seen, 4)).isZero();
  }

  @Test
  void skippedBytesAreCounted() throws IOException {
    pieces.addAll(List.of(counting(0, 3), counting(3, 5), counting(5, 9)));
    assertThat(bytes.skip(4)).isEqualTo(4);
    assertThat(bytes.offset()).isEqualTo(4);
    byte[] next = new byte[1];
    assertThat(bytes.fill(next, 0, 1)).isEqualTo(1);
    assertThat(next).isEqualTo(counting(4, 5));
    assertThat(bytes.skip(100)).isEqualTo(4);
    assertThat(bytes.offset()).isEqualTo(9);
  }
}
