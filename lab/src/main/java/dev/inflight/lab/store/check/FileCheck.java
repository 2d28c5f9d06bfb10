package dev.inflight.lab.store.check;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares the files of a run's folder with the digests in its summary. */
final class FileCheck {
  private static final String LIST = "files";
  private static final int SHOWN = 12;
  /** Files that may have digests, by the name of the table; the scenario by its own name. */
  private static final Map<String, String> KNOWN = known();

  private final StoredRun run;
  private final SummaryFile summary;
  private final Predicate<String> isRead;
  private final List<Finding> found = new ArrayList<>();

  private FileCheck(StoredRun run, SummaryFile summary, Predicate<String> isRead) {
    this.run = run;
    this.summary = summary;
    this.isRead = isRead;
  }

  private static Map<String, String> known() {
    var known = new LinkedHashMap<String, String>();
    known.put(RunFolder.SCENARIO, RunFolder.SCENARIO);
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv()) {
        known.put(file.name(), file.name());
        known.put(file.named(ResultFile.PARQUET), file.name());
      } else if (file.name().endsWith(".txt")) {
        known.put(file.name(), file.name());
      }
    }
    return known;
  }

  /**
   * Returns the differences from the files that the run wrote.
   *
   * @param isRead returns true for tables, by the names of {@link ResultFiles}, and for the scenario, if the command reads them:
   *     their bytes are compared; of others only their sizes
   */
  static List<Finding> of(StoredRun run, Predicate<String> isRead) {
    SourceLocation folder = SourceLocation.of(run.folder());
    SummaryFile summary = run.summary();
    if (summary == null) {
      return List.of(new Finding(Finding.Kind.UNVERIFIED, folder,
          "without a " + RunFolder.SUMMARY + " nothing states what the run wrote, so changes of its tables are not noticed"));
    }
    if (summary.items(LIST) == 0 && summary.text(SummaryFile.DIGEST) == null) {
      return List.of(new Finding(Finding.Kind.UNVERIFIED, folder,
          "its " + RunFolder.SUMMARY + " has no digests, as those of older versions, so changes of its tables are not noticed"));
    }
    var check = new FileCheck(run, summary, isRead);
    check.summary();
    check.files();
    return check.found;
  }

  /** Reports whether a summary lists a table, as text or as Parquet. */
  static boolean lists(SummaryFile summary, ResultFile table) {
    for (int at = 0; at < summary.items(LIST); at++) {
      if (table.name().equals(KNOWN.get(summary.text(LIST + "[" + at + "].name")))) {
        return true;
      }
    }
    return false;
  }

  private void summary() {
    String wanted = summary.text(SummaryFile.DIGEST);
    if (!summary.digest().equals(wanted)) {
      changed(summary.at(SummaryFile.DIGEST), "this is not the summary that the run wrote: "
          + (wanted == null ? "its own digest is missing" : differs(summary.digest(), wanted)));
    }
  }

  private void files() {
    Map<String, FileDigest> listed = listed();
    listed.values().forEach(this::compare);
    KNOWN.keySet().stream().filter(name -> !listed.containsKey(name) && Files.exists(run.folder().resolve(name)))
        .forEach(name -> changed(place(name), "the run did not write this file"));
  }

  private Map<String, FileDigest> listed() {
    var listed = new LinkedHashMap<String, FileDigest>();
    for (int at = 0; at < summary.items(LIST); at++) {
      String item = LIST + "[" + at + "].";
      String name = summary.text(item + "name");
      String sha256 = summary.text(item + "sha256");
      Long bytes = summary.whole(item + "bytes");
      if (name == null || sha256 == null || bytes == null) {
        changed(summary.at(item + "name"), "an entry of " + LIST + " lacks name, bytes or sha256");
      } else if (!KNOWN.containsKey(name)) { // no file is opened for an unknown, untrusted name
        changed(summary.at(item + "name"), LIST + " lists " + Quoted.of(name) + ", which no run writes");
      } else {
        listed.put(name, new FileDigest(name, bytes, sha256));
      }
    }
    return listed;
  }

  private void compare(FileDigest wrote) {
    Path file = run.folder().resolve(wrote.name());
    String difference = difference(file, wrote);
    if (difference != null) {
      changed(place(wrote.name()), difference);
    }
  }

  private @Nullable String difference(Path file, FileDigest wrote) {
    if (!Files.exists(file)) {
      return "the file is missing; the run wrote it, with " + wrote.bytes() + " bytes";
    }
    if (!Files.isRegularFile(file)) {
      return "this is not a file; the run wrote one, with " + wrote.bytes() + " bytes";
    }
    try {
      long bytes = Files.size(file);
      if (bytes != wrote.bytes()) {
        return "this is not what the run wrote: it has " + bytes + " bytes, and the run wrote " + wrote.bytes();
      }
      String sha256 = isRead.test(KNOWN.get(wrote.name())) ? FileDigest.of(file).sha256() : wrote.sha256();
      return sha256.equals(wrote.sha256()) ? null : "this is not what the run wrote: " + differs(sha256, wrote.sha256());
    } catch (IOException unreadable) {
      return "this cannot be compared with what the run wrote: " + unreadable.getMessage();
    }
  }

  private static String differs(String now, String then) {
    return "its SHA-256 is " + now.substring(0, SHOWN) + "…, and the run's was "
        + then.substring(0, Math.min(SHOWN, then.length())) + "…";
  }

  private SourceLocation place(String name) {
    return SourceLocation.of(run.folder().resolve(name));
  }

  private void changed(SourceLocation place, String what) {
    found.add(new Finding(Finding.Kind.CHANGED, place, what));
  }
}
