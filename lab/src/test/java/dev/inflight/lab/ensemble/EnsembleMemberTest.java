package dev.inflight.lab.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnsembleMemberTest {
  private static final Topology FABRIC = LeafSpine.DEFAULT.build();

  private static List<Long> more(EnsembleMember member, long seed) {
    Topology changed = member.of(FABRIC, seed);
    return IntStream.range(0, FABRIC.links().size())
        .mapToObj(at -> changed.links().get(at).delayPs() - FABRIC.links().get(at).delayPs()).toList();
  }

  @Test
  void memberZeroKeepsTheCablesOfTheScenario() {
    assertThat(EnsembleMember.PLAIN.of(FABRIC, 3)).isSameAs(FABRIC);
  }

  /** Each value from 0 to 7 is about as frequent as another: 8 members of 40 cables, 40 expected of each. */
  @Test
  void cablesAreLongerByUpToTheJitter() {
    List<Long> all = IntStream.rangeClosed(1, 8).boxed().flatMap(member -> more(new EnsembleMember(member, 7), 1).stream())
        .toList();
    assertThat(all).allMatch(ps -> ps >= 0 && ps <= 7);
    for (long ps = 0; ps <= 7; ps++) {
      long wanted = ps;
      assertThat(all.stream().filter(one -> one == wanted).count()).isBetween(all.size() / 16L, all.size() / 5L);
    }
    assertThat(more(new EnsembleMember(1, 1_000_000), 1)).anyMatch(ps -> ps > 500_000).allMatch(ps -> ps <= 1_000_000);
  }

  @Test
  void jitterDependsOnSeedMemberAndCable() {
    var member = new EnsembleMember(1, 7);
    assertThat(more(member, 1)).isEqualTo(more(new EnsembleMember(1, 7), 1)).isNotEqualTo(more(member, 2))
        .isNotEqualTo(more(new EnsembleMember(2, 7), 1));
    assertThat(more(new EnsembleMember(2, 7), 1)).isNotEqualTo(more(member, 2)); // no seed is another one's next member
  }

  @Test
  void nothingElseOfTheTopologyChanges() {
    Topology changed = new EnsembleMember(5, 7).of(FABRIC, 1);
    assertThat(changed.name(32)).isEqualTo(FABRIC.name(32));
    for (int at = 0; at < FABRIC.links().size(); at++) {
      Topology.Link link = FABRIC.links().get(at);
      long delayPs = changed.links().get(at).delayPs();
      assertThat(changed.links().get(at))
          .isEqualTo(new Topology.Link(link.a(), link.b(), link.rateBitsPerSec(), delayPs, link.lossRate()));
    }
  }

  @Test
  void checksRanges() {
    assertThatThrownBy(() -> new EnsembleMember(10_000, 7)).hasMessage("member 10000 is outside 0 to 9999");
    assertThatThrownBy(() -> new EnsembleMember(0, 0)).hasMessage("jitter 0ps is outside 1ps to 1us");
    assertThatThrownBy(() -> new EnsembleMember(0, 1_000_001)).hasMessageContaining("is outside 1ps to 1us");
  }

  /** A text that no run writes is that of no member. */
  @Test
  void resolvedScenariosNameTheirMember() {
    var member = new EnsembleMember(12, 7);
    assertThat(Draw.memberOf(Map.of("ensemble", member.written()))).isEqualTo(12);
    assertThat(Draw.memberOf(Map.of("seed", "1"))).isZero();
    for (String other : List.of("{member: 99999999999, jitter: 7ps}", "{member: 3, jitter: 7h}", "{member: 3}", "3", "")) {
      assertThat(Draw.memberOf(Map.of("ensemble", other))).as(other).isZero();
    }
    assertThat(Draw.withoutMember(Map.of("ensemble", member.written(), "pfc", "true"))).isEqualTo(Map.of("pfc", "true"));
    assertThat(Draw.withoutMember(Map.of("ensemble", new EnsembleMember(3, 20).written())))
        .isEqualTo(Map.of("ensemble", "{jitter: 20ps}"));
  }

  @Test
  void drawsHaveNames() {
    List<Draw> seeds = List.of(new Draw(1, 0), new Draw(2, 0));
    List<Draw> members = List.of(new Draw(4, 0), new Draw(4, 1));
    List<Draw> both = List.of(new Draw(1, 0), new Draw(1, 1), new Draw(2, 0));
    assertThat(List.of(Draw.kind(seeds), Draw.kind(members), Draw.kind(both))).containsExactly("seeds", "members",
        "seeds and members");
    assertThat(List.of(Draw.text(seeds), Draw.text(members), Draw.text(both))).containsExactly("seeds 1, 2",
        "members 0, 1 of seed 4", "members 0, 1 of seed 1, members 0 of seed 2");
  }
}
