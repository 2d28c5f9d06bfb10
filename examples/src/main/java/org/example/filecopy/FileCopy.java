package org.example.filecopy;

import dev.inflight.cc.rival.Swift;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.OperationFailed;
import dev.inflight.live.Region;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.udp.UdpDevice;
import dev.inflight.live.os.OsException;
import dev.inflight.net.recovery.Selective;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Copies a file from one address to another by RDMA WRITEs over UDP port 4791, and compares hashes. Both ends are in this
 * program: at two addresses of the loopback interface, or at given addresses, also in other network namespaces.
 *
 * <ol>
 * <li>The sender announces the number of bytes.
 * <li>The receiver opens memory for them, and sends its key and address.
 * <li>The sender writes the file there, and sends its hash when all bytes are acknowledged.
 * <li>The receiver compares the hash, writes the file, and sends the hash of the received bytes.
 * </ol>
 */
public final class FileCopy {
  private static final String USAGE = """
      usage: FileCopy FROM TO [SENDER RECEIVER]
        FROM      the file
        TO        its copy; a file of this name is replaced
        SENDER    where it is sent from: ADDRESS@INTERFACE, or ADDRESS@INTERFACE@NAMESPACE
                  of another network namespace, which needs root; 127.0.0.1@lo if not given
        RECEIVER  where it goes; 127.0.0.2@lo if not given
      examples:
        FileCopy photo.raw copy.raw
        FileCopy photo.raw copy.raw 10.0.0.1@veth0@left 10.0.0.2@veth0@right
      """;
  private static final int FAILED = 2;
  /** Swift for sockets and threads, which add milliseconds of delay unlike a NIC; a window below a packet would not help here. */
  private static final Swift BY_DELAY = new Swift(2_000_000_000L, 50_000_000, 0.1, 100, 1, 0.8, 0.5, 1, 5);
  private static final int CHUNKS = 8192;
  private static final int CHUNK_BYTES = 2048;
  private static final long RATE_BITS_PER_SEC = 2_000_000_000;
  private static final long RTT_PS = 500_000_000;
  /** Ten times the usual timeout: on a busy machine a thread may wait for a second, and its peer must not count as gone. */
  private static final long TIMEOUT_PS = 50_000_000_000L;

  private FileCopy() {
  }

  /** Copies a file, and ends the program. */
  public static void main(String[] arguments) {
    System.exit(run(System.out, System.err, arguments));
  }

  /** Runs the command line; returns the program's exit code. */
  static int run(PrintStream out, PrintStream err, String... arguments) {
    if (arguments.length != 2 && arguments.length != 4) {
      err.print(USAGE);
      return FAILED;
    }
    try {
      boolean named = arguments.length > 2;
      String hash = copy(Path.of(arguments[0]), Path.of(arguments[1]), named ? End.parse(arguments[2]) : End.SENDER,
          named ? End.parse(arguments[3]) : End.RECEIVER);
      out.println("SHA-256 " + hash);
      return 0;
    } catch (InvalidPathException | IOException failed) {
      err.println("FileCopy: " + failed.getMessage());
    } catch (IllegalArgumentException wrong) {
      err.println("FileCopy: " + wrong.getMessage());
      err.print(USAGE);
    }
    return FAILED;
  }

  /**
   * Copies a file between two addresses of the loopback interface; returns the hash of the received bytes, which equals that
   * of the sent bytes.
   */
  public static String copy(Path from, Path to) throws IOException {
    return copy(from, to, End.SENDER, End.RECEIVER);
  }

  /**
   * Copies a file; returns the hash of the received bytes, which equals that of the sent bytes.
   *
   * @throws IOException if it has not arrived, or an end cannot be opened
   */
  public static String copy(Path from, Path to, End sender, End receiver) throws IOException {
    return copy(from, to, sender, receiver, Arena.ofShared());
  }

  /** Copies a file with its bytes in an arena, which is closed last: endpoints access registered memory while they are open. */
  static String copy(Path from, Path to, End sender, End receiver, Arena arena) throws IOException {
    try (arena) {
      if (sender.address() == receiver.address()) {
        throw new IllegalArgumentException("both ends have the same address: " + sender + " and " + receiver);
      }
      check(from, to);
      try (var receiverMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
          var senderMemory = new FrameMemory(CHUNKS, CHUNK_BYTES);
          Device receiverDevice = device(receiver, receiverMemory);
          Device senderDevice = device(sender, senderMemory);
          var receiving = Endpoint.open(receiverDevice, config(receiver));
          var sending = Endpoint.open(senderDevice, config(sender))) {
        var handler = new Receiver(receiving, arena, to);
        receiving.listen(handler);
        try {
          return send(sending, receiver, from, arena);
        } catch (CompletionException ended) {
          IOException why = handler.failure();
          throw new IOException(
              "from " + sender + " to " + receiver + ": " + (why != null ? why.getMessage() : text(ended.getCause())), ended);
        }
      }
    }
  }

  /** Reports errors of the last steps before the copy starts. */
  private static void check(Path from, Path to) throws IOException {
    if (!Files.isRegularFile(from) || !Files.isReadable(from)) {
      throw new IOException(from + " is not a file that can be read");
    }
    if (Files.size(from) > Integer.MAX_VALUE) {
      throw new IOException(
          from + " has " + Files.size(from) + " bytes; a WRITE, of which there is one here, has 2147483647 at most");
    }
    Path folder = to.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(to)) {
      throw new IOException(to + " cannot be written: " + (Files.isDirectory(to) ? "it is a folder" : "there is no such folder"));
    }
    if (Files.exists(to) && Files.isSameFile(from, to)) {
      throw new IOException(from + " and " + to + " are the same file");
    }
  }

  private static Device device(End end, FrameMemory memory) throws IOException {
    try {
      return UdpDevice.openAt(end.namespace(), end.interfaceName(), end.address(), memory, UdpDevice.ROCE_V2_PORT);
    } catch (OsException refused) {
      throw new IOException(end + ": " + refused.getMessage(), refused);
    }
  }

  /** Configuration of an end: no switch on the path writes telemetry, so the delay decides. */
  private static EndpointConfig config(End end) {
    return EndpointConfig.of(end.address()).scheme(BY_DELAY).path(RATE_BITS_PER_SEC, RTT_PS)
        .recovery(new Selective(0, TIMEOUT_PS, 8), TIMEOUT_PS);
  }

  private static String text(@Nullable Throwable why) {
    return why instanceof OperationFailed ? why.getMessage() + "; is there a route between them?" : String.valueOf(why);
  }

  private static String send(Endpoint sender, End receiver, Path from, Arena arena) throws IOException {
    MemorySegment bytes;
    try (FileChannel file = FileChannel.open(from, StandardOpenOption.READ)) {
      bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
    }
    var answers = new Answers();
    Connection connection = sender.connect(receiver.address(), answers);
    connection.ready().join();
    connection.send(ByteBuffer.allocate(Long.BYTES).putLong(0, bytes.byteSize()).array());
    ByteBuffer where = ByteBuffer.wrap(answers.first.join());
    if (bytes.byteSize() > 0) {
      Region local = sender.register(bytes, Access.LOCAL);
      connection.write(local, 0, bytes.byteSize(), where.getInt(), where.getLong()).join();
    }
    byte[] hash = hash(bytes);
    connection.send(hash);
    byte[] arrived = answers.second.join();
    if (!MessageDigest.isEqual(arrived, hash)) {
      throw new IOException("the received bytes differ from the sent bytes");
    }
    connection.close().join();
    return HexFormat.of().formatHex(arrived);
  }

  static byte[] hash(MemorySegment bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes.asByteBuffer());
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Receiver's two messages. When the connection ends, no thread waits for them any more. */
  private static final class Answers implements ConnectionHandler {
    private final CompletableFuture<byte[]> first = new CompletableFuture<>();
    private final CompletableFuture<byte[]> second = new CompletableFuture<>();

    @Override
    public void message(Connection connection, byte[] message) {
      if (!first.complete(message)) {
        second.complete(message);
      }
    }

    @Override
    public void closed(Connection connection) {
      var ended = new IOException("the connection has ended before the copy");
      first.completeExceptionally(ended);
      second.completeExceptionally(ended);
    }
  }
}
