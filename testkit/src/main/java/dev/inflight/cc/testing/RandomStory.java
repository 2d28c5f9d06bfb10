package dev.inflight.cc.testing;

import java.util.random.RandomGenerator;

/** Random stories: events that a network may cause for a flow, in any order, from a seed. */
public final class RandomStory {
  private RandomStory() {
  }

  /** Plays {@code turns} random turns. The same generator state gives the same story. */
  public static void play(FlowDriver flow, RandomGenerator random, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      play(flow, random);
    }
  }

  private static void play(FlowDriver flow, RandomGenerator random) {
    int packets = random.nextInt(1, 20);
    int hop = random.nextInt(flow.hopCount());
    switch (random.nextInt(31)) {
      case 0, 1, 2 -> flow.withQueue(random.nextInt(2_000_000) + "B");
      case 3, 4, 5 -> flow.withQueue("0B");
      case 6, 7 -> flow.withLoad(random.nextDouble());
      case 8 -> flow.withLoad(1);
      case 9 -> flow.withLoad(0);
      case 10 -> flow.every(random.nextInt(1, 30_000) + "ns");
      case 11 -> flow.every(random.nextInt(3) * 300 + "ps");
      case 12 -> flow.every("80ns");
      case 13 -> flow.fillWindow().coalesced(1);
      case 14 -> flow.send(packets).coalesced(packets);
      case 15 -> flow.send(packets).lose(packets);
      case 16 -> flow.duplicate();
      case 17 -> flow.bare().stream(1);
      case 18 -> flow.marked().stream(1);
      case 19 -> flow.backwards("1ns").stream(1);
      case 20 -> flow.idle(random.nextInt(5_000) + "us");
      case 21 -> flow.idle(random.nextInt(50_000) + "us");
      case 22 -> flow.returningLate(random.nextInt(3_000) + "us");
      case 23 -> flow.withQueue(hop, random.nextInt(200_000));
      case 24 -> flow.withLoad(hop, random.nextDouble());
      case 25, 26 -> flow.cnp();
      case 27 -> flow.marking(true);
      case 28 -> flow.marking(false);
      case 29 -> flow.timersLate(random.nextInt(100) + "us");
      default -> flow.returningLate("0us").timeout();
    }
    flow.stream(random.nextInt(20));
  }
}
