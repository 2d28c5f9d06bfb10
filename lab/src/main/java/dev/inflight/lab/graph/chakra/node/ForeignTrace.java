package dev.inflight.lab.graph.chakra.node;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Traces in JSON from which Chakra's tools make a trace of Chakra. */
public enum ForeignTrace {
  /** Output of PyTorch's observer of execution traces, and of {@code chakra_trace_link}: a node names one other node. */
  EXECUTION("an execution trace of PyTorch, from which Chakra's converter makes a trace that can be simulated:"
      + " chakra_converter PyTorch --input FILE --output NAME.0.et"),
  /** Output of PyTorch's profiler. */
  PROFILE("a trace of PyTorch's profiler (Kineto), from which Chakra's tools make a trace that can be simulated:"
      + " chakra_trace_link joins it with an execution trace of PyTorch, and chakra_converter writes NAME.0.et");

  private static final int HEAD_BYTES = 4096;
  private static final Pattern ONE_DEPENDENCY = Pattern.compile("\"(ctrl_deps|parent)\"\\s*:\\s*\\d");
  private static final Pattern EVENTS = Pattern.compile("\"(traceEvents|deviceProperties|distributedInfo)\"");

  private final String meaning;

  ForeignTrace(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String toString() {
    return meaning;
  }

  /** Returns the kind of a file with this beginning; empty for any other file. */
  public static Optional<ForeignTrace> of(byte[] head) {
    String text = new String(Arrays.copyOf(head, Math.min(head.length, HEAD_BYTES)), StandardCharsets.UTF_8);
    if (!text.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    if (text.contains("\"schema\"") && text.contains("\"nodes\"") && ONE_DEPENDENCY.matcher(text).find()) {
      return Optional.of(EXECUTION);
    }
    return EVENTS.matcher(text).find() ? Optional.of(PROFILE) : Optional.empty();
  }
}
