package dev.inflight.app.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * The list of all pages.
 *
 * @param pages all others
 */
record IndexPage(List<ReferencePage> pages) implements ReferencePage {
  @Override
  public String file() {
    return "README.md";
  }

  @Override
  public String title() {
    return "Reference";
  }

  @Override
  public String about() {
    return "all pages of the reference";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(
        Markdown.wrap("`scripts/reference.sh` generates these pages from declarations in the code,"
            + " and a test compares them with the code."));
    lines.add("");
    lines.addAll(Markdown.head("page", "content"));
    pages.forEach(page -> lines.add(Markdown.row("[" + page.title() + "](" + page.file() + ")", page.about())));
    lines.add("");
    lines.addAll(
        Markdown
            .wrap("Other scripts generate pages from runs: [modes of HPCC++](hpccpp.md), [figures of the paper](reproduction.md)"
                + " and [fast runs](fast-forward-suite.md)."));
    return lines;
  }
}
