package dev.inflight.lab.result;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Lock that keeps other runs out of a folder. The operating system releases it if the program is killed. */
final class FolderLock implements AutoCloseable {
  /** Lock file. The file alone, left by a killed run, is not a lock. */
  static final String NAME = ".lock";

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Locks a folder.
   *
   * @throws InputError if another run has locked it
   */
  static FolderLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    // The other run has just ended and removed this file, so this lock is on a file without a name.
    if (!lock(channel) || !Files.exists(file)) {
      channel.close();
      throw taken(folder);
    }
    return new FolderLock(file, channel);
  }

  /** Rejects a folder that another run has locked, without leaving files. */
  static void check(Path folder) {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (!lock(channel)) {
        throw taken(folder);
      }
    } catch (IOException unknown) {
      // A later attempt to lock reports the failure.
    }
  }

  private static InputError taken(Path folder) {
    return SourceLocation.of(folder).error("another run is writing here");
  }

  private static boolean lock(FileChannel channel) {
    try {
      @Nullable
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (IllegalStateException overlapping) {
      return false; // This program itself has locked it.
    } catch (IOException unavailable) {
      return true; // The file system has no locks, so the run proceeds.
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException again) {
      // The operating system releases it when the program ends.
    }
  }
}
