package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Signals that each scheme needs: the network does not deliver others, and the scheme would not react to them. */
class SignalsTest {
  @Test
  void everySchemeDeclaresTheSignalsItUses() {
    Map<String, Set<Signal>> signals = Schemes.ALL.stream().collect(Collectors.toMap(Scheme::name, Scheme::signals));
    assertThat(signals).containsExactlyInAnyOrderEntriesOf(
        Map.ofEntries(Map.entry("hpcc", Set.of(Signal.HOPS)), Map.entry("hpcc-authors", Set.of(Signal.HOPS)),
            Map.entry("hpcc-alpha", Set.of(Signal.HOPS)), Map.entry("powertcp", Set.of(Signal.HOPS)),
            Map.entry("dcqcn", Set.of(Signal.ECN, Signal.CNP)), Map.entry("dcqcn-authors", Set.of(Signal.ECN)),
            Map.entry("dctcp", Set.of(Signal.ECN)), Map.entry("dctcp-authors", Set.of(Signal.ECN)),
            Map.entry("swift", Set.of(Signal.RTT)), Map.entry("nscc", Set.of(Signal.ECN, Signal.RTT)),
            Map.entry("timely", Set.of(Signal.RTT)), Map.entry("rccc", Set.of(Signal.CREDIT)),
            Map.entry("timely-authors", Set.of(Signal.RTT)), Map.entry("fixed-window", Set.of()), Map.entry("none", Set.of())));
  }
}
