package org.example.udp;

import dev.inflight.telemetry.TelemetryCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/** Receiver of the bytes of {@link HpccUdpSender}, in order; it acknowledges each datagram with its telemetry. */
public final class UdpReceiver {
  private static final int OFFSET_BYTES = 8;

  private final DatagramChannel channel;
  private final TelemetryCodec codec;

  /** Creates a receiver on a bound, blocking channel. */
  public UdpReceiver(DatagramChannel channel, TelemetryCodec codec) {
    this.channel = channel;
    this.codec = codec;
  }

  /** Writes this many bytes to {@code to}, and returns. */
  public void receive(long bytes, OutputStream to) throws IOException {
    var datagram = ByteBuffer.allocate(2048);
    long wanted = 0;
    while (wanted < bytes) {
      SocketAddress sender = channel.receive(datagram.clear());
      datagram.flip();
      long offset = datagram.getLong();
      int header = codec.format().lengthBytes(datagram.array(), OFFSET_BYTES, datagram.remaining());
      int data = datagram.limit() - OFFSET_BYTES - header;
      if (offset == wanted) { // otherwise an earlier datagram is missing, and this one will be retransmitted
        to.write(datagram.array(), OFFSET_BYTES + header, data);
        wanted += data;
      }
      channel.send(datagram.clear().putLong(wanted).position(0).limit(OFFSET_BYTES + header), sender);
    }
  }
}
