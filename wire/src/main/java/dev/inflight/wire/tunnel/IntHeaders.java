package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.format.p4int.IntInTunnel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The INT headers of one tunnel, at most four, from the outermost to the innermost. */
public final class IntHeaders {
  /** More than these are not listed. */
  static final int MOST = 4;

  private final int[] offsets = new int[MOST];
  private final int[] sizes = new int[MOST];
  private final IntInTunnel.@Nullable Carrier[] carriers = new IntInTunnel.Carrier[MOST];
  private int count;

  void clear() {
    count = 0;
  }

  /** Notes one; returns whether there was room for it. */
  boolean add(IntInTunnel.Carrier carrier, int offset, int bytes) {
    if (count == MOST) {
      return false;
    }
    carriers[count] = carrier;
    offsets[count] = offset;
    sizes[count++] = bytes;
    return true;
  }

  /** Notes those among the options of Geneve. An option that does not fit ends them; the fifth and later ones are shown undivided only. */
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

  /** How many there are, 0 to 4. */
  public int count() {
    return count;
  }

  /** What carries one of them. */
  public IntInTunnel.Carrier carrier(int index) {
    return Objects.requireNonNull(carriers[Objects.checkIndex(index, count)]);
  }

  /** Where the four bytes in front of one of them start. */
  public int offset(int index) {
    return offsets[Objects.checkIndex(index, count)];
  }

  /** Bytes of one of them, those in front of it counted: as it states, or of its fixed part where the packet has fewer. */
  public int bytes(int index) {
    return sizes[Objects.checkIndex(index, count)];
  }
}
