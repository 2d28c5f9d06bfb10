package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/**
 * Admission by {@link DynamicThreshold} that trims data without room to its header (NDP, SIGCOMM'17 §3.2; Ultra Ethernet's
 * trimming). Headers and packets without data have separate memory, so data cannot displace the packets that report its loss.
 */
public final class TrimmingAdmission extends Admission {
  /** Memory per port: about a thousand headers, enough for several round trips. */
  private static final long APART_BYTES_OF_PORT = 65_536;

  private final DynamicThreshold data;
  private final long apartBytes;
  private final Framing[] framings;
  private final Trimming trimming;
  private long apartHeldBytes;
  private long peakBytes;

  /**
   * An empty memory.
   *
   * @param bufferBytes memory for data
   * @param alphas limits of queues as multiples of that memory's free part, by priority
   * @param ports number of the switch's ports
   * @param framings sizes of trimmed packets, by class of flow
   * @param trimming size and destination of trimmed packets
   */
  public TrimmingAdmission(long bufferBytes, double[] alphas, int ports, Framing[] framings, Trimming trimming) {
    data = new DynamicThreshold(bufferBytes, alphas);
    apartBytes = ports * APART_BYTES_OF_PORT;
    this.framings = framings;
    this.trimming = trimming;
  }

  @Override
  boolean enter(Packet packet, SwitchPort in, SwitchPort out) {
    return packet.kind == Packet.Kind.DATA
        ? enterData(packet.priority, out.queueBytes(packet.priority), packet.sizeBytes)
        : enterApart(packet.sizeBytes);
  }

  @Override
  boolean enterOwn(Packet packet, SwitchPort out) {
    return enterApart(packet.sizeBytes);
  }

  private boolean enterData(int priority, int queueBytes, int size) {
    boolean enters = data.admit(priority, queueBytes, size);
    peakBytes = Math.max(peakBytes, heldBytes());
    return enters;
  }

  private boolean enterApart(int size) {
    if (apartHeldBytes + size > apartBytes) {
      return false;
    }
    apartHeldBytes += size;
    peakBytes = Math.max(peakBytes, heldBytes());
    return true;
  }

  @Override
  boolean trims() {
    return true;
  }

  @Override
  int trimmedBytes(Packet packet, int keptBytes) {
    return trimming.leftBytes(framings[packet.flowClass].trimmedBytes(keptBytes), packet.sizeBytes);
  }

  @Override
  boolean returnsTrimmed() {
    return trimming.to() == Trimming.To.SENDER;
  }

  @Override
  void leave(Packet packet, long nowPs) {
    if (packet.kind == Packet.Kind.DATA) {
      data.release(packet.sizeBytes);
    } else {
      apartHeldBytes -= packet.sizeBytes;
    }
  }

  @Override
  boolean countsQueues() {
    return true;
  }

  @Override
  long heldBytes() {
    return data.heldBytes() + apartHeldBytes;
  }

  @Override
  long leastThresholdBytes(long occupiedBytes) {
    return data.leastThresholdBytes(occupiedBytes);
  }

  @Override
  long peakBytes() {
    return peakBytes;
  }
}
