package dev.inflight.lab.author;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import java.util.LinkedHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the option of {@code init} in an error about a parameter of a trace, as there is no scenario yet to set the parameter in.
 */
public final class TraceRemedy {
  private static final Pattern PARAMETER = Pattern.compile("\\b(?:as|in|write) ([a-zA-Z]+)=([\\w.]+)");

  private TraceRemedy() {
  }

  /**
   * Returns the error with the option.
   *
   * @param flows spec of the trace
   */
  public static InputError of(InputError refused, String flows) {
    String message = String.valueOf(refused.getMessage());
    Matcher asked = PARAMETER.matcher(message);
    SourceLocation place = SourceLocation.of("flows");
    Spec trace = Spec.parse(flows, place);
    if (!trace.name().equals("trace") || message.contains("\n") || !asked.find()) {
      return refused;
    }
    var arguments = new LinkedHashMap<>(trace.arguments());
    arguments.put(asked.group(1), asked.group(2));
    var mended = new Spec(trace.name(), arguments);
    try {
      Catalog.WORKLOADS.bind(mended, place);
    } catch (InputError _) {
      return refused; // the message names no parameter of a trace
    }
    return new InputError(message + "; with init that is --flows '" + mended.format() + "'");
  }
}
