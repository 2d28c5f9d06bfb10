package dev.inflight.lab.kind;

import dev.inflight.lab.cables.CableFabric;
import dev.inflight.lab.cables.format.CableFormat;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values that a scenario states because a list of cables lacks them.
 *
 * @param stated parameters of {@code file()}
 * @param notes notes about these parameters
 */
record CableNeeds(Map<String, String> stated, List<String> notes) {
  private static final Map<String, String> USUAL = Map.of(CableFabric.RATE, "400Gbps", CableFabric.DELAY, "500ns");

  /**
   * Returns the values for a file.
   *
   * @throws dev.inflight.lab.read.InputError if the file is invalid
   */
  static CableNeeds of(Path path) {
    InputText text = InputText.readForeign(path);
    var stated = new LinkedHashMap<String, String>();
    var notes = new ArrayList<String>();
    CableFormat.of(text).ifPresent(
        format -> Notices.collect(new ArrayList<>(), () -> CableFabric.missing(format.read(text))).forEach(parameter -> {
          stated.put(parameter, USUAL.get(parameter));
          notes.add("not all cables of the file have a " + parameter + ", so the scenario states " + parameter + "="
              + USUAL.get(parameter) + " for them");
        }));
    return new CableNeeds(stated, notes);
  }
}
