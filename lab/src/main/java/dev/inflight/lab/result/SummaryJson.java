package dev.inflight.lab.result;

import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.SummaryDigest;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.JsonPart;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.scenario.Catalog;
import java.util.List;

/** Writes an outcome as JSON, one property per line. {@link SummaryParts} has the properties. */
public final class SummaryJson {
  private static final List<JsonPart<SummaryParts.SummarySource>> PARTS = SummaryParts.of(Catalog.AXES);

  public static final ResultFile FILE = file(PARTS);

  private SummaryJson() {
  }

  /**
   * Returns the text of a run's summary.
   *
   * @param files files that the run has written into its folder
   */
  public static String write(RunSummary outcome, List<FileDigest> files) {
    return write(outcome, files, PARTS);
  }

  /** Returns the text of these parts. */
  static String write(RunSummary outcome, List<FileDigest> files, List<JsonPart<SummaryParts.SummarySource>> all) {
    var source = new SummaryParts.SummarySource(outcome, files);
    List<JsonPart<SummaryParts.SummarySource>> parts = all.stream().filter(part -> part.isIn().test(source)).toList();
    return SummaryDigest.completed(JsonOut.text(file(parts), json -> parts.forEach(part -> part.write().accept(json, source))));
  }

  private static ResultFile file(List<JsonPart<SummaryParts.SummarySource>> parts) {
    return JsonPart.file(RunFolder.SUMMARY,
        "The run in figures; there only when the folder is whole. A value that the run does not have is null.", parts);
  }
}
