package org.example.filecopy;

import dev.inflight.cc.rival.Swift;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Region;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.udp.UdpDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

/**
 * Copies a file from 127.0.0.1 to 127.0.0.2 by RDMA WRITEs over UDP port 4791, and compares hashes.
 *
 * <ol>
 * <li>The sender tells how many bytes will come.
 * <li>The receiver opens memory for them, and tells its key and address.
 * <li>The sender writes the file there, and tells its hash when all has been acknowledged.
 * <li>The receiver compares the hash, writes the file, and tells the hash of what it has.
 * </ol>
 */
public final class FileCopy {
  private static final int SENDER = 127 << 24 | 1;
  private static final int RECEIVER = 127 << 24 | 2;
  private static final int CHUNKS = 8192;
  private static final int CHUNK_BYTES = 2048;
  private static final long RATE_BITS_PER_SEC = 2_000_000_000;
  private static final long RTT_PS = 500_000_000;

  private FileCopy() {
  }

  /** Copies a file. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println("usage: FileCopy FROM TO");
      System.exit(2);
    }
    System.out.println("SHA-256 " + copy(Path.of(arguments[0]), Path.of(arguments[1])));
  }

  /** Copies a file; returns the hash of what has arrived, which is that of what was sent. */
  public static String copy(Path from, Path to) throws IOException {
    try (var receiverMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
        var senderMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
        Device receiverDevice = UdpDevice.openAt(null, "lo", RECEIVER, receiverMemory, UdpDevice.ROCE_V2_PORT);
        Device senderDevice = UdpDevice.openAt(null, "lo", SENDER, senderMemory, UdpDevice.ROCE_V2_PORT);
        var receiver = Endpoint.open(receiverDevice, config(RECEIVER));
        var sender = Endpoint.open(senderDevice, config(SENDER));
        var arena = Arena.ofShared()) {
      receiver.listen(new Receiver(receiver, arena, to));
      return send(sender, from, arena);
    }
  }

  /** No switch on the way writes telemetry, so the delay decides. */
  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).scheme(Swift.DEFAULT).path(RATE_BITS_PER_SEC, RTT_PS);
  }

  private static String send(Endpoint sender, Path from, Arena arena) throws IOException {
    MemorySegment bytes;
    try (FileChannel file = FileChannel.open(from, StandardOpenOption.READ)) {
      bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
    }
    Region local = sender.register(bytes, Access.LOCAL);
    var told = new CompletableFuture<ByteBuffer>();
    var heard = new CompletableFuture<String>();
    Connection connection = sender.connect(RECEIVER, new ConnectionHandler() {
      @Override
      public void message(Connection on, byte[] message) {
        if (told.isDone()) {
          heard.complete(HexFormat.of().formatHex(message));
        } else {
          told.complete(ByteBuffer.wrap(message));
        }
      }
    });
    connection.send(ByteBuffer.allocate(Long.BYTES).putLong(0, bytes.byteSize()).array());
    ByteBuffer where = told.join();
    connection.write(local, 0, bytes.byteSize(), where.getInt(), where.getLong()).join();
    byte[] hash = hash(bytes);
    connection.send(hash);
    String arrived = heard.join();
    if (!arrived.equals(HexFormat.of().formatHex(hash))) {
      throw new IOException("what has arrived is not what was sent");
    }
    connection.close().join();
    return arrived;
  }

  private static byte[] hash(MemorySegment bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes.asByteBuffer());
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Answers the sender's two messages. */
  private static final class Receiver implements ConnectionHandler {
    private final Endpoint endpoint;
    private final Arena arena;
    private final Path to;
    private MemorySegment memory;

    Receiver(Endpoint endpoint, Arena arena, Path to) {
      this.endpoint = endpoint;
      this.arena = arena;
      this.to = to;
    }

    @Override
    public void message(Connection connection, byte[] message) {
      if (memory == null) {
        memory = arena.allocate(ByteBuffer.wrap(message).getLong());
        Region region = endpoint.register(memory, Access.WRITE);
        connection.send(ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(region.key()).putLong(region.address()).array());
        return;
      }
      byte[] hash = hash(memory);
      if (MessageDigest.isEqual(hash, message)) {
        write();
      }
      connection.send(hash);
    }

    private void write() {
      try {
        Files.write(to, memory.toArray(ValueLayout.JAVA_BYTE));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
