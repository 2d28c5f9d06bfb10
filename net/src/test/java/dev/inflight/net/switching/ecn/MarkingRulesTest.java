package dev.inflight.net.switching.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.link.Packet;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Common properties of all marking rules, and the marks of each. */
class MarkingRulesTest {
  private static final EcnThresholds THRESHOLDS = new EcnThresholds(10_000, 10_000, 1);

  private static Packet packet(Packet.Kind kind, long arrivedPs) {
    var packet = new Packet(0);
    packet.kind = kind;
    packet.sizeBytes = 1000;
    packet.timePs = arrivedPs;
    return packet;
  }

  private static EcnMarker marker(MarkingRule rule) {
    return Objects.requireNonNull(rule.at(THRESHOLDS)).marker(() -> 0.5, 100_000_000_000L);
  }

  @Test
  void namesAreUniqueAndTheFirstGoesByThresholds() {
    assertThat(MarkingRules.ALL).extracting(MarkingRule::name).containsExactly("red", "tcn");
    assertThat(MarkingRules.ALL.getFirst().usesThresholds()).isTrue();
  }

  /** Acknowledgements take no mark, and an idle port gives none. */
  @ParameterizedTest
  @FieldSource("dev.inflight.net.switching.ecn.MarkingRules#ALL")
  void onlyDataThatQueuesIsMarked(MarkingRule rule) {
    EcnMarker marker = marker(rule);
    assertThat(marker.marks(packet(Packet.Kind.DATA, 1_000), 3, 0, 1_000)).isFalse();
    assertThat(marker.marks(packet(Packet.Kind.ACK, 0), 3, 1 << 24, 1_000_000_000_000L)).isFalse();
    assertThat(marker.marks(packet(Packet.Kind.DATA, 0), 3, 1 << 24, 1_000_000_000_000L)).isTrue();
  }

  @Test
  void thresholdsAreThoseOfThePort() {
    assertThat(ByThresholds.DEFAULT.at(THRESHOLDS)).isSameAs(THRESHOLDS);
    assertThat(ByThresholds.DEFAULT.at(null)).isNull();
  }

  @Test
  void sojournDecidesWhateverTheQueueHolds() {
    EcnMarker marker = marker(new SojournMarking(5_000_000));
    assertThat(marker.marks(packet(Packet.Kind.DATA, 1_000), 3, 1 << 24, 5_001_000)).isFalse();
    assertThat(marker.marks(packet(Packet.Kind.DATA, 1_000), 3, 0, 5_001_001)).isTrue();
  }

  @Test
  void rangesAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SojournMarking(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new SojournMarking(1_000_000_000_001L));
    assertThat(new SojournMarking(1_000_000_000_000L).usesThresholds()).isFalse();
  }
}
