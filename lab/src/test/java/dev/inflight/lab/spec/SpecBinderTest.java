package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.sim.workload.Workloads;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecBinderTest {
  private static final SourceLocation PLACE = new SourceLocation("s.yaml", 3);

  enum Color {
    DARK_RED, BLUE
  }

  /** A component of each kind. */
  record Everything(long rateBitsPerSec, long tPs, long bigBytes, double stepBytes, int count, long number, double real,
      boolean flag, String text, Color color) {
    static final Everything DEFAULT = new Everything(1, 2, 3, 4, 5, 6, 7, true, "x", Color.BLUE);

    String name() {
      return "all";
    }
  }

  private static final SpecBinder<Everything> EVERYTHING = new SpecBinder<>("thing", List.of(Everything.DEFAULT),
      Everything::name);

  private static <T> T bind(SpecBinder<T> binder, String text) {
    return binder.bind(Spec.parse(text, PLACE), PLACE);
  }

  @Test
  void missingKeysKeepTheirDefault() {
    assertThat(bind(Catalog.SCHEMES, "hpcc")).isEqualTo(Hpcc.DEFAULT);
    assertThat(bind(Catalog.TOPOLOGIES, "star(hosts=3)")).isEqualTo(new Star(3, 100_000_000_000L, 1_000_000));
  }

  @Test
  void keysAreComponentsWithoutTheirUnit() {
    assertThat(bind(Catalog.SCHEMES, "HPCC(t=13us, minrate=1Gbps, WAI=80.5, react=Per_RTT)"))
        .isEqualTo(new Hpcc(0.95, 5, 80.5, 100, 13_000_000, ReactionMode.PER_RTT, 1_000_000_000));
    assertThat(bind(EVERYTHING, "all(color=dark-red, flag=FALSE, count=-3, real=-1e3, text=a b)"))
        .isEqualTo(new Everything(1, 2, 3, 4, -3, 6, -1000, false, "a b", Color.DARK_RED));
  }

  @Test
  void describesEveryParameter() {
    assertThat(Catalog.SCHEMES.describe(Hpcc.DEFAULT)).isEqualTo(
        "hpcc(eta=0.95, maxStage=5, wAi=0B, maxFlows=100, T=0ps, react=both, minRate=0bps, division=plain, rate=sent, speedUp=1)");
    assertThat(EVERYTHING.describe(Everything.DEFAULT)).isEqualTo(
        "all(rate=1bps, T=2ps, big=3B, step=4B, count=5, number=6, real=7, flag=true, text=x, color=blue)");
  }

  @Test
  void readsEverySpecBack() {
    Schemes.ALL.forEach(scheme -> assertReadsBack(Catalog.SCHEMES, scheme));
    Topologies.ALL.forEach(shape -> assertReadsBack(Catalog.TOPOLOGIES, shape));
    Workloads.ALL.forEach(workload -> assertReadsBack(Catalog.WORKLOADS, workload));
  }

  @Test
  void anyValuesReadBack() {
    var random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      assertReadsBack(EVERYTHING,
          new Everything(random.nextLong() >>> 1, random.nextLong() >>> random.nextInt(1, 63), random.nextInt(1 << 30) * 1000L,
              random.nextInt(100) * random.nextDouble(), random.nextInt(), random.nextLong(), random.nextGaussian(),
              random.nextBoolean(), "a\"b, (" + random.nextInt(), random.nextBoolean() ? Color.BLUE : Color.DARK_RED));
    }
  }

  private static <T> void assertReadsBack(SpecBinder<T> binder, T value) {
    assertThat(bind(binder, binder.describe(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "hpc              | s.yaml:3: unknown scheme 'hpc'; did you mean 'hpcc'? known: hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none",
      "zzz              | s.yaml:3: unknown scheme 'zzz'; known: hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none; --with FILE.java, FOLDER or JAR adds your own",
      "HPCC-Table       | s.yaml:3: unknown scheme 'HPCC-Table'; it is called 'hpcc(division=table)' now; known: "
          + "hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none",
      "hpcc-rxrate      | s.yaml:3: unknown scheme 'hpcc-rxrate'; it is called 'hpcc(rate=received)' now; known: "
          + "hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none",
      "hpcc(etta=1)     | s.yaml:3: hpcc has no parameter 'etta'; did you mean 'eta'? known: eta, maxStage, wAi, maxFlows,"
          + " T, react, minRate, division, rate, speedUp",
      "hpcc(eta=1.5)    | s.yaml:3: eta must be above 0 and at most 1, found 1.5",
      "hpcc(eta=NaN)    | s.yaml:3: parameter eta of hpcc: value 'NaN' is not a number",
      "hpcc(eta=1e999)  | s.yaml:3: parameter eta of hpcc: value '1e999' does not fit",
      "hpcc(minRate=5)  | s.yaml:3: parameter minRate of hpcc: rate '5' has no unit; write it as in 5Gbps",
      "hpcc(T=1.5)      | s.yaml:3: parameter T of hpcc: time '1.5' has no unit; write it as in 1.5us",
      "hpcc(maxStage=2.5) | s.yaml:3: parameter maxStage of hpcc: value '2.5' is not a whole number",
      "hpcc(maxStage=3000000000) | s.yaml:3: parameter maxStage of hpcc: value '3000000000' does not fit: at most 2147483647",
      "hpcc(react=per-rrt) | s.yaml:3: parameter react of hpcc: unknown value 'per-rrt'; did you mean 'per-rtt'? known: both,"
          + " per-ack, per-rtt",
      "hpcc-authors(varWindow=yes) | s.yaml:3: parameter varWindow of hpcc-authors: value must be true or false, found"
          + " 'yes'; write true",
      "none(eta=1)      | s.yaml:3: none has no parameter 'eta'; there are none"})
  void rejectsInvalidParameters(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> bind(Catalog.SCHEMES, text)).withMessage(message);
  }

  @Test
  void numberWithoutBoundReadsBack() {
    SourceLocation place = SourceLocation.of("--scheme");
    Scheme fairest = Catalog.SCHEMES.bind(Spec.parse("hpcc-alpha(alpha=infinity)", place), place);
    assertThat(Catalog.SCHEMES.describe(fairest)).contains("alpha=infinity");
    assertThat(Catalog.SCHEMES.bind(Spec.parse(Catalog.SCHEMES.describe(fairest), place), place)).isEqualTo(fairest);
  }
}
