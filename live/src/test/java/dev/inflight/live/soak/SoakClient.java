package dev.inflight.live.soak;

import dev.inflight.live.Access;
import dev.inflight.live.Connection;
import dev.inflight.live.ConnectionHandler;
import dev.inflight.live.Diagnosis;
import dev.inflight.live.OperationFailed;
import dev.inflight.live.Region;
import dev.inflight.net.rdma.Operation.Status;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Client at one end, with one connection after the other to another end: WRITEs, READs and messages of any size, some at once. It has
 * access to both ends' memory, and compares all of it: bytes that an operation changes, bytes that it must not change, and the absence of
 * later changes.
 */
final class SoakClient {
  static final int SLOTS = 8;
  static final int SLOT_BYTES = 1 << 16;
  private static final int AT_ONCE = 6;
  /** Time after which a pending operation counts as hanging. */
  private static final long BOUND_NANOS = 25_000_000_000L;
  private static final byte BLANK = 0x5A;

  private final SoakEnd from;
  private final SoakEnd to;
  private final SplittableRandom random;
  private final SoakLog log;
  private volatile boolean stopped;
  private @Nullable Connection current;
  private long currentSession;

  /** Pending operation. */
  private record Asked(@Nullable Boolean write, int slot, int offset, byte[] bytes, int number, CompletableFuture<Void> over) {
  }

  SoakClient(SoakEnd from, SoakEnd to, long seed, SoakLog log) {
    this.from = from;
    this.to = to;
    this.log = log;
    random = new SplittableRandom(seed);
  }

  /** Bytes of a message. */
  static byte[] message(long session, int number, int length) {
    byte[] made = new byte[length];
    new SplittableRandom(session ^ number * 0x9E3779B97F4A7C15L).nextBytes(made);
    ByteBuffer.wrap(made).putLong(session).putInt(number);
    return made;
  }

  void stop() {
    stopped = true;
  }

  /** Uses one connection after the other until it is stopped. */
  void run() {
    try {
      while (!stopped) {
        Incarnation own = from.now();
        if (own == null || !connect(own)) {
          Thread.sleep(20);
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError failure) {
      failure.printStackTrace();
      log.wrong("client " + from.name() + " to " + to.name() + ": " + failure);
    }
  }

  private boolean connect(Incarnation own) throws InterruptedException {
    var told = new CompletableFuture<ByteBuffer>();
    var handler = new ConnectionHandler() {
      @Override
      public void message(Connection connection, byte[] message) {
        if (!told.complete(ByteBuffer.wrap(message))) {
          log.wrong("the answer to the first message came twice");
        }
      }

      @Override
      public void closed(Connection connection) {
        told.cancel(false);
      }
    };
    byte[] memory = new byte[SLOTS * SLOT_BYTES];
    Arrays.fill(memory, BLANK);
    Region local = own.within(() -> own.endpoint.register(MemorySegment.ofArray(memory), Access.LOCAL));
    Connection connection = local == null ? null : own.within(() -> own.endpoint.connect(to.address(), handler));
    if (connection == null) {
      return false;
    }
    current = connection;
    currentSession = random.nextLong();
    try {
      return talk(own, connection, local, memory, told);
    } finally {
      connection.close();
      await(own, connection.gone(), "the end of a connection");
      own.within(() -> own.endpoint.deregister(local));
    }
  }

  private boolean talk(Incarnation own, Connection connection, Region local, byte[] memory, CompletableFuture<ByteBuffer> told)
      throws InterruptedException {
    if (!await(own, connection.ready(), "a connection")) {
      log.notConnected.increment();
      return false;
    }
    log.connected.increment();
    long id = currentSession;
    byte[] hello = ByteBuffer.allocate(8).putLong(id).array();
    if (!await(own, connection.send(hello), "the first message") || !await(own, told, "the answer to the first message")) {
      return false;
    }
    Incarnation.Session session = log.sessions.get(id);
    if (session == null) {
      return false; // which has been killed meanwhile
    }
    ByteBuffer answer = told.join();
    new Talk(own, connection, local, memory, session, answer.getInt(), answer.getLong()).run();
    return true;
  }

  /** Waits; returns false if the future failed, or this end has ended. */
  private boolean await(Incarnation own, CompletableFuture<?> what, String name) throws InterruptedException {
    long begin = System.nanoTime();
    while (own.isAlive() || own.orderly) { // an orderly end completes all
      try {
        what.get(50, TimeUnit.MILLISECONDS);
        VarHandle.fullFence();
        return true;
      } catch (TimeoutException again) {
        if (System.nanoTime() - begin > BOUND_NANOS) {
          log.wrong(
              name + " from " + from.name() + " to " + to.name() + " is not over after " + BOUND_NANOS / 1_000_000_000 + " s: "
                  + diagnosis());
          return false;
        }
      } catch (ExecutionException | java.util.concurrent.CancellationException failed) {
        VarHandle.fullFence();
        if (failed.getCause() instanceof OperationFailed why) {
          failed(why.status(), name);
        }
        return false;
      }
    }
    return false;
  }

  private String diagnosis() {
    Connection here = current;
    Incarnation.Session session = log.sessions.get(currentSession);
    return (here == null ? "" : Diagnosis.of(here)) + "; there: "
        + (session == null ? "no session" : session.messages + " messages, " + Diagnosis.of(session.connection));
  }

  private void failed(Status why, String name) {
    log.failed.incrementAndGet(why.ordinal());
    if (why == Status.REMOTE_ACCESS_ERROR) {
      log.wrong(name + " was refused");
    } else if (!from.wasDisturbed() && !to.wasDisturbed()) {
      log.wrong(
          name + " from " + from.name() + " to " + to.name() + " failed (" + why + "), though nothing had happened to either");
    }
  }

  /** Traffic of one connection. */
  private final class Talk {
    private final Incarnation own;
    private final Connection connection;
    private final Region local;
    private final byte[] here;
    private final byte[] there;
    private final Incarnation.Session session;
    private final int key;
    private final long address;
    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private final byte[][] leftHere = new byte[SLOTS][];
    private final byte[][] leftThere = new byte[SLOTS][];
    private int slotsInUse;
    private int nextMessage;

    Talk(Incarnation own, Connection connection, Region local, byte[] here, Incarnation.Session session, int key, long address) {
      this.own = own;
      this.connection = connection;
      this.local = local;
      this.here = here;
      this.session = session;
      there = session.memory;
      this.key = key;
      this.address = address;
    }

    void run() throws InterruptedException {
      int operations = random.nextInt(1, 4000);
      boolean fine = true;
      for (int n = 0; n < operations && fine && !stopped && own.isAlive(); n++) {
        fine = asked.size() < AT_ONCE || oldest();
        if (fine) {
          ask();
        }
        if (random.nextInt(200) == 0) {
          Thread.sleep(random.nextInt(700)); // idle, so that the loss of a peer must be detected
        }
      }
      while (!asked.isEmpty()) {
        oldest();
      }
      for (int slot = 0; slot < SLOTS && fine && own.isAlive(); slot++) {
        unchanged(slot);
      }
    }

    private int size() {
      return (int) Math.min(SLOT_BYTES, Math.exp(random.nextDouble() * Math.log(SLOT_BYTES + 1)));
    }

    private void ask() {
      int kind = random.nextInt(3);
      int bytes = Math.max(1, size());
      if (kind == 0 || Integer.bitCount(slotsInUse) == SLOTS) {
        byte[] message = message(session.id, nextMessage, Math.max(12, bytes));
        asked.add(new Asked(null, 0, 0, message, nextMessage++, connection.send(message)));
        return;
      }
      int slot = random.nextInt(SLOTS);
      while ((slotsInUse >> slot & 1) != 0) {
        slot = (slot + 1) % SLOTS;
      }
      slotsInUse |= 1 << slot;
      unchanged(slot);
      boolean write = kind == 1;
      int offset = random.nextInt(SLOT_BYTES - bytes + 1);
      byte[] data = new byte[bytes];
      random.nextBytes(data);
      int at = slot * SLOT_BYTES;
      byte blank = (byte) random.nextInt();
      byte[] source = write ? here : there;
      byte[] target = write ? there : here;
      Arrays.fill(source, at, at + SLOT_BYTES, (byte) ~blank);
      Arrays.fill(target, at, at + SLOT_BYTES, blank);
      System.arraycopy(data, 0, source, at + offset, bytes);
      leftHere[slot] = null;
      leftThere[slot] = null;
      VarHandle.fullFence();
      long far = address + at + offset;
      asked.add(new Asked(write, slot, offset, data, blank,
          write ? connection.write(local, at + offset, bytes, key, far) : connection.read(local, at + offset, bytes, key, far)));
    }

    /** Checks that the bytes of an operation in a slot are unchanged. */
    private void unchanged(int slot) {
      VarHandle.fullFence();
      int at = slot * SLOT_BYTES;
      compare(leftHere[slot], here, at, "here");
      compare(leftThere[slot], there, at, "there");
    }

    private void compare(byte @Nullable [] left, byte[] now, int at, String where) {
      if (left != null && Arrays.mismatch(left, 0, SLOT_BYTES, now, at, at + SLOT_BYTES) >= 0) {
        log.wrong("memory " + where + " has changed after its operation was over");
      }
    }

    private boolean oldest() throws InterruptedException {
      Asked oldest = asked.remove();
      String name = oldest.write == null ? "message " + oldest.number : oldest.write ? "a WRITE" : "a READ";
      boolean done = await(own, oldest.over, name + " of " + oldest.bytes.length + " bytes");
      if (!own.isAlive() && !done) {
        return false;
      }
      if (oldest.write == null) {
        if (done) {
          arrived(oldest);
        }
      } else {
        compareBoth(oldest, done, name);
        slotsInUse &= ~(1 << oldest.slot);
      }
      return done;
    }

    private void arrived(Asked message) throws InterruptedException {
      long begin = System.nanoTime();
      while (session.messages <= message.number) { // acknowledged, and delivered in the same moment
        if (System.nanoTime() - begin > BOUND_NANOS) {
          log.wrong("message " + message.number + " is said to have come, and has not");
          return;
        }
        Thread.sleep(1);
      }
      log.messages.increment();
      log.bytes.add(message.bytes.length);
    }

    private void compareBoth(Asked of, boolean done, String name) {
      int at = of.slot * SLOT_BYTES;
      byte blank = (byte) of.number;
      byte[] target = of.write ? there : here;
      byte[] source = of.write ? here : there;
      int end = of.offset + of.bytes.length;
      byte[] wanted = new byte[SLOT_BYTES];
      Arrays.fill(wanted, blank);
      boolean outside = Arrays.equals(wanted, 0, of.offset, target, at, at + of.offset)
          && Arrays.equals(wanted, end, SLOT_BYTES, target, at + end, at + SLOT_BYTES);
      if (!outside) {
        log.wrong(name + " has changed bytes that are not its own");
      }
      if (Arrays.mismatch(of.bytes, 0, of.bytes.length, source, at + of.offset, at + end) >= 0) {
        log.wrong(name + " has changed where it takes bytes from");
      }
      if (!done) {
        return;
      }
      int first = Arrays.mismatch(of.bytes, 0, of.bytes.length, target, at + of.offset, at + end);
      if (first >= 0) {
        log.wrong(name + " of " + of.bytes.length + " bytes is done, and byte " + first + " of it is wrong");
      }
      (of.write ? log.writes : log.reads).increment();
      log.bytes.add(of.bytes.length);
      leftHere[of.slot] = Arrays.copyOfRange(here, at, at + SLOT_BYTES);
      leftThere[of.slot] = Arrays.copyOfRange(there, at, at + SLOT_BYTES);
    }
  }
}
