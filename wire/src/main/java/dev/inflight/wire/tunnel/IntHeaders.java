package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.format.p4int.IntInTunnel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** INT headers of one tunnel, at most four, outermost first. */
public final class IntHeaders {
  /** Largest number of listed headers. */
  static final int MOST = 4;

  private final int[] offsets = new int[MOST];
  private final int[] sizes = new int[MOST];
  private final IntInTunnel.@Nullable Carrier[] carriers = new IntInTunnel.Carrier[MOST];
  private int count;

  void clear() {
    count = 0;
  }

  /** Records a header; returns false if the list is full. */
  boolean add(IntInTunnel.Carrier carrier, int offset, int bytes) {
    if (count == MOST) {
      return false;
    }
    carriers[count] = carrier;
    offsets[count] = offset;
    sizes[count++] = bytes;
    return true;
  }

  /** Records the INT headers among Geneve options. An option that does not fit ends the search. */
  void addOptions(byte[] bytes, int from, int to) {
    int option = from;
    while (option + Geneve.OPTION_HEADER_BYTES <= to) {
      int size = Geneve.bytesOfOption(bytes, option);
      if (size > to - option) {
        return;
      }
      if (Geneve.optionClass(bytes, option) == IntInTunnel.GENEVE_CLASS) {
        add(IntInTunnel.Carrier.GENEVE, option, size);
      }
      option += size;
    }
  }

  /** Number of headers, 0 to 4. */
  public int count() {
    return count;
  }

  /** Protocol that carries a header. */
  public IntInTunnel.Carrier carrier(int index) {
    return Objects.requireNonNull(carriers[Objects.checkIndex(index, count)]);
  }

  /** Start of the four bytes in front of a header. */
  public int offset(int index) {
    return offsets[Objects.checkIndex(index, count)];
  }

  /** Bytes of a header and the four in front of it: the stated length, or only the fixed part if the packet is shorter. */
  public int bytes(int index) {
    return sizes[Objects.checkIndex(index, count)];
  }
}
