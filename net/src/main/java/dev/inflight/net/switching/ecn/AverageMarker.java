package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;

/**
 * Marks by the moving average of each queue, as in RED (Floyd and Jacobson, 1993, section 4), with another marker's decisions.
 * Each departing packet adds the queue length behind it as a sample. While a queue is empty, its average decreases as if packets
 * of the next one's size left back to back.
 */
final class AverageMarker extends EcnMarker {
  private static final double BITS_PS = 8e12; // of a byte at 1 bit/s
  private static final long BUSY = -1;

  private final EcnMarker decides;
  private final double share;
  private final double psOfByte;
  private final double[] averageBytes = new double[Packet.PRIORITIES];
  private final long[] emptySincePs = new long[Packet.PRIORITIES];

  /**
   * Makes averages of a port's queues, which are empty.
   *
   * @param decides marker that decides by the average
   * @param weight a sample counts for 2 to the power of minus this, 1 to 15
   * @param rateBitsPerSec rate of the port, in bit/s
   */
  AverageMarker(EcnMarker decides, int weight, long rateBitsPerSec) {
    this.decides = decides;
    share = 1.0 / (1 << weight);
    psOfByte = BITS_PS / rateBitsPerSec;
  }

  @Override
  public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
    double average = averageBytes[queue];
    double takesPs = packet.sizeBytes * psOfByte;
    if (emptySincePs[queue] != BUSY && nowPs > emptySincePs[queue]) {
      average *= StrictMath.pow(1 - share, StrictMath.floor((nowPs - emptySincePs[queue]) / takesPs));
    }
    average += share * (behindBytes - average);
    averageBytes[queue] = average;
    emptySincePs[queue] = behindBytes > 0 ? BUSY : nowPs + (long) takesPs;
    return decides.marks(packet, queue, (int) average, nowPs);
  }
}
