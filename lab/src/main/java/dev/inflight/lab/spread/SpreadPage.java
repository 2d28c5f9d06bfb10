package dev.inflight.lab.spread;

import dev.inflight.lab.page.PageTable;
import java.util.List;
import java.util.Locale;

/** Report tables of ensembles. */
public final class SpreadPage {
  private SpreadPage() {
  }

  /** Returns a table per ensemble. */
  public static List<PageTable> of(List<EnsembleSpread> ensembles) {
    return ensembles.stream().map(SpreadPage::table).toList();
  }

  private static PageTable table(EnsembleSpread ensemble) {
    return new PageTable(capital(ensemble.title()),
        "Members differ in nothing but a few picoseconds of their cables, so what is apart here is chance. "
            + capital(SpreadText.flows(ensemble.flows())) + ".",
        SpreadText.HEAD, SpreadText.rows(ensemble));
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
