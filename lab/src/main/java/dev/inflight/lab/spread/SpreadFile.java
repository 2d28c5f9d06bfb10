package dev.inflight.lab.spread;

import dev.inflight.lab.result.schema.EnsembleFile;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Spread of a folder's ensembles, as JSON. */
public final class SpreadFile {
  private SpreadFile() {
  }

  /** Writes the file of a folder with all points, and returns its content. */
  public static List<EnsembleSpread> write(Path folder) {
    List<EnsembleSpread> ensembles = EnsembleSpread.of(StoredRun.open(List.of(folder), false));
    OutputFile.write(folder.resolve(EnsembleFile.DESCRIPTION.name()), "write the spread of the ensemble",
        part -> Files.writeString(part, text(ensembles)));
    return ensembles;
  }

  private static String text(List<EnsembleSpread> ensembles) {
    return JsonOut.text(EnsembleFile.DESCRIPTION, json -> {
      json.list("ensembles");
      ensembles.forEach(ensemble -> one(ensemble, json));
      json.end();
    });
  }

  private static void one(EnsembleSpread ensemble, JsonOut json) {
    json.item().text("name", ensemble.name()).whole("seed", ensemble.seed()).list("members");
    for (int at = 0; at < ensemble.members().size(); at++) {
      json.item().whole("member", ensemble.members().get(at).longValue())
          .text("run", String.valueOf(ensemble.runs().get(at).folder().getFileName())).end();
    }
    json.end().list("measures");
    for (MeasureSpread measure : ensemble.measures()) {
      json.item().text("measure", measure.key()).text("unit", measure.unit().isEmpty() ? null : measure.unit())
          .decimal("mean", measure.mean()).decimal("cv", measure.cv()).decimal("least", measure.least())
          .decimal("most", measure.most()).end();
    }
    FlowSpread flows = ensemble.flows();
    json.end().object("flows").whole("common", flows.flows()).whole("leftOut", flows.leftOut())
        .decimal("differenceMean", flows.differenceMean()).decimal("differenceRms", flows.differenceRms())
        .decimal("differenceMax", flows.differenceMax()).text("furthest", flows.furthest()).decimal("cvMean", flows.cvMean())
        .decimal("cvMax", flows.cvMax()).end().end();
  }
}
