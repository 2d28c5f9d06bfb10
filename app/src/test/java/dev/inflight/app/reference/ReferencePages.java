package dev.inflight.app.reference;

import dev.inflight.lab.scenario.Catalog;
import java.util.ArrayList;
import java.util.List;

/** All pages of docs/reference. */
final class ReferencePages {
  private ReferencePages() {
  }

  /** All pages, the index last. */
  static List<ReferencePage> all() {
    var pages = new ArrayList<ReferencePage>();
    pages.add(new ScenarioKeysPage());
    Catalog.AXES.forEach(axis -> pages.add(new AxisPage<>(axis)));
    pages.addAll(List.of(new DistributionsPage(), new EventsPage(), new CompatibilityPage(), new ConfigKeysPage(),
        new ResultsPage(), new CommandsPage()));
    pages.add(new IndexPage(List.copyOf(pages)));
    return pages;
  }
}
