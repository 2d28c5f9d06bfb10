package dev.inflight.lab.serve;

import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query parameters of a URL. */
final class Parameters {
  private final Map<String, List<String>> values = new HashMap<>();

  /** Creates the parameters of a request. */
  Parameters(HttpExchange request) throws Refusal {
    String query = request.getRequestURI().getRawQuery();
    for (String one : query == null || query.isEmpty() ? List.<String>of() : List.of(query.split("&"))) {
      String[] pair = one.split("=", 2);
      if (pair.length < 2) {
        throw new Refusal(400, "the parameters of this address are no names with values");
      }
      values.computeIfAbsent(pair[0], _ -> new ArrayList<>()).add(decoded(pair[1]));
    }
  }

  private static String decoded(String text) throws Refusal {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw new Refusal(400, "a parameter of this address ends within an escape: " + broken.getMessage());
    }
  }

  /** All values of a name, in order. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Value of a name that occurs at most once; null without one. */
  @Nullable
  String optional(String name) throws Refusal {
    List<String> all = all(name);
    if (all.size() > 1) {
      throw new Refusal(400, "parameter " + name + " occurs more than once");
    }
    return all.isEmpty() ? null : all.getFirst();
  }

  /** Value of a name that occurs exactly once. */
  String one(String name) throws Refusal {
    String value = optional(name);
    if (value == null) {
      throw new Refusal(400, "a " + name + " is missing");
    }
    return value;
  }

  /** Integer of 0 or more. */
  int number(String name) throws Refusal {
    String text = one(name);
    if (!text.matches("\\d{1,9}")) {
      throw new Refusal(400, "the " + name + " is no whole number from 0 to 999999999");
    }
    return Integer.parseInt(text);
  }
}
