package dev.inflight.live.soak;

import com.sun.management.ThreadMXBean;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Diagnosis;
import dev.inflight.live.Endpoint;
import dev.inflight.live.EndpointConfig;
import dev.inflight.live.Forger;
import dev.inflight.live.Region;
import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.xdp.XdpDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Two endpoints, and a third party in the switch between them that knows everything except their key. It sends them {@link HostileFrames}
 * and forged answers as fast as it can: to each in turn while both are silent, and then to both during a transfer. Needs root. Arguments:
 * seconds of each part (10), frames a second at most (500,000), seed (1). Exits with 0 if only counters have changed.
 */
public final class HostileFlood {
  private static final int LEFT = 10 << 24 | 78 << 16 | 1;
  private static final int RIGHT = LEFT + 1;
  private static final long THIRD_MAC = 0x0200_0000_0003L;
  private static final long MS = 1_000_000_000L;
  private static final int SLOTS = 4;
  private static final int SLOT_BYTES = 1 << 18;
  private static final int BATCH = 128;
  private static final int FORGED = 2000;
  private static final int SMALLEST_OBJECT_BYTES = 16;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final double seconds;
  private final long framesPerSec;
  private final long seed;
  private final List<String> wrong = new ArrayList<>();
  private volatile boolean attacking;
  private volatile int only = -1; // port; -1: both
  private volatile boolean over;
  private volatile long attacked;

  HostileFlood(double seconds, long framesPerSec, long seed) {
    this.seconds = seconds;
    this.framesPerSec = framesPerSec;
    this.seed = seed;
  }

  /** Prints the effect on them, and a verdict. */
  public static void main(String[] arguments) throws Exception {
    double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 10;
    long rate = arguments.length > 1 ? Long.parseLong(arguments[1]) : 500_000;
    List<String> wrong = new HostileFlood(seconds, rate, arguments.length > 2 ? Long.parseLong(arguments[2]) : 1).run();
    System.out.println(wrong.isEmpty() ? "FINE" : "WRONG: " + wrong);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  /** Endpoint under attack. */
  private final class Victim implements AutoCloseable {
    final FrameMemory memory = new FrameMemory(8192, 2048);
    final FaultyDevice device;
    final RealLoop loop;
    final PollSleeper sleeper = new PollSleeper();
    final Endpoint endpoint;
    final Thread thread;

    Victim(String namespace, String link, EndpointConfig config) {
      device = new FaultyDevice(XdpDevice.open(namespace, link, memory, XdpDevice.Taking.ALL), 1, new FaultyDevice.Counts());
      loop = new RealLoop(Waiting.PARK, sleeper);
      endpoint = new Endpoint(device, loop, config, (int) seed);
      thread = Thread.ofPlatform().daemon().name("victim " + link).uncaughtExceptionHandler((_, thrown) -> {
        thrown.printStackTrace();
        wrong.add(link + " has ended: " + thrown);
      }).start(loop::run);
    }

    long allocated() {
      return THREADS.getThreadAllocatedBytes(thread.threadId());
    }

    /** Number of frames that it counted as not its own. */
    long counted() {
      return endpoint.unreadable() + endpoint.counters().forgedReports;
    }

    @Override
    public String toString() {
      var counters = device.counters();
      return counters.framesIn + " frames in, " + counters.dropsIn + " lost, " + counters.framesOut + " out, " + counters.dropsOut
          + " not sent, " + counted() + " counted as others', " + memory.freeChunks() + " chunks free";
    }

    @Override
    public void close() throws InterruptedException {
      loop.stop();
      thread.join();
      sleeper.close();
      device.close();
      memory.close();
    }
  }

  /** Runs the test; returns the errors. */
  List<String> run() throws Exception {
    try (var all = new TestNamespaces()) {
      String bridge = all.namespace("s");
      TestNamespaces.ip("-n", bridge, "link", "add", "name", "sw", "type", "bridge");
      TestNamespaces.ip("-n", bridge, "link", "set", "sw", "up");
      String[] names = {all.namespace("a"), all.namespace("b")};
      for (int n = 0; n < names.length; n++) {
        all.cable(names[n], "h" + n, bridge, "p" + n, 1500);
        TestNamespaces.ip("-n", bridge, "link", "set", "p" + n, "master", "sw");
      }
      try (Victim left = new Victim(names[0], "h0", config(LEFT)); Victim right = new Victim(names[1], "h1", config(RIGHT))) {
        TestNamespaces.receiveByThread(names[0], "h0");
        TestNamespaces.receiveByThread(names[1], "h1");
        attack(left, right, bridge);
      }
    }
    return wrong;
  }

  private static EndpointConfig config(int address) {
    return EndpointConfig.of(address).scheme(Hpcc.DEFAULT).seal(new ReportKeys(1, 2))
        .recovery(new Selective(0, 40 * MS, 8), 40 * MS).path(1_000_000_000L, MS).bounds(64, 1 << 20, 0); // it sends nothing itself
  }

  private void attack(Victim left, Victim right, String namespace) throws Exception {
    byte[] from = new byte[SLOTS * SLOT_BYTES];
    byte[] at = new byte[SLOTS * SLOT_BYTES];
    new SplittableRandom(seed).nextBytes(from);
    right.endpoint.listen(ConnectionHandler.NONE);
    Region source = left.endpoint.register(MemorySegment.ofArray(from), Access.LOCAL);
    Region target = right.endpoint.register(MemorySegment.ofArray(at), Access.WRITE);
    Connection connection = left.endpoint.connect(RIGHT, ConnectionHandler.NONE);
    connection.ready().get(10, TimeUnit.SECONDS);
    ConcurrentLinkedQueue<byte[]> there = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<byte[]> back = new ConcurrentLinkedQueue<>();
    left.device.record = there;
    right.device.record = back;
    connection.write(source, 0, SLOT_BYTES, target.key(), target.address()).get(20, TimeUnit.SECONDS);
    left.device.record = null;
    right.device.record = null;
    double before = transfer(connection, source, target, from, at);
    List<byte[]> toLeft = HostileFrames.of(seed + 1, left.device.mac(), THIRD_MAC, List.copyOf(back));
    List<byte[]> toRight = HostileFrames.of(seed, right.device.mac(), THIRD_MAC, List.copyOf(there));
    for (Forger.Seal seal : new Forger.Seal[] {Forger.Seal.WRONG, Forger.Seal.NONE}) {
      toLeft.addAll(new Forger(Diagnosis.stream(connection), left.endpoint.config(), seal, THIRD_MAC, left.device.mac())
          .answers(0, 4L * (long) (before * seconds / 1024) + 1000, FORGED));
    }
    Collections.shuffle(toLeft, new Random(seed));
    Collections.shuffle(toRight, new Random(seed));
    Thread third = Thread.ofPlatform().start(() -> third(namespace, List.of(toLeft, toRight)));
    try {
      for (int port : new int[] {0, 1, -1}) {
        only = port;
        if (port >= 0) {
          silent(left, right, connection);
        }
      }
      long begin = System.nanoTime();
      long sent = attacked;
      attacking = true;
      long arrived = left.device.counters().framesIn + right.device.counters().framesIn;
      double during = transfer(connection, source, target, from, at);
      attacking = false;
      double kpps = (attacked - sent) / ((System.nanoTime() - begin) / 1e6);
      System.out.printf(Locale.ROOT, "%.0f MB/s without, %.0f MB/s under %.0f kpps of hostile frames; %d frames came to both%n",
          before / 1e6, during / 1e6, kpps, left.device.counters().framesIn + right.device.counters().framesIn - arrived);
    } finally {
      over = true;
      third.join();
    }
    check(left, right);
  }

  /** Attacks idle endpoints: no byte moves, and nothing is allocated after compilation, which takes a busy machine longer. */
  private void silent(Victim left, Victim right, Connection connection) throws InterruptedException {
    attacking = true;
    Thread.sleep(2000);
    settle();
    List<Long> standing = Diagnosis.standing(connection);
    double perFrame = flooded(left, right);
    for (int more = 0; more < 4 && perFrame > SMALLEST_OBJECT_BYTES; more++) {
      perFrame = flooded(left, right);
    }
    List<Long> after = Diagnosis.standing(connection);
    if (!standing.equals(after)) {
      wrong.add("what sends stood at " + standing + " and stands at " + after);
    }
    if (perFrame > SMALLEST_OBJECT_BYTES) { // the system call for some frames may allocate: HostileAllocationTest is exact
      wrong.add(perFrame + " bytes are allocated for a hostile frame");
    }
  }

  /** Sends for a while; returns the number of allocated bytes for each arrived frame. */
  private double flooded(Victim left, Victim right) throws InterruptedException {
    long allocated = left.allocated() + right.allocated();
    long arrived = left.device.counters().framesIn + right.device.counters().framesIn;
    long counted = left.counted() + right.counted();
    long sent = attacked;
    long begin = System.nanoTime();
    attacking = true;
    Thread.sleep((long) (1000 * seconds));
    double millis = (System.nanoTime() - begin) / 1e6;
    long frames = attacked - sent;
    settle();
    arrived = left.device.counters().framesIn + right.device.counters().framesIn - arrived;
    counted = left.counted() + right.counted() - counted;
    double perFrame = (left.allocated() + right.allocated() - allocated) / (double) Math.max(1, arrived);
    System.out.printf(Locale.ROOT,
        "silent: %.0f kpps sent, %.0f kpps taken, %.1f %% of them counted, %.3f B allocated for each%n", frames / millis,
        arrived / millis, 100.0 * counted / Math.max(1, arrived), perFrame);
    if (arrived < 1000 || counted < arrived / 2) {
      wrong.add("of " + arrived + " frames " + counted + " were counted");
    }
    return perFrame;
  }

  private void settle() throws InterruptedException {
    attacking = false;
    Thread.sleep(200);
  }

  private void check(Victim left, Victim right) throws Exception {
    settle();
    if (left.endpoint.connections() != 1 || right.endpoint.connections() != 1) {
      wrong.add("connections: " + left.endpoint.connections() + " and " + right.endpoint.connections());
    }
    Connection next = left.endpoint.connect(RIGHT, ConnectionHandler.NONE);
    try {
      next.send(new byte[100]).get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      wrong.add("a message of a new connection: " + failed + ": " + Diagnosis.of(next) + "; left: " + left + "; right: " + right);
      return;
    }
    next.close().get(10, TimeUnit.SECONDS);
  }

  /** Transfers bytes for a time, and compares all of them; returns bytes a second. */
  private double transfer(Connection connection, Region source, Region target, byte[] from, byte[] at)
      throws InterruptedException {
    var under = new ArrayDeque<CompletableFuture<Void>>();
    var slots = new ArrayDeque<Integer>();
    long begin = System.nanoTime();
    long bytes = 0;
    for (int n = 0; System.nanoTime() - begin < seconds * 1e9 || !under.isEmpty(); n++) {
      boolean more = System.nanoTime() - begin < seconds * 1e9;
      if (under.size() == SLOTS || !more) {
        int slot = slots.remove() * SLOT_BYTES;
        try {
          under.remove().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
          wrong.add("a WRITE: " + failed + ": " + Diagnosis.of(connection));
          return 0;
        }
        VarHandle.fullFence();
        if (Arrays.mismatch(from, slot, slot + SLOT_BYTES, at, slot, slot + SLOT_BYTES) >= 0) {
          wrong.add("bytes of a WRITE that is done are wrong");
        }
        bytes += SLOT_BYTES;
      }
      if (more) {
        int slot = n % SLOTS;
        Arrays.fill(at, slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES, (byte) n);
        slots.add(slot);
        under.add(connection.write(source, (long) slot * SLOT_BYTES, SLOT_BYTES, target.key(),
            target.address() + (long) slot * SLOT_BYTES));
      }
    }
    return bytes / ((System.nanoTime() - begin) / 1e9);
  }

  private void third(String namespace, List<List<byte[]>> frames) {
    try (Replayer toLeft = new Replayer(namespace, "p0", frames.getFirst());
        Replayer toRight = new Replayer(namespace, "p1", frames.getLast())) {
      List<Replayer> ports = List.of(toLeft, toRight);
      long begin = 0;
      long sent = 0;
      while (!over) {
        if (!attacking) {
          begin = 0;
          Thread.onSpinWait();
          continue;
        }
        if (begin == 0) {
          begin = System.nanoTime();
          sent = 0;
        }
        for (int port = 0; port < ports.size(); port++) {
          boolean early = (System.nanoTime() - begin) * (double) framesPerSec / 1e9 < sent;
          if (early || only >= 0 && port != only) {
            continue;
          }
          int done = ports.get(port).send(BATCH);
          sent += done;
          attacked += done;
        }
      }
    } catch (RuntimeException failure) {
      failure.printStackTrace();
      wrong.add("the third party: " + failure);
    }
  }
}
