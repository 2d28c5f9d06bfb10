package org.example.udp;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/** Software switch with one slow egress link: queues datagrams, writes telemetry into departing ones, and forwards answers. */
public final class SlowLink implements Runnable {
  private static final int OFFSET_BYTES = 8;

  private final DatagramChannel channel;
  private final SocketAddress receiver;
  private final TelemetryCodec.Stamper stamper;
  private final TelemetryCodec codec;
  private final EgressLink link;
  private final PortSnapshot snapshot = new PortSnapshot();
  private final Queue<byte[]> queue = new ArrayDeque<>();
  private long queueBytes;
  private long longestQueueBytes;
  private volatile boolean closed;

  /** Creates a link behind a bound, non-blocking channel, to a receiver. */
  public SlowLink(DatagramChannel channel, SocketAddress receiver, TelemetryCodec codec, EgressLink link) {
    this.channel = channel;
    this.receiver = receiver;
    this.codec = codec;
    this.link = link;
    stamper = codec.stamper(link);
  }

  @Override
  public void run() {
    try {
      forward();
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private void forward() throws IOException {
    var in = ByteBuffer.allocate(2048);
    SocketAddress sender = null;
    long freePs = System.nanoTime() * 1000;
    long sentBytes = 0;
    while (!closed) {
      SocketAddress from = channel.receive(in.clear());
      in.flip();
      if (from != null && from.equals(receiver)) {
        channel.send(in, sender);
      } else if (from != null) {
        sender = from;
        byte[] datagram = new byte[in.remaining()];
        in.get(datagram);
        queue.add(datagram);
        queueBytes += datagram.length;
        longestQueueBytes = Math.max(longestQueueBytes, queueBytes);
      }
      long nowPs = System.nanoTime() * 1000;
      if (nowPs < freePs || queue.isEmpty()) {
        Thread.onSpinWait();
        continue;
      }
      byte[] leaving = queue.remove();
      queueBytes -= leaving.length;
      int header = codec.format().lengthBytes(leaving, OFFSET_BYTES, leaving.length - OFFSET_BYTES);
      stamper.stamp(leaving, OFFSET_BYTES, header, OFFSET_BYTES + header, snapshot.at(nowPs, sentBytes, queueBytes));
      channel.send(ByteBuffer.wrap(leaving), receiver);
      sentBytes += leaving.length;
      freePs = Math.max(freePs, nowPs - 1_000_000_000L) + (long) (leaving.length * 8e12 / link.rateBitsPerSec());
    }
  }

  /** Longest queue so far, in bytes. */
  public long longestQueueBytes() {
    return longestQueueBytes;
  }

  /** Ends the thread that runs the link. */
  public void close() {
    closed = true;
  }
}
