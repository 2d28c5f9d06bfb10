package org.example.filecopy;

import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Endpoint;
import dev.inflight.live.Region;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Receiver, which answers the sender's two messages: the number of bytes, and their hash. An error ends the connection. */
final class Receiver implements ConnectionHandler {
  private final Endpoint endpoint;
  private final Arena arena;
  private final Path to;
  private @Nullable MemorySegment memory;
  private volatile @Nullable IOException failure;

  Receiver(Endpoint endpoint, Arena arena, Path to) {
    this.endpoint = endpoint;
    this.arena = arena;
    this.to = to;
  }

  /** Reason why it has ended the connection; null if it has not. */
  @Nullable
  IOException failure() {
    return failure;
  }

  @Override
  public void message(Connection connection, byte[] message) {
    try {
      connection.send(memory == null ? open(ByteBuffer.wrap(message).getLong()) : compare(memory, message));
    } catch (IOException failed) {
      failure = failed;
      connection.close();
    }
  }

  /** Key and address of memory for {@code bytes} bytes; empty for 0 bytes, which need no memory. */
  private byte[] open(long bytes) throws IOException {
    var where = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
    try {
      memory = arena.allocate(bytes);
    } catch (OutOfMemoryError full) {
      throw new IOException("no memory for " + bytes + " bytes; java -XX:MaxDirectMemorySize=SIZE permits more", full);
    }
    if (bytes > 0) {
      Region region = endpoint.register(memory, Access.WRITE);
      where.putInt(region.key()).putLong(region.address());
    }
    return where.array();
  }

  /** Hash of the received bytes, which are written to the file if the hash is correct. */
  private byte[] compare(MemorySegment here, byte[] hash) throws IOException {
    byte[] own = FileCopy.hash(here);
    if (MessageDigest.isEqual(own, hash)) {
      if (Files.exists(to) && !Files.isRegularFile(to)) { // a pipe, or a device, which is written directly
        write(here, to);
      } else {
        replace(Files.exists(to) ? to.toRealPath() : to, here);
      }
    }
    return own;
  }

  /** Writes a new file and renames it, so that the old content stays until the copy is complete, even if the disk fills up. */
  private static void replace(Path file, MemorySegment here) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    Files.createFile(part);
    try {
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(file)); // the copy permits no more users
      }
      write(here, part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      Files.deleteIfExists(part);
      throw failed;
    }
  }

  private static void write(MemorySegment here, Path to) throws IOException {
    try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE)) {
      for (ByteBuffer left = here.asByteBuffer(); left.hasRemaining();) {
        file.write(left);
      }
    }
  }
}
