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

/** Keeps other runs out of a folder while one writes there; the operating system releases it when the program is killed. */
final class FolderLock implements AutoCloseable {
  /** The file that is locked; one that a killed run left behind is not. */
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
   * @throws InputError when another run has locked it
   */
  static FolderLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    // The other run has just ended and removed this file, so the lock is on a file without a name.
    if (!lock(channel) || !Files.exists(file)) {
      channel.close();
      throw taken(folder);
    }
    return new FolderLock(file, channel);
  }

  /** Refuses a folder that another run has locked, without a trace in it. */
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
      // Taking the lock will show more.
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
      return false; // This very program has locked it.
    } catch (IOException unavailable) {
      return true; // This file system has no locks: no reason not to run.
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException again) {
      // The program's end releases it.
    }
  }
}
