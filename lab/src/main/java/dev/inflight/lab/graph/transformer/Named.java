package dev.inflight.lab.graph.transformer;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import java.util.List;
import java.util.function.Function;

/** Models and GPUs by their names. */
final class Named {
  private Named() {
  }

  static Model model(String name) {
    return find("model", name, Model.ALL, Model::name);
  }

  static Gpu gpu(String name) {
    return find("gpu", name, Gpu.ALL, Gpu::name);
  }

  private static <T> T find(String what, String name, List<T> all, Function<T, String> nameOf) {
    return all.stream().filter(one -> nameOf.apply(one).equals(name)).findFirst().orElseThrow(() -> new IllegalArgumentException(
        "unknown " + what + " " + Quoted.of(name) + Suggestion.hint(name, all.stream().map(nameOf).toList())));
  }
}
