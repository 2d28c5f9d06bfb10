package dev.inflight.lab.result;

import dev.inflight.lab.print.FolderName;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.WrittenFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a run's results. It contains {@code INCOMPLETE} while results are written, or {@code FAILED} after a failure.
 * {@code summary.json} appears only once all results are complete, and the mark disappears then. So a folder without
 * {@code summary.json} is never a result.
 */
public final class RunFolder implements AutoCloseable {
  /** File of a complete folder. */
  public static final String SUMMARY = "summary.json";
  /** File of a folder with missing results. */
  public static final String INCOMPLETE = "INCOMPLETE";
  /** File with the reason why results are missing. */
  public static final String FAILED = "FAILED";
  /** File with a hash of the complete results' input, for one of many runs; a single run has none. */
  public static final String INPUT = "input.sha256";
  /** File with the resolved scenario. */
  public static final String SCENARIO = "scenario.yaml";
  /** File with the accuracy of real time, for live runs only. */
  public static final String LIVE = "live.txt";
  /** Folders of a twin's simulated and live run. */
  public static final List<String> TWINS = List.of("simulated", "live");
  /** File with results of the paper's claims, in a folder of figures. */
  public static final String CLAIMS = "claims.csv";
  /** Error about a folder with figures of the paper. */
  public static final String OF_THE_PAPER = "the folder holds figures of the paper; a run needs a folder of its own, with --out";
  private static final String SUMMARY_IN_THE_MAKING = SUMMARY + ".part";
  /** Files that a run may write. The next run in the same folder removes them first. */
  private static final List<String> NAMES = Stream.concat(ResultFiles.OF_A_RUN.stream().flatMap(file -> file.names().stream()),
      Stream.of(SUMMARY_IN_THE_MAKING, FAILED, INPUT, SCENARIO, LIVE)).toList();

  private static final int RESERVE_BYTES = 1 << 20;

  /** Opener of files; tests replace it by one that simulates a full disk. */
  public interface Opener {
    /** Opener of ordinary files. */
    Opener DISK = Files::newOutputStream;

    OutputStream open(Path file) throws IOException;
  }

  private final Path folder;
  private final Opener opener;
  private final List<TextWriter> open = new ArrayList<>();
  private final WrittenFiles written = new WrittenFiles();
  private final @Nullable FolderLock lock; // of an existing folder
  private boolean closed;
  /** Set by another thread. The writer of the tables reacts between two rows. */
  private volatile boolean flushAsked;
  /** Memory to release before a failure is recorded, which may be a full heap. */
  private byte @Nullable [] reserve = new byte[RESERVE_BYTES];

  private RunFolder(Path folder, @Nullable FolderLock lock, Opener opener) {
    this.folder = folder;
    this.lock = lock;
    this.opener = opener;
  }

  /**
   * Rejects a folder that a run must not write to: one with files, unless they are a run's and may be overwritten.
   *
   * @throws InputError if the folder is rejected
   */
  public static void check(Path folder, boolean overwrite) {
    SourceLocation place = SourceLocation.of(folder);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(folder)) {
      throw place.error("this is not a folder, so results cannot go there");
    }
    if (Files.isDirectory(folder)) {
      FolderLock.check(folder);
      checkContent(folder, overwrite);
    }
  }

  /** Reports whether a folder contains the simulated and live run of a twin. */
  public static boolean isOfTwins(Path folder) {
    return TWINS.stream().allMatch(twin -> Files.isDirectory(folder.resolve(twin)));
  }

  private static void checkContent(Path folder, boolean overwrite) {
    SourceLocation place = SourceLocation.of(folder);
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(file -> names.add(String.valueOf(file.getFileName())));
    } catch (IOException unreadable) {
      throw new OutputError(folder, "list the folder", unreadable);
    }
    names.remove(FolderLock.NAME);
    if (names.isEmpty()) {
      return;
    }
    boolean ofARun = names.contains(SUMMARY) || names.contains(INCOMPLETE) || names.contains(FAILED);
    if (!ofARun && isOfTwins(folder)) {
      throw place
          .error("the folder holds the two runs of a twin (live run --twin); another run needs a folder of its own, with --out");
    }
    if (!ofARun) {
      throw place.error("the folder is not empty, and what is in it is not a run's results; choose another with --out");
    }
    for (String name : NAMES) {
      if (Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        throw place.error(name + " in it is a folder, which no run makes; choose another with --out");
      }
    }
    if (!overwrite) {
      throw place.error(names.contains(SUMMARY)
          ? "the folder already holds a run's results; --force overwrites them"
          : "the folder holds an unfinished run; --force overwrites it");
    }
  }

  /**
   * Prepares a folder for a run, and locks it against other runs.
   *
   * @throws InputError as {@link #check} does, or if another run is writing there
   */
  public static RunFolder create(Path folder, boolean overwrite, Opener opener) {
    FolderLock lock;
    try {
      Files.createDirectories(folder);
      lock = FolderLock.take(folder);
    } catch (IOException failed) {
      throw new OutputError(folder, "write results", failed);
    }
    try {
      checkContent(folder, overwrite);
      var made = new RunFolder(folder, lock, opener);
      made.clear();
      return made;
    } catch (IOException failed) {
      lock.close();
      throw new OutputError(folder, "write results", failed);
    } catch (InputError | OutputError refused) {
      lock.close();
      throw refused;
    }
  }

  /** Returns a folder that discards tables and leaves no files, for a run without use of its results. */
  public static RunFolder nowhere() {
    var made = new RunFolder(Path.of("nowhere"), null, _ -> OutputStream.nullOutputStream());
    made.closed = true; // without marks
    return made;
  }

  /** Marks the folder, and removes the files of an earlier run, which make room for a note on a full disk. */
  private void clear() throws IOException {
    mark("");
    for (String name : NAMES) {
      Files.deleteIfExists(folder.resolve(name));
    }
    CaptureFiles.delete(folder);
    mark("This run has not ended yet, or it was killed: results are missing.\n");
  }

  /** Creates a folder {@code runs/NAME}, or {@code runs/NAME-2} if that exists, and so on. */
  public static Path createNew(Path runs, String name) {
    try {
      Files.createDirectories(runs);
      for (int number = 1;; number++) {
        Path folder = FolderName.in(runs, name, number);
        try {
          return Files.createDirectory(folder);
        } catch (FileAlreadyExistsException taken) {
          // The next number may be free.
        }
      }
    } catch (IOException failed) {
      throw new OutputError(runs, "make a folder for results", failed, "; --out DIR puts them elsewhere");
    }
  }

  private void mark(String note) throws IOException {
    Path mark = folder.resolve(INCOMPLETE);
    if (Files.isSymbolicLink(mark)) {
      Files.delete(mark); // the link's target is not the run's
    }
    Files.writeString(mark, note);
  }

  /** Path of the folder. */
  public Path path() {
    return folder;
  }

  /** Starts a result file. */
  TextWriter file(String name) {
    try {
      var file = new TextWriter(written.follow(name, opener.open(folder.resolve(name))),
          cause -> new OutputError(folder, "write " + name, cause));
      open.add(file);
      return file;
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + name, failed);
    }
  }

  /** Opens a file of bytes, possibly in a subfolder. The caller closes it. */
  OutputStream stream(String name) {
    try {
      Path file = folder.resolve(name);
      if (lock != null) {
        Files.createDirectories(file.resolveSibling("."));
      }
      return opener.open(file);
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + name, failed);
    }
  }

  /** Writes a whole file. */
  public void write(String name, String content) {
    try (OutputStream out = written.follow(name, opener.open(folder.resolve(name)))) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + name, failed);
    }
  }

  /** Requests that buffered rows of all files are written soon, so that a kill loses few of them; callable from any thread. */
  public void askToFlush() {
    flushAsked = true;
  }

  /** Flushes the files between two rows, if requested. */
  void flushIfAsked() {
    if (flushAsked) {
      flushAsked = false;
      open.forEach(TextWriter::flush);
    }
  }

  /** Ends the tables; all rows are then in the files. */
  public void endTables() {
    open.forEach(TextWriter::close);
    open.clear();
  }

  /** Records that a table's text was replaced by a file in another format, such as Parquet. */
  public void replaced(String name, String by) {
    try {
      written.replaced(name, FileDigest.of(folder.resolve(by)));
    } catch (IOException failed) {
      throw new OutputError(folder, "read " + by + " again", failed);
    }
  }

  /** Ends the tables, and returns the digests of all files so far. */
  public List<FileDigest> digests() {
    endTables();
    return written.all();
  }

  /** Ends the run's files, and writes the summary that completes the folder. */
  public void finish(String summary) {
    endTables();
    write(SUMMARY_IN_THE_MAKING, summary);
    try {
      Files.move(folder.resolve(SUMMARY_IN_THE_MAKING), folder.resolve(SUMMARY), StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(folder.resolve(INCOMPLETE));
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + SUMMARY, failed);
    }
    closed = true;
  }

  /** Writes the reason why the folder will stay incomplete, if a possibly full disk permits. */
  public void fail(String why) {
    closed = true;
    reserve = null;
    for (TextWriter file : open) {
      try {
        file.close();
      } catch (OutputError again) {
        // The first failure is already being reported.
      }
    }
    try {
      Files.deleteIfExists(folder.resolve(SUMMARY_IN_THE_MAKING));
      Files.move(folder.resolve(INCOMPLETE), folder.resolve(FAILED), StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(folder.resolve(FAILED), "This run failed: results are missing.\n" + why + "\n");
    } catch (IOException again) {
      // INCOMPLETE or FAILED exists in any case.
    }
  }

  /** Releases the memory that is reserved for reporting a full heap, before {@link #fail}. */
  public void freeReserve() {
    reserve = null;
  }

  @Override
  public void close() {
    if (!closed) {
      fail("The program ended unexpectedly.");
    }
    if (lock != null) {
      lock.close();
    }
  }
}
