package dev.inflight.cc;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scheme that equals another one in all properties except its flows: {@link #start} is its own. */
public interface ForwardingScheme extends Scheme {
  /** The other scheme. */
  Scheme scheme();

  @Override
  default String name() {
    return scheme().name();
  }

  @Override
  default Set<Signal> signals() {
    return scheme().signals();
  }

  @Override
  default boolean takesBottleneckOnly() {
    return scheme().takesBottleneckOnly();
  }

  @Override
  default boolean takesQuiet() {
    return scheme().takesQuiet();
  }

  @Override
  default boolean takesSwitchAnswers() {
    return scheme().takesSwitchAnswers();
  }

  @Override
  default boolean takesPathChanges() {
    return scheme().takesPathChanges();
  }

  @Override
  default boolean runsAtReceivers() {
    return scheme().runsAtReceivers();
  }

  @Override
  default boolean takesFlowCounts() {
    return scheme().takesFlowCounts();
  }

  @Override
  default boolean takesOneLink() {
    return scheme().takesOneLink();
  }

  @Override
  default LinkChoice linkChoice(PathFacts path) {
    return scheme().linkChoice(path);
  }

  @Override
  default String nameWithoutBottleneck() {
    return scheme().nameWithoutBottleneck();
  }

  @Override
  default long cnpIntervalPs() {
    return scheme().cnpIntervalPs();
  }

  @Override
  default @Nullable MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return scheme().markingThresholds(linkRateBitsPerSec);
  }

  @Override
  default @Nullable CreditGrants credits() {
    return scheme().credits();
  }

  @Override
  default MarkEcho markEcho() {
    return scheme().markEcho();
  }

  @Override
  default Pacing pacing() {
    return scheme().pacing();
  }
}
