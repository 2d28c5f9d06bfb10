package dev.inflight.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.reproduction.index.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The paper's claims about its figures under random load, as functions of run folders. Their runs take minutes, so the tests
 * write folders with the paper's numbers: each claim agrees, and disagrees if one of its numbers becomes worse.
 */
@Tag("sweep")
class LoadClaimsTest {
  private static final long G = 1_000_000_000L;
  private static final List<String> LOADED = List.of("fig01", "fig02", "fig03", "fig10", "fig11", "page", "fig12");
  /** Flows of a size: enough for every percentile in a claim except one of the 99.9th. */
  private static final int ENOUGH = 600;

  @TempDir
  Path folder;

  /** Returns the numbers of a figure's runs, by descriptive names. */
  private static Map<String, Double> published(String figure) {
    var numbers = new TreeMap<String, Double>();
    switch (figure) {
      case "fig01" -> {
        numbers.put("longest chain", 3.0); // nodes that pause one another, when incasts spread
        numbers.put("its host, Gb/s", 1000.0); // of 4 Tb/s
      }
      case "fig02" -> {
        eachTimer(numbers, "long", 6, 7, 8);
        eachTimer(numbers, "short", 3, 4, 5);
        eachTimer(numbers, "incast", 40, 20, 10);
        eachTimer(numbers, "paused", 2, 1, 0.5);
      }
      case "fig03" -> {
        for (int load : List.of(30, 50)) {
          List.of(12, 100, 400).forEach(kmin -> {
            numbers.put("short " + load + "-k" + kmin, kmin == 400 ? 30 : kmin / 10.0);
            numbers.put("long " + load + "-k" + kmin, 3000.0 / kmin);
          });
        }
      }
      case "fig10" -> {
        numbers.put("tail 30-hpcc", 2.38);
        numbers.put("tail 30-dcqcn", 11.2);
        numbers.put("tail 50-hpcc", 2.70);
        numbers.put("tail 50-dcqcn", 53.9);
        List.of("30-hpcc", "30-dcqcn", "50-hpcc", "50-dcqcn").forEach(run -> numbers.put("median " + run, 2.0));
        List.of("30-hpcc", "30-dcqcn", "50-hpcc", "50-dcqcn").forEach(run -> numbers.put("queue " + run, 0.0));
        numbers.put("p95 hpcc", 19_700.0);
        numbers.put("p99 hpcc", 22_900.0);
        numbers.put("p95 dcqcn", 1.1e6);
        numbers.put("p99 dcqcn", 2.1e6);
        numbers.put("drops", 0.0);
        numbers.put("pauses", 0.0);
      }
      case "fig11" -> {
        each(numbers, "incast ", 1.5, 130, 130, 4, 6, 3);
        each(numbers, "packet ", 1.8, 8, 9, 4.4, 4.2, 3.8); // of 11 us: 19.8 us, and DCTCP's are more than two times that
        each(numbers, "46 KB ", 2, 8, 9, 4.2, 4.1, 3.7);
        each(numbers, "120 KB ", 2, 8, 9, 4.4, 4.3, 4.1);
        each(numbers, "largest ", 8, 8, 9, 6, 8.5, 6);
        numbers.put("median of the largest hpcc", 1.24 * 3);
        numbers.put("median of the largest dctcp", 3.0);
        numbers.put("tail hpcc", 1.5); // p99.9 of one packet over p95
        each(numbers, "paused ", 0, 5, 5, 0.01, 0.02, 0);
      }
      case "page" -> {
        page(numbers, "hadoop30-hpcc", 1.5, 1.97, 2.4, 4.3);
        page(numbers, "hadoop30-dcqcn-win", 2.75, 2.67, 2.75, 3.4);
        page(numbers, "hadoop30-timely-win", 2.8, 2.7, 2.8, 3.8);
        page(numbers, "hadoop30-dctcp", 2.45, 2.45, 2.6, 3.3);
        page(numbers, "hadoop50-hpcc", 1.9, 2.9, 4.0, 11);
        page(numbers, "websearch50-hpcc", 1.42, 2.0, 2.8, 4.7, 6.8, 9.6);
        page(numbers, "websearch50-dcqcn-win", 4.7, 4.5, 4.4, 5.2, 8.0, 7.2);
        page(numbers, "websearch50-timely-win", 4.3, 4.15, 4.15, 4.9, 6.8, 8.4);
        page(numbers, "websearch50-dctcp", 3.8, 3.8, 3.85, 4.8, 8.3, 8.0);
        page(numbers, "p99 websearch50-hpcc", 1.95, 3, 4, 6.5, 8, 14.6);
        page(numbers, "p99 websearch50-dcqcn-win", 7.0, 7, 7, 7.5, 9, 9.8);
        page(numbers, "p99 websearch50-timely-win", 6.4, 6, 6, 6.5, 9, 14.0);
        page(numbers, "p99 websearch50-dctcp", 5.7, 5, 5, 6.3, 9, 11.0);
      }
      default -> {
        for (String at : List.of("30-incast", "50")) {
          List.of("pfc", "gbn", "irn").forEach(control -> numbers.put(at + "-hpcc-" + control, 2.0));
          numbers.put(at + "-dcqcn-pfc", 9.0);
          numbers.put(at + "-dcqcn-gbn", 8.0);
          numbers.put(at + "-dcqcn-irn", 5.0);
        }
      }
    }
    return numbers;
  }

  private static void eachTimer(Map<String, Double> numbers, String what, double eager, double calm, double calmest) {
    numbers.put(what + " 55-50", eager);
    numbers.put(what + " 300-4", calm);
    numbers.put(what + " 900-4", calmest);
  }

  /** The twentieths of the flows, by size, for which the page gives numbers. */
  private static final List<Integer> HADOOP = List.of(1, 16, 18, 20);
  private static final List<Integer> WEBSEARCH = List.of(1, 4, 8, 12, 14, 18);

  private static void page(Map<String, Double> numbers, String run, double... ofGroups) {
    List<Integer> groups = run.contains("hadoop") ? HADOOP : WEBSEARCH;
    for (int at = 0; at < ofGroups.length; at++) {
      numbers.put(run + " " + groups.get(at), ofGroups[at]);
    }
  }

  private static final List<String> SCHEMES = List.of("hpcc", "dcqcn", "timely", "dcqcn-win", "timely-win", "dctcp");

  private static void each(Map<String, Double> numbers, String what, double... ofSchemes) {
    for (int at = 0; at < SCHEMES.size(); at++) {
      numbers.put(what + SCHEMES.get(at), ofSchemes[at]);
    }
  }

  /** Returns the run of a scenario with these numbers. */
  private static SyntheticRun run(String scenario, Map<String, Double> numbers) {
    String figure = scenario.substring(0, scenario.indexOf('-'));
    String name = scenario.substring(figure.length() + 1);
    var run = new SyntheticRun();
    switch (figure) {
      case "fig01" -> spread(run, numbers.get("longest chain").intValue(), numbers.get("its host, Gb/s").longValue() * G);
      case "fig02" -> {
        boolean incast = name.endsWith("incast");
        String timers = name.replace("-incast", "");
        run.flows(ENOUGH, 5000, incast ? numbers.get("incast " + timers) : numbers.get("short " + timers))
            .flows(ENOUGH, 1_000_000, numbers.get("long " + timers)).paused(incast ? numbers.get("paused " + timers) : 0);
      }
      case "fig03" ->
        run.flows(ENOUGH, 5000, numbers.get("short " + name)).flows(ENOUGH, 2_000_000, numbers.get("long " + name)).paused(0);
      case "fig10" -> {
        String scheme = name.substring(3);
        double median = numbers.get("median " + name);
        run.flows(ENOUGH, 1000, 7100, 0.5 * median, median, numbers.get("tail " + name))
            .flows(ENOUGH, 50_000, 20_000, median, 2 * median, 3 * median).paused(0).queue(25 * G, 200, 300, 400)
            .queue(100 * G, 0, 0.5 * numbers.get("p95 " + scheme), 0.5 * numbers.get("p99 " + scheme)).queue(100 * G,
                2 * numbers.get("queue " + name), 1.5 * numbers.get("p95 " + scheme), 1.5 * numbers.get("p99 " + scheme));
        if (scheme.equals("hpcc")) {
          run.drops(numbers.get("drops").longValue()).pfcPauses(numbers.get("pauses").longValue());
        }
      }
      case "fig11" -> {
        boolean incast = name.startsWith("30-incast-");
        String scheme = name.replaceFirst("^(30-incast|50)-", "");
        if (incast) {
          run.flows(ENOUGH, 5000, numbers.get("incast " + scheme)).paused(numbers.get("paused " + scheme));
        } else {
          double packet = numbers.get("packet " + scheme);
          double median = numbers.getOrDefault("median of the largest " + scheme, 3.0);
          int twentieth = scheme.equals("hpcc") ? 340 : 100; // a claim needs the 99.9th percentile of HPCC's single packets
          run.flows(15 * twentieth, 1000, 11_000, 0.6 * packet, packet, numbers.getOrDefault("tail " + scheme, 2.0) * packet)
              .flows(twentieth, 46_000, numbers.get("46 KB " + scheme)).flows(twentieth, 80_000, numbers.get("46 KB " + scheme))
              .flows(twentieth, 119_000, numbers.get("120 KB " + scheme)).flows(twentieth, 500_000, 5)
              .flows(twentieth, 2_000_000, 1e6, median, numbers.get("largest " + scheme), 20).paused(0);
        }
      }
      case "page" -> {
        for (int twentieth = 1; twentieth <= 20; twentieth++) {
          int group = name.startsWith("hadoop") && twentieth <= 15 ? 1 : twentieth; // single packets
          double p95 = numbers.getOrDefault(name + " " + group, 3.0);
          double p99 = numbers.getOrDefault("p99 " + name + " " + group, 2 * p95);
          run.flows(ENOUGH, group == 1 ? 1000 : 1000L * twentieth, 10_000, 0.6 * p95, p95, p99);
        }
        run.paused(0);
      }
      default -> run.flows(ENOUGH, 100_000, numbers.get(name)).flows(ENOUGH, 900_000, 50).paused(0);
    }
    return run;
  }

  /** Adds a hundred pauses of a slow host by its switch, and fifteen that spread from switch to switch to the fast host. */
  private static void spread(SyntheticRun run, int nodes, long fastBitsPerSec) {
    run.flows(ENOUGH, 5000, 2);
    for (int host = 0; host < 60; host++) {
      run.port("host", host, 100 + host, 50 * G, 0);
    }
    run.port("host", 90, 200, fastBitsPerSec, 0);
    run.port("host", 91, 199 + nodes, 0, 0); // where the last switch leads
    for (int hop = 1; hop < nodes; hop++) {
      run.port("switch", 199 + hop, 200 + hop, 100 * G, 0); // each switch is paused by the next one
    }
    for (int at = 0; at < 100; at++) {
      run.pause(at * 1000.0, "host", at % 60, true).pause(at * 1000.0 + 500, "host", at % 60, false);
    }
    for (int at = 0; at < 15; at++) {
      double ns = 200_000 + at * 1000;
      for (int hop = nodes - 1; hop >= 0; hop--) {
        run.pause(ns + nodes - hop, hop == 0 ? "host" : "switch", hop == 0 ? 90 : 199 + hop, true);
      }
      for (int hop = nodes - 1; hop >= 0; hop--) {
        run.pause(ns + 500 + nodes - hop, hop == 0 ? "host" : "switch", hop == 0 ? 90 : 199 + hop, false);
      }
    }
  }

  private Results results(Figure figure, Map<String, Double> numbers) throws IOException {
    for (String scenario : figure.scenarios()) {
      run(scenario, numbers).write(folder.resolve(scenario));
    }
    return new Results(folder);
  }

  private List<Claim> claims(String figure, Map<String, Double> numbers) throws IOException {
    Figure of = Figures.named(figure).getFirst();
    return of.claims(results(of, numbers));
  }

  static List<String> loaded() {
    assertThat(Figures.ALL.stream().filter(figure -> figure.fullMs() > 0).map(Figure::name)).containsExactlyElementsOf(LOADED);
    return LOADED;
  }

  @ParameterizedTest
  @MethodSource("loaded")
  void eachClaimAgreesWithThePapersNumbers(String figure) throws IOException {
    assertThat(claims(figure, published(figure))).hasSizeGreaterThan(2)
        .allSatisfy(claim -> assertThat(claim.agrees()).as("%s: %s, %s", claim.id(), claim.oursText(), claim.shortage()).isTrue())
        .extracting(Claim::id).doesNotHaveDuplicates();
  }

  /** A changed number of a run, and the claims that then differ, with or without a known reason. */
  @ParameterizedTest
  @ValueSource(strings = {"fig01: longest chain = 2: fig01-depth", "fig01: its host, Gb/s = 30: fig01-suppressed fig01-worst",
      "fig02: long 300-4 = 5: fig02-slowdown-300-4", "fig02: short 900-4 = 2: fig02-short-900-4",
      "fig02: short 55-50 = 4.5: fig02-short-300-4", "fig02: incast 300-4 = 50: fig02-latency-300-4",
      "fig02: paused 900-4 = 3: fig02-pauses-900-4", "fig02: paused 55-50 = 0.7: fig02-pauses-300-4",
      "fig03: short 50-k12 = 50: fig03-short-50", "fig03: long 30-k400 = 300: fig03-long-30",
      "fig03: short 30-k400 = 20: fig03-latency-30", "fig03: short 50-k400 = 48: fig03-latency-50",
      "fig10: tail 30-hpcc = 1.7: fig10-hpcc-30", "fig10: tail 30-dcqcn = 15: fig10-dcqcn-30",
      "fig10: tail 50-hpcc = 2.2: fig10-hpcc-50", "fig10: tail 50-dcqcn = 70: fig10-dcqcn-50",
      "fig10: median 30-dcqcn = 4: fig10-median-30", "fig10: median 50-hpcc = 1: fig10-median-50",
      "fig10: queue 50-hpcc = 1000: fig10-hpcc-queue-p50-50", "fig10: queue 30-dcqcn = 1000: fig10-dcqcn-queue-p50-30",
      "fig10: p95 hpcc = 30000: fig10-queue-p95", "fig10: p99 hpcc = 30000: fig10-queue-p99",
      "fig10: p95 dcqcn = 1600000: fig10-dcqcn-queue-p95", "fig10: p99 dcqcn = 900000: fig10-dcqcn-queue-p99",
      "fig10: drops = 1: fig10-pfc", "fig10: pauses = 2: fig10-pfc", "fig11: incast dctcp = 1.2: fig11-short-30-incast-dctcp",
      "fig11: incast hpcc = 5: fig11-short-30-incast-dcqcn-win fig11-short-30-incast-dctcp",
      "fig11: paused hpcc = 0.001: fig11-pfc-hpcc", "fig11: paused dcqcn-win = 1: fig11-pfc-dcqcn-win",
      "fig11: paused timely-win = 2: fig11-pfc-timely-win", "fig11: paused dcqcn = 0: fig11-pfc-dcqcn fig11-pfc-dcqcn-win",
      "fig11: packet dctcp = 3.1: fig11-dctcp", "fig11: tail hpcc = 2.5: fig11-latency-tail",
      "fig11: packet hpcc = 2.3: fig11-latency fig11-dctcp fig11-page-hpcc-0",
      "fig11: 46 KB dcqcn-win = 6: fig11-page-dcqcn-win-1", "fig11: 120 KB timely-win = 6: fig11-page-timely-win-2",
      "fig11: largest dctcp = 7: fig11-page-dctcp-3", "fig11: median of the largest hpcc = 5: fig11-long",
      "page: hadoop30-dctcp 1 = 3: page-hadoop30-dctcp-p95-0", "page: hadoop50-hpcc 18 = 3: page-hadoop50-hpcc-p95-2",
      "page: hadoop30-hpcc 20 = 3: page-hadoop30-hpcc-p95-3", "page: websearch50-hpcc 4 = 3: page-websearch50-hpcc-p95-1",
      "page: websearch50-dctcp 14 = 6: page-websearch50-dctcp-p95-4",
      "page: p99 websearch50-timely-win 12 = 9: page-websearch50-timely-win-p99-1", "fig12: 50-hpcc-gbn = 3: fig12-50-hpcc-gbn",
      "fig12: 30-incast-hpcc-irn = 1.5: fig12-30-incast-hpcc-irn", "fig12: 50-dcqcn-pfc = 4.5: fig12-50-dcqcn-pfc",
      "fig12: 30-incast-dcqcn-gbn = 4.5: fig12-30-incast-dcqcn-gbn", "fig12: 50-dcqcn-irn = 1.9: fig12-50-dcqcn-irn",
      "fig12: 30-incast-hpcc-pfc = 6: fig12-30-incast-hpcc-gbn fig12-30-incast-hpcc-irn fig12-30-incast-dcqcn-irn"})
  void claimsDifferIfTheirNumberBecomesWorse(String story) throws IOException {
    String[] parts = story.split(": ");
    String[] change = parts[1].split(" = ");
    Map<String, Double> numbers = published(parts[0]);
    assertThat(numbers).containsKey(change[0]);
    numbers.put(change[0], Double.valueOf(change[1]));
    assertThat(claims(parts[0], numbers)).filteredOn(claim -> !claim.agrees()).extracting(Claim::id)
        .containsExactlyInAnyOrder(parts[2].split(" "));
  }

  /** With the tried setting both percentiles approach the paper's, but only p95 reaches its value, as a reason requires. */
  @ParameterizedTest
  @CsvSource({"p95 hpcc, 29900, fig10-queue-p95, true", "p99 hpcc, 51600, fig10-queue-p99, false",
      "p95 dcqcn, 1690000, fig10-dcqcn-queue-p95, true", "p99 dcqcn, 2600000, fig10-dcqcn-queue-p99, false"})
  void reasonHoldsOnlyIfItReachesThePublishedValue(String number, double bytes, String id, boolean explained) throws IOException {
    Map<String, Double> numbers = published("fig10");
    numbers.put(number, bytes);
    Claim claim = claims("fig10", numbers).stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    assertThat(claim.agrees()).isFalse();
    assertThat(claim.surprises()).isFalse();
    assertThat(claim.isExplained()).isEqualTo(explained);
  }

  /** Too few flows show nothing: claims neither agree nor differ. */
  @Test
  void fewFlowsLeaveClaimsOpen() throws IOException {
    Figure figure = Figures.named("fig12").getFirst();
    for (String scenario : figure.scenarios()) {
      new SyntheticRun().flows(50, 1000, 2).paused(0).write(folder.resolve(scenario));
    }
    assertThat(figure.claims(new Results(folder))).allSatisfy(claim -> {
      assertThat(claim.isOpen()).as(claim.id()).isTrue();
      assertThat(claim.shortage()).isEqualTo("a run has 50 such flows; this percentile needs 100");
    });
  }

  /** The measurements of a run, which are listed next to the claims, exclude the flows of incasts. */
  @Test
  void measurementsOfRunsExcludeFlowsOfIncasts() throws IOException {
    Figure figure = Figures.named("fig10").getFirst();
    List<List<String>> rows = figure.runs(results(figure, published("fig10")));
    assertThat(rows).hasSize(1 + figure.scenarios().size());
    assertThat(rows.getFirst()).as("columns, which other programs read by name").doesNotHaveDuplicates();
    assertThat(String.join(" ", rows.get(1 + figure.scenarios().indexOf("fig10-30-hpcc"))))
        .isEqualTo("fig10-30-hpcc 1200 2 2.38 6 - 1 2 2.38 - 7 9 0 0 0 5");
    Figure timers = Figures.named("fig02").getFirst();
    rows = timers.runs(results(timers, published("fig02")));
    assertThat(rows.get(1 + timers.scenarios().indexOf("fig02-900-4-incast"))).contains("0.5", Index.atIndex(13));
  }

  /**
   * docs/reference/reproduction.md has the claims of the code, in the same order, with the same words, bounds and reasons;
   * otherwise an older version of the program wrote it.
   */
  @ParameterizedTest
  @MethodSource("loaded")
  void pageOfResultsIsUpToDate(String name) throws IOException {
    List<String> page = Files.readAllLines(Path.of("../docs/reference/reproduction.md"));
    Figure figure = Figures.named(name).getFirst();
    int head = page.indexOf("## " + name + ": " + figure.title());
    assertThat(head).as("the section of %s", name).isPositive();
    List<String[]> rows = page.subList(head + 1, page.size()).stream().takeWhile(line -> !line.startsWith("## "))
        .dropWhile(line -> !line.startsWith("| quantity |")).skip(2).takeWhile(line -> line.startsWith("| "))
        .map(line -> line.split(" \\| ")).toList();
    Results results = results(figure, published(name));
    List<Claim> claims = figure.claims(results);
    assertThat(rows.stream().map(row -> String.join(" | ", row[0].substring(2), row[1], row[4]))).containsExactlyElementsOf(
        claims.stream().map(claim -> String.join(" | ", claim.statement(), claim.published(), claim.boundText())).toList());
    for (int at = 0; at < claims.size(); at++) {
      String verdict = rows.get(at)[5];
      if (verdict.startsWith("differs [")) {
        String number = verdict.substring(verdict.indexOf('[') + 1, verdict.indexOf(']'));
        assertThat(page).as(claims.get(at).id()).contains(number + ". " + claims.get(at).known().reason() + ".");
      }
    }
    List<String> shown = page.subList(head + 1, page.size()).stream().takeWhile(line -> !line.startsWith("## ")).toList();
    assertThat(shown).contains("| " + String.join(" | ", figure.runs(results).getFirst()) + " |");
    assertThat(figure.scenarios())
        .allSatisfy(scenario -> assertThat(shown).anyMatch(line -> line.startsWith("| " + scenario + " |")));
  }
}
