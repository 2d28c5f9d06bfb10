package dev.inflight.lab.verify;

import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.VerificationFile;
import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.store.OutputFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Result of a verification, as JSON. */
public final class VerificationJson {
  /** Name of the file. */
  public static final String NAME = VerificationFile.DESCRIPTION.name();

  private VerificationJson() {
  }

  /** Writes the file of a folder with all points, and returns its content. */
  public static Verification write(Path folder) {
    Verification found = Verification.of(folder);
    OutputFile.write(folder.resolve(NAME), "write the comparison of full and fast runs",
        part -> Files.writeString(part, text(found)));
    return found;
  }

  private static String text(Verification found) {
    return JsonOut.text(VerificationFile.DESCRIPTION, json -> {
      json.flag("met", !found.isMissed()).list("pairs");
      found.pairs().forEach(pair -> one(pair, json));
      json.end();
    });
  }

  private static void one(VerifiedPair pair, JsonOut json) {
    json.item().text("name", pair.name()).flag("met", !pair.isMissed()).decimal("error", pair.error())
        .decimal("estimatedError", pair.cost().estimatedError()).list("runs");
    for (int run = 0; run < pair.runs(); run++) {
      json.item().text("full", String.valueOf(pair.full().get(run).folder().getFileName()))
          .text("fast", String.valueOf(pair.fast().get(run).folder().getFileName())).end();
    }
    json.end().list("measures");
    for (VerifiedMeasure measure : pair.measures()) {
      json.item().text("measure", measure.key()).text("unit", measure.unit().isEmpty() ? null : measure.unit())
          .decimal("full", measure.fullMean()).decimal("fast", measure.fastMean()).decimal("difference", measure.difference())
          .decimal("allowed", measure.allowed()).flag("met", !measure.isMissed()).decimal("fullCv", cv(measure.full()))
          .decimal("fastCv", cv(measure.fast())).end();
    }
    VerifiedFlows flows = pair.flows();
    VerifiedFlows.Spread spread = flows.spread();
    json.end().object("flows").whole("common", flows.common()).whole("leftOut", flows.leftOut())
        .whole("onlyFull", flows.onlyFull().size()).whole("onlyFast", flows.onlyFast().size())
        .decimal("differenceMean", flows.differenceMean()).decimal("differenceMax", flows.differenceMax())
        .text("furthest", flows.furthest()).decimal("zRms", spread == null ? null : Double.valueOf(spread.zRms()))
        .flag("met", !flows.isMissed()).decimal("fullCv", spread == null ? null : Double.valueOf(spread.cvFull()))
        .decimal("fastCv", spread == null ? null : Double.valueOf(spread.cvFast())).end();
    VerifiedCost cost = pair.cost();
    json.decimal("portBytesDifference", pair.portBytes()).object("cost").decimal("fullPacketHops", cost.fullPacketHops())
        .decimal("fastPacketHops", cost.fastPacketHops()).decimal("fullWallSeconds", cost.fullSeconds())
        .decimal("fastWallSeconds", cost.fastSeconds()).end().end();
  }

  private static @Nullable Double cv(double[] values) {
    return values.length < 2 ? null : Double.valueOf(MeasureSpread.cv(values));
  }
}
