package dev.inflight.lab.store;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Files of a run's folder, possibly from an untrusted source: only regular files within it, without links to files elsewhere. */
public final class FolderFiles {
  private FolderFiles() {
  }

  /**
   * Checks the files of a run that are read.
   *
   * @throws dev.inflight.lab.read.InputError if a symbolic link leads out of the folder, or a file is not regular but a pipe
   */
  public static void check(Path folder) {
    Set<String> read = new HashSet<>(Set.of(RunFolder.SCENARIO, RunFolder.LIVE, Sweeps.TABLE));
    ResultFiles.ALL.forEach(file -> read.addAll(file.names()));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (read.contains(String.valueOf(file.getFileName()))) {
          checkOne(folder, file);
        }
      }
    } catch (IOException unreadable) {
      throw SourceLocation.of(folder).error("the folder cannot be read: " + unreadable.getMessage());
    }
  }

  private static void checkOne(Path folder, Path file) throws IOException {
    SourceLocation place = SourceLocation.of(file);
    if (Files.isSymbolicLink(file) && !(Files.exists(file) && file.toRealPath().startsWith(folder.toRealPath()))) {
      throw place
          .error("this symbolic link leads to no file in the run's folder, and is not followed; put the file itself there");
    }
    if (!Files.isRegularFile(file)) {
      throw place.error("this is not a regular file, as a run's results are");
    }
  }
}
