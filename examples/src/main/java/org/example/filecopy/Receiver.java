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

/** Answers the sender's two messages, of how many bytes will come and of their hash. What it cannot do ends the connection. */
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

  /** Why it has ended the connection; null where it has not. */
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

  /** The key and the address of memory for so many bytes; of no bytes there is none to open. */
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

  /** The hash of what is here, which is written to the file if it is the right one. */
  private byte[] compare(MemorySegment here, byte[] hash) throws IOException {
    byte[] own = FileCopy.hash(here);
    if (MessageDigest.isEqual(own, hash)) {
      if (Files.exists(to) && !Files.isRegularFile(to)) { // a pipe, or a device, which stays what it is
        write(here, to);
      } else {
        replace(Files.exists(to) ? to.toRealPath() : to, here);
      }
    }
    return own;
  }

  /** Written beside it, so that what was there before is there until the copy is whole: a disk may be full in the middle. */
  private static void replace(Path file, MemorySegment here) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    Files.createFile(part);
    try {
      if (Files.exists(file)) {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(file)); // a user without access to it has none to the copy
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
