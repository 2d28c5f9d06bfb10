package dev.inflight.sim.setup;

import dev.inflight.net.link.Framing;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Features that do not work together. The error is at the key of the first one; if a scenario does not set that key, at the key
 * of the last one.
 *
 * @param features two or more
 * @param sentence reason, and often an alternative; names in braces such as {@code {scheme}} are placeholders for the setup's
 *     values
 */
public record Incompatibility(List<Feature> features, String sentence) {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)\\}");

  static Incompatibility of(Feature one, Feature other, String sentence) {
    return new Incompatibility(List.of(one, other), sentence);
  }

  static Incompatibility of(Feature one, Feature second, Feature third, String sentence) {
    return new Incompatibility(List.of(one, second, third), sentence);
  }

  static Incompatibility of(Feature one, Feature second, Feature third, Feature fourth, String sentence) {
    return new Incompatibility(List.of(one, second, third, fourth), sentence);
  }

  /**
   * True if a setup has all of the features, and this one of its classes of flows has those of a class.
   *
   * @param number the number of that class, as in {@link #problem}
   */
  boolean isIn(Setup setup, FlowClass flows, int number) {
    for (Feature feature : features) {
      if (!feature.holds(setup, flows, number)) {
        return false;
      }
    }
    return true;
  }

  /** True if it depends on the class of flows, or on the flows of a class. */
  boolean isOfClass() {
    return features.stream().anyMatch(feature -> feature.isOfClass() || feature.isOfFlows());
  }

  /**
   * Returns the problem of a setup that has all of the features.
   *
   * @param flows its class of flows that has those of a class
   * @param number the number of that class, from 1 on; 0 for flows of no class
   */
  Problem problem(Setup setup, FlowClass flows, int number) {
    String why = NAME.matcher(sentence).replaceAll(name -> Matcher.quoteReplacement(value(name.group(1), setup, flows)));
    boolean ofOwn = number > 0 && features.stream().anyMatch(feature -> flows.own().states(feature.key()));
    return new Problem(place(features.getFirst(), flows, number), place(features.getLast(), flows, number),
        ofOwn ? "class " + flows.name() + ": " + why : why);
  }

  private static String place(Feature feature, FlowClass flows, int number) {
    boolean ofClass = feature.isOfClass() || flows.own().states(feature.key());
    return ofClass && number > 0 ? Problem.classField(number) : feature.key();
  }

  private static String value(String name, Setup setup, FlowClass flows) {
    return switch (name) {
      case "scheme" -> flows.scheme().name();
      case "schemeOfEachHop" -> flows.scheme().nameWithoutBottleneck();
      case "format" -> flows.telemetry().name();
      case "telemetryPackets" -> setup.telemetryPackets().name();
      case "feedback" -> setup.feedback().name();
      case "switchFeedback" -> setup.switchFeedback().name();
      case "feedbackValidation" -> setup.feedbackValidation().name();
      case "queues" -> setup.queues().name();
      case "paths" -> setup.paths().name();
      case "routing" -> setup.routing().name();
      case "nic" -> setup.nic().name();
      case "recovery" -> setup.recovery().name();
      case "payload" -> Integer.toString(setup.payloadBytes());
      case "every" -> Integer.toString(setup.ackEveryPackets());
      case "framing" -> setup.framing() == Framing.TCP ? "tcp" : "tcp-ipv6";
      case "tcpFraming" -> setup.framing().isIpv6() ? "tcp-ipv6" : "tcp";
      case "ipv6Framing" -> setup.framing().isTcp() ? "tcp-ipv6" : "rocev2-ipv6";
      default -> throw new IllegalStateException("no sentence has a name {" + name + "}");
    };
  }
}
