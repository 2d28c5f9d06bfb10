package dev.inflight.lab.store;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;

/**
 * File that the user names for one output, such as a report. An output may replace any regular file except those that runs write,
 * but no pipe, device or folder.
 */
public final class OutputFile {
  private static final String STANDARD_OUTPUT = "-";
  private static final String LIST = "files";
  /** Folders with links to a process's open files; replacing one breaks the machine. */
  private static final Set<Path> OF_THE_SYSTEM = Set.of(Path.of("/dev"), Path.of("/proc"));
  /** Names of files that runs write. */
  private static final Set<String> OF_RUNS = names();

  /**
   * Writer of an output's content.
   *
   * @param <E> type of further errors
   */
  @FunctionalInterface
  public interface Content<E extends Exception> {
    /** Writes the whole content into this file, which does not exist yet. */
    void write(Path part) throws IOException, E;
  }

  private OutputFile() {
  }

  private static Set<String> names() {
    var names = new HashSet<>(
        Set.of(RunFolder.SCENARIO, RunFolder.INCOMPLETE, RunFolder.FAILED, RunFolder.INPUT, RunFolder.LIVE));
    ResultFiles.ALL.forEach(file -> names.addAll(file.names()));
    return names;
  }

  /**
   * Rejects a file that no output may replace, before its content is computed.
   *
   * @throws InputError if the file exists and is not regular, or is in a run's folder and has the name of a file that runs write
   */
  public static void check(Path file) {
    if (file.toString().equals(STANDARD_OUTPUT)) {
      throw refusal(file, "outputs are not written to the standard output; name a file");
    }
    if (file.getFileName() == null || Files.isDirectory(file)) {
      throw refusal(file, "this is a folder; name a file, as in " + file.resolve("output"));
    }
    try {
      if (Files.exists(file) && !(Files.isRegularFile(file) && !isOfTheSystem(file))) {
        throw refusal(file, "this is a device, a pipe or the like, which output does not replace; name a regular file");
      }
      requireNoResult(file, file);
      if (Files.exists(file)) {
        requireNoResult(file, file.toRealPath());
      }
    } catch (IOException unreadable) {
      throw new OutputError(file, "check the existing file", unreadable);
    }
  }

  /**
   * Rejects the same, and an output that would replace its own input.
   *
   * @param input input file of the output
   */
  public static void check(Path file, Path input) {
    check(file);
    try {
      if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
        throw refusal(file, "this is the input, and no output replaces it; name another file");
      }
    } catch (IOException unreadable) {
      throw new OutputError(file, "check the existing file", unreadable);
    }
  }

  private static boolean isOfTheSystem(Path file) throws IOException {
    Path folder = folderOf(file).toRealPath();
    return Files.isSymbolicLink(file) && OF_THE_SYSTEM.stream().anyMatch(folder::startsWith);
  }

  private static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file.toAbsolutePath() : folder;
  }

  /** @param named the file as the user wrote it */
  private static void requireNoResult(Path named, Path file) throws IOException {
    Path folder = folderOf(file);
    if (!Files.isDirectory(folder)) {
      return;
    }
    Path real = folder.toRealPath();
    String name = String.valueOf(file.getFileName());
    Path above = real.getParent();
    boolean ofACapture = above != null && real.endsWith(CaptureFiles.FOLDER) && isOfARun(above) && Files.exists(file);
    if (ofACapture || isWritten(real, name)) {
      Path run = above != null && ofACapture ? above : real;
      throw refusal(named,
          "this is a file of the run in " + Quoted.printable(run.toString()) + ", and no output replaces it; name another file");
    }
  }

  private static boolean isOfARun(Path folder) {
    return Files.exists(folder.resolve(RunFolder.SUMMARY)) || RunState.marked(folder) != null;
  }

  /** Reports whether a run or a sweep writes a file of this name in this folder. */
  private static boolean isWritten(Path folder, String name) {
    if (name.equals(Sweeps.TABLE) && Sweeps.isOne(folder)) {
      return true;
    }
    return isOfARun(folder) && (OF_RUNS.contains(name) || isListed(folder.resolve(RunFolder.SUMMARY), name));
  }

  private static boolean isListed(Path summary, String name) {
    if (!Files.isRegularFile(summary)) {
      return false;
    }
    try {
      SummaryFile read = SummaryFile.read(summary);
      for (int at = 0; at < read.items(LIST); at++) {
        if (name.equals(read.text(LIST + "[" + at + "].name"))) {
          return true;
        }
      }
      return false;
    } catch (InputError noSummary) {
      return false; // it lists no files; runs that are read are checked separately
    }
  }

  private static InputError refusal(Path file, String why) {
    return SourceLocation.of(file).error(why);
  }

  /**
   * Writes an output, which appears only when complete. A link of the output's name is replaced, not followed.
   *
   * @param what action for messages, such as "write the report"
   * @throws InputError as {@link #check} does
   * @throws OutputError if the file cannot be written
   */
  public static <E extends Exception> void write(Path file, String what, Content<E> content) throws E {
    check(file);
    Path folder = folderOf(file);
    if (!Files.isDirectory(folder)) {
      throw new OutputError(file + ": cannot " + what + ": there is no folder " + folder);
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal(part, "this is a folder, and " + file.getFileName() + " has this name until it is whole; remove it");
    }
    try {
      Files.deleteIfExists(part); // in another user's folder, it may be a link to a foreign file
      content.write(part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new OutputError(file, what, failed);
    } finally {
      part.toFile().delete();
    }
  }
}
