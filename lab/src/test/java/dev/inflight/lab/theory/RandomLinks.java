package dev.inflight.lab.theory;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random paths over links of random capacity, and initial rates. */
record RandomLinks(SharedLinks links, double[] start) {
  /** 1 to 8 links, 1 to 30 paths, each of which uses about a third of the links. */
  static RandomLinks of(SplittableRandom random) {
    return of(random, false);
  }

  static RandomLinks of(SplittableRandom random, boolean oneLinkEach) {
    int count = random.nextInt(1, 9);
    double[] capacity = random.doubles(count, 1, 100).toArray();
    int[][] paths = new int[random.nextInt(1, 31)][];
    for (int path = 0; path < paths.length; path++) {
      int always = random.nextInt(count);
      paths[path] = IntStream.range(0, count).filter(link -> link == always || !oneLinkEach && random.nextInt(3) == 0).toArray();
    }
    return new RandomLinks(new SharedLinks(capacity, paths), random.doubles(paths.length, 0.1, 100).toArray());
  }
}
