package dev.inflight.live.soak;

import dev.inflight.cc.rival.Swift;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.OpenFiles;
import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.net.recovery.Selective;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Long test of endpoints, three of each kind of device, over a bridge of this machine, while frames are lost, duplicated, delayed and
 * damaged, links go down, and endpoints disappear and restart. Needs root. Arguments: minutes (30), seed (1). The seed determines the
 * events; their times depend on the machine. Exits with 0 if there was no error.
 */
public final class Soak {
  private static final long MS = 1_000_000_000L;
  private static final int ENDS = 3;
  private static final int REPORT_SECONDS = 10;
  private static final int WARM_SAMPLES = 3;
  private static final double GROWTH = 1.25;
  private static final double SPARE_MB = 6;

  private final long seed;
  private final double seconds;
  private final SoakLog log = new SoakLog();
  private final List<SoakEnd> ends = new ArrayList<>();
  private final List<SoakClient> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Double> heap = new ArrayList<>();
  private volatile boolean over;

  Soak(double seconds, long seed) {
    this.seconds = seconds;
    this.seed = seed;
  }

  /** Prints a line each 10 s, and a verdict. */
  public static void main(String[] arguments) throws InterruptedException {
    double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 30;
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    List<String> wrong = new Soak(60 * minutes, seed).run();
    System.out
        .println(wrong.isEmpty() ? "FINE" : "WRONG: " + wrong.size() + " things, of which the first is: " + wrong.getFirst());
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  /** Runs the test; returns the errors. */
  List<String> run() throws InterruptedException {
    new TestNamespaces().close(); // descriptors that the JVM opens for it stay
    List<String> files = OpenFiles.names();
    long threadsBefore = threadsOfOurs();
    String links = TestNamespaces.ip("-o", "link");
    String namespaces = TestNamespaces.ip("netns", "list");
    try (var all = new TestNamespaces()) {
      for (Device.Kind kind : List.of(Device.Kind.XDP, Device.Kind.UDP)) {
        network(all, kind);
      }
      for (SoakEnd end : ends) {
        end.start();
      }
      for (SoakClient client : clients) {
        threads.add(Thread.ofPlatform().name("soak client").start(client::run));
      }
      Thread plan = Thread.ofPlatform().name("soak plan").start(this::disturb);
      report();
      over = true;
      plan.join();
      clients.forEach(SoakClient::stop);
      for (Thread thread : threads) {
        thread.join();
      }
      settle();
      for (SoakEnd end : ends) {
        end.end();
      }
    }
    if (!log.sessions.isEmpty()) {
      log.wrong(log.sessions.size() + " sessions are left");
    }
    List<String> filesAfter = OpenFiles.names();
    if (filesAfter.size() > files.size()) {
      log.wrong("descriptors are left open: " + filesAfter + ", before " + files);
    }
    long threadsAfter = threadsOfOurs();
    if (threadsAfter > threadsBefore) {
      log.wrong(threadsAfter - threadsBefore + " threads are left");
    }
    if (!TestNamespaces.ip("-o", "link").equals(links)) {
      log.wrong("interfaces are not as before: " + TestNamespaces.ip("-o", "link"));
    }
    List<String> left = new ArrayList<>(TestNamespaces.ip("netns", "list").lines().toList());
    left.removeAll(namespaces.lines().toList());
    left.removeIf(name -> !name.contains("-t" + ProcessHandle.current().pid() + "-"));
    if (!left.isEmpty()) {
      log.wrong("namespaces are left: " + left);
    }
    return log.wrongs();
  }

  private static long threadsOfOurs() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
        .filter(name -> name.startsWith("soak ") || name.startsWith("endpoint ")).count();
  }

  private void network(TestNamespaces all, Device.Kind kind) {
    String bridge = all.namespace("s");
    TestNamespaces.ip("-n", bridge, "link", "add", "name", "sw", "type", "bridge");
    TestNamespaces.ip("-n", bridge, "link", "set", "sw", "up");
    var own = new ArrayList<SoakEnd>();
    for (int n = 0; n < ENDS; n++) {
      String namespace = all.namespace("abc".substring(n, n + 1));
      String link = kind.toString().substring(0, 1).toLowerCase(Locale.ROOT) + n;
      all.cable(namespace, link, bridge, "p" + n, 1500);
      TestNamespaces.ip("-n", bridge, "link", "set", "p" + n, "master", "sw");
      int address = 10 << 24 | 77 << 16 | 1 + n;
      TestNamespaces.ip("-n", namespace, "addr", "add", "10.77.0." + (1 + n) + "/24", "dev", link);
      EndpointConfig config = EndpointConfig.of(address).scheme(Swift.DEFAULT).recovery(new Selective(0, 20 * MS, 8), 20 * MS)
          .path(300_000_000L, 0).bounds(64, SoakClient.SLOT_BYTES, 500 * MS);
      own.add(new SoakEnd(kind, namespace, link, config, seed + 100 * ends.size() + 10 * n, log));
    }
    for (SoakEnd from : own) {
      for (SoakEnd to : own) {
        if (from != to) {
          clients.add(new SoakClient(from, to, seed * 31 + clients.size(), log));
        }
      }
    }
    ends.addAll(own);
  }

  /** Causes a fault that the seed determines. */
  private void disturb() {
    var random = new SplittableRandom(seed);
    try {
      while (!over) {
        Thread.sleep(random.nextInt(200, 3000));
        SoakEnd whom = ends.get(random.nextInt(ends.size()));
        int what = random.nextInt(10);
        if (what < 6) {
          double most = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 0.04;
          whom.faults(most == 0
              ? FaultyDevice.Faults.NONE
              : new FaultyDevice.Faults(random.nextDouble() * most, random.nextDouble() * most * 2,
                  random.nextDouble() * most * 2, random.nextDouble() * most / 2, random.nextDouble() * most));
        } else if (what < 8) {
          whom.flap(random.nextBoolean() ? random.nextInt(10, 300) : random.nextInt(300, 5000));
        } else {
          whom.end();
          Thread.sleep(random.nextInt(1000));
          whom.start();
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      failure.printStackTrace();
      log.wrong("the plan: " + failure);
    }
  }

  private void report() throws InterruptedException {
    long begin = System.nanoTime();
    for (double next = Math.min(seconds, REPORT_SECONDS);; next = Math.min(seconds, next + REPORT_SECONDS)) {
      while (System.nanoTime() - begin < next * 1e9) {
        Thread.sleep(50);
      }
      System.gc();
      double heapMb = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
      heap.add(heapMb);
      System.out.printf(Locale.ROOT,
          "%5.0f s: %d WRITEs, %d READs, %d messages, %.0f MB; failed: %s; connections %d, %d not made; frames %d: %d lost, %d twice,"
              + " %d held back, %d damaged, %d seconds late; %d flaps, %d killed, %d closed; heap %.1f MB, %d descriptors, %d threads%n",
          next, log.writes.sum(), log.reads.sum(), log.messages.sum(), log.bytes.sum() / 1e6, log.failures(), log.connected.sum(),
          log.notConnected.sum(), log.frames.frames.sum(), log.frames.lost.sum(), log.frames.doubled.sum(),
          log.frames.heldBack.sum(), log.frames.damaged.sum(), log.frames.late.sum(), log.flaps.sum(), log.kills.sum(),
          log.farewells.sum(), heapMb, OpenFiles.count(), Thread.activeCount());
      if (next >= seconds) {
        break;
      }
    }
    if (heap.size() >= 4 * WARM_SAMPLES) {
      int part = (heap.size() - WARM_SAMPLES) / 3;
      double first = mean(WARM_SAMPLES, WARM_SAMPLES + part);
      double last = mean(heap.size() - part, heap.size());
      System.out.printf(Locale.ROOT, "heap after collection: %.1f MB in the first third, %.1f MB in the last%n", first, last);
      if (last > GROWTH * first + SPARE_MB) {
        log.wrong("the heap grows");
      }
    }
    if (log.writes.sum() == 0 || log.reads.sum() == 0 || log.messages.sum() == 0) {
      log.wrong("nothing was done");
    }
  }

  private double mean(int from, int to) {
    return heap.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Waits until all connections have ended after their last use, and those without possible traffic are forgotten. */
  private void settle() throws InterruptedException {
    long begin = System.nanoTime();
    for (SoakEnd end : ends) {
      Incarnation last = end.now();
      if (last == null) {
        continue;
      }
      last.device.faults = FaultyDevice.Faults.NONE;
      while (last.endpoint.connections() > 0 || last.endpoint.streams() > 0) {
        if (System.nanoTime() - begin > 45e9) {
          log.wrong(end.name() + " has " + last.endpoint.connections() + " connections and knows " + last.endpoint.streams()
              + " streams");
          break;
        }
        Thread.sleep(50);
      }
    }
  }
}
