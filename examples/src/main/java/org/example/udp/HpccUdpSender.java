package org.example.udp;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;

/**
 * Sender of bytes over UDP under HPCC. A datagram is its offset (8 bytes), the telemetry header, and up to
 * {@link #PAYLOAD_BYTES} of data. An acknowledgement is the next offset that the receiver expects, and the telemetry header of
 * the datagram that it answers.
 */
public final class HpccUdpSender {
  public static final int PAYLOAD_BYTES = 1000;
  private static final int OFFSET_BYTES = 8;
  private static final long TIMEOUT_PS = TimeUnit.MILLISECONDS.toNanos(20) * 1000;

  private final DatagramChannel channel;
  private final TelemetryCodec codec;
  private final CongestionControl flow;
  private final Feedback feedback = new Feedback();
  private final ByteBuffer in = ByteBuffer.allocate(2048);
  private long sent;
  private long highestSent;
  private long acked;
  private long lastAckPs;
  private long smallestWindow = Long.MAX_VALUE;
  private int reports;

  /** Creates a sender of one flow over a connected, non-blocking channel; the path has the NIC's rate and the base RTT T. */
  public HpccUdpSender(DatagramChannel channel, TelemetryCodec codec, long lineRateBitsPerSec, long baseRttPs) {
    this.channel = channel;
    this.codec = codec;
    flow = Hpcc.DEFAULT.start(PathFacts.of(lineRateBitsPerSec, baseRttPs, PAYLOAD_BYTES));
  }

  /** Sends all bytes, and returns when all are acknowledged. */
  public void send(byte[] data) throws IOException {
    long nextPs = 0;
    lastAckPs = nowPs();
    while (acked < data.length) {
      while (channel.read(in.clear()) > 0) {
        acknowledged(in.flip());
      }
      long nowPs = nowPs();
      int bytes = (int) Math.min(PAYLOAD_BYTES, data.length - sent);
      boolean fits = sent + bytes - acked <= flow.windowBytes() || sent == acked; // one packet may always leave
      if (bytes > 0 && fits && nowPs >= nextPs) {
        channel.write(packet(data, bytes));
        sent += bytes;
        highestSent = Math.max(highestSent, sent);
        nextPs = Math.max(nowPs, nextPs) + (long) (bytes * 8e12 / flow.paceBitsPerSec()); // the pace
      } else if (nowPs - lastAckPs > TIMEOUT_PS) {
        flow.onTimeout(nowPs);
        sent = acked; // go back
        lastAckPs = nowPs;
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private ByteBuffer packet(byte[] data, int bytes) {
    byte[] packet = new byte[OFFSET_BYTES + codec.bufferBytes(codec.maxHops()) + bytes];
    ByteBuffer.wrap(packet).putLong(sent);
    int header = codec.begin(packet, OFFSET_BYTES, PathQuery.UTILIZATION);
    System.arraycopy(data, (int) sent, packet, OFFSET_BYTES + header, bytes);
    return ByteBuffer.wrap(packet, 0, OFFSET_BYTES + header + bytes);
  }

  private void acknowledged(ByteBuffer ack) {
    lastAckPs = nowPs();
    feedback.windowInUse = highestSent - acked + PAYLOAD_BYTES > flow.windowBytes();
    acked = Math.max(acked, ack.getLong());
    sent = Math.max(sent, acked);
    feedback.nowPs = lastAckPs;
    feedback.ackedBytes = acked;
    feedback.sentBytes = sent;
    feedback.highestSentBytes = highestSent;
    feedback.inflightBytes = sent - acked;
    feedback.orderByBytes();
    feedback.reported = codec.read(ack.array(), OFFSET_BYTES, ack.remaining(), feedback.hops) == DecodeStatus.READ;
    reports += feedback.reported ? 1 : 0;
    flow.onAck(feedback);
    smallestWindow = Math.min(smallestWindow, flow.windowBytes());
  }

  /** Number of acknowledgements with telemetry. */
  public int reports() {
    return reports;
  }

  /** Smallest window so far, in bytes. */
  public long smallestWindowBytes() {
    return smallestWindow;
  }

  private static long nowPs() {
    return System.nanoTime() * 1000;
  }
}
