package dev.inflight.lab.result;

import dev.inflight.lab.print.FolderName;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.WrittenFiles;
import dev.inflight.lab.result.schema.ResultFile;
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
 * The folder of a run's results. While results are being written it holds a file {@code INCOMPLETE}; when they cannot be, that becomes
 * {@code FAILED}; when all are complete, {@code summary.json} appears, and the mark disappears. So a folder without {@code summary.json} is
 * never a result.
 */
public final class RunFolder implements AutoCloseable {
  /** File that shows that the folder is complete. */
  public static final String SUMMARY = "summary.json";
  /** File that shows that results are missing. */
  public static final String INCOMPLETE = "INCOMPLETE";
  /** File with the reason why results are missing. */
  public static final String FAILED = "FAILED";
  /** File with a hash of the input of the complete results, for one of many runs; a single run has none. */
  public static final String INPUT = "input.sha256";
  /** The resolved scenario. */
  public static final String SCENARIO = "scenario.yaml";
  /** File with the accuracy of real time; a simulation has none. */
  public static final String LIVE = "live.txt";
  /** Folders of a scenario's two runs, simulated and live, in one folder. */
  public static final List<String> TWINS = List.of("simulated", "live");
  /** Results of the paper's claims, in a folder of figures. */
  public static final String CLAIMS = "claims.csv";
  /** The refusal of a folder that holds figures of the paper. */
  public static final String OF_THE_PAPER = "the folder holds figures of the paper; a run needs a folder of its own, with --out";
  private static final String SUMMARY_IN_THE_MAKING = SUMMARY + ".part";
  /** Files that a run may write; they are removed before another run writes to the same folder. */
  private static final List<String> NAMES = Stream.concat(ResultFiles.OF_A_RUN.stream().flatMap(file -> file.names().stream()),
      Stream.of(SUMMARY_IN_THE_MAKING, FAILED, INPUT, SCENARIO, LIVE)).toList();

  private static final int RESERVE_BYTES = 1 << 20;

  /** Opener of files; tests use one that simulates a full disk. */
  public interface Opener {
    /** The usual way. */
    Opener DISK = Files::newOutputStream;

    OutputStream open(Path file) throws IOException;
  }

  private final Path folder;
  private final Opener opener;
  private final List<TextWriter> open = new ArrayList<>();
  private final WrittenFiles written = new WrittenFiles();
  private final @Nullable FolderLock lock; // of a folder that there is
  private boolean closed;
  /** Set by another thread; the writer of the tables acts on it between two rows. */
  private volatile boolean flushAsked;
  /** Memory that is released when a failure must be recorded, which may be a full heap. */
  private byte @Nullable [] reserve = new byte[RESERVE_BYTES];

  private RunFolder(Path folder, @Nullable FolderLock lock, Opener opener) {
    this.folder = folder;
    this.lock = lock;
    this.opener = opener;
  }

  /**
   * Rejects a folder that a run must not write to: one that is not empty, unless it is a run's and may be overwritten.
   *
   * @throws InputError when the folder is rejected
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

  /** Reports whether a folder holds the two runs of a twin, each in its own folder. */
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
   * Makes a folder ready for a run and keeps other runs out of it.
   *
   * @throws InputError as {@link #check} does, or when another run is writing there
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

  /** A folder on no disk, for a run without use of its results: tables written to it are discarded. It leaves no files. */
  public static RunFolder nowhere() {
    var made = new RunFolder(Path.of("nowhere"), null, _ -> OutputStream.nullOutputStream());
    made.closed = true; // nothing is to be marked
    return made;
  }

  /** Marks the folder, and removes the files of an earlier run; only then does a full disk have room for a note. */
  private void clear() throws IOException {
    mark("");
    for (String name : NAMES) {
      Files.deleteIfExists(folder.resolve(name));
    }
    CaptureFiles.delete(folder);
    mark("This run has not ended yet, or it was killed: results are missing.\n");
  }

  /** Makes a new folder {@code runs/NAME}, or {@code runs/NAME-2} if that exists, and so on. */
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
      Files.delete(mark); // the target of the link is not the run's
    }
    Files.writeString(mark, note);
  }

  /** The folder. */
  public Path path() {
    return folder;
  }

  /** Starts a file of results. */
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

  /** Opens a file of bytes, in a subfolder if the name has one; the caller closes it. */
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

  /** Requests that buffered rows of all files reach the disk soon, so that a kill loses few of them; callable from any thread. */
  public void askToFlush() {
    flushAsked = true;
  }

  /** Flushes the files between two rows, if a flush was requested. */
  void flushIfAsked() {
    if (flushAsked) {
      flushAsked = false;
      open.forEach(TextWriter::flush);
    }
  }

  /** Ends the tables, so that all they hold is in their files. */
  public void endTables() {
    open.forEach(TextWriter::close);
    open.clear();
  }

  /** Notes that a table has become a file of another kind, such as Parquet, and that its text is gone. */
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

  /** Ends the run's files, and writes the summary that makes the folder whole. */
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

  /** Writes the reason why the folder will stay incomplete, as far as a disk that may be full permits. */
  public void fail(String why) {
    closed = true;
    reserve = null;
    for (TextWriter file : open) {
      try {
        file.close();
      } catch (OutputError again) {
        // The first failure is being reported.
      }
    }
    try {
      Files.deleteIfExists(folder.resolve(SUMMARY_IN_THE_MAKING));
      Files.move(folder.resolve(INCOMPLETE), folder.resolve(FAILED), StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(folder.resolve(FAILED), "This run failed: results are missing.\n" + why + "\n");
    } catch (IOException again) {
      // INCOMPLETE or FAILED is there in any case.
    }
  }

  /** Gives back the memory that is kept to report that there is no other left: {@link #fail} comes next. */
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
