package dev.inflight.lab.verify;

import dev.inflight.lab.page.PageTable;
import java.nio.file.Path;
import java.util.List;

/** Report tables that compare full and fast runs. */
public final class VerificationPage {
  private VerificationPage() {
  }

  /** Returns a table for each pair of runs in folders with a verification. */
  public static List<PageTable> of(List<Path> folders) {
    return folders.stream().flatMap(folder -> Verification.there(folder).stream()).flatMap(found -> found.pairs().stream())
        .map(VerificationPage::table).toList();
  }

  private static PageTable table(VerifiedPair pair) {
    List<String> misses = VerificationText.misses(pair);
    String title = VerificationText.title(pair);
    return new PageTable("F" + title.substring(1),
        misses.isEmpty() ? "All that is judged is within the error asked for." : "Missed: " + String.join("; ", misses) + ".",
        VerificationText.head(pair), VerificationText.rows(pair));
  }
}
