package dev.inflight.net.paths;

import dev.inflight.telemetry.util.SplitMix;

/** Choice of each packet's source port: {@link Sprayed}, for one flow. Its random choices depend on the flow alone. */
public abstract class Spray {
  final int ports;
  private final long salt;
  private final byte[] order;
  private int turn;
  private long draws;

  private Spray(int ports, long salt) {
    this.ports = ports;
    this.salt = salt;
    order = new byte[ports];
    for (int port = 0; port < ports; port++) {
      order[port] = (byte) port;
    }
  }

  /**
   * The choice for a flow.
   *
   * @param salt distinguishes flows
   */
  public static Spray of(Sprayed rules, long salt) {
    return switch (rules.by()) {
      case OBLIVIOUS -> new Oblivious(rules.ports(), salt);
      case BITMAP -> new Bitmap(rules.ports(), salt);
      case REPS -> new Reps(rules.ports(), salt);
      case MIXED -> new Mixed(rules.ports(), salt);
    };
  }

  /** The source port of the next packet, 0 to one less than there are. */
  public abstract int next();

  /** Handles an acknowledgement of a packet with this port. */
  public void answered(int port, boolean marked) {
  }

  /** Handles a trimmed packet with this port. */
  public void trimmed(int port) {
  }

  /** The next in the order of this round; each round has another. */
  final int inTurn() {
    if (turn == 0) {
      for (int last = ports - 1; last > 0; last--) {
        int other = draw(last + 1);
        byte kept = order[last];
        order[last] = order[other];
        order[other] = kept;
      }
    }
    int port = order[turn];
    turn = turn + 1 == ports ? 0 : turn + 1;
    return port;
  }

  final int draw(int below) {
    draws++;
    return (int) Long.remainderUnsigned(SplitMix.mix(salt * 1_000_003 + draws), below);
  }

  private static final class Oblivious extends Spray {
    Oblivious(int ports, long salt) {
      super(ports, salt);
    }

    @Override
    public int next() {
      return inTurn();
    }
  }

  /** A port is left out once for each of its penalties, of which each packet removes one at most. */
  private static final class Bitmap extends Spray {
    private static final int OF_MARK = 1;
    private static final int OF_TRIMMING = 4;
    private static final int MOST = 15;

    private final byte[] penalties;

    Bitmap(int ports, long salt) {
      super(ports, salt);
      penalties = new byte[ports];
    }

    @Override
    public int next() {
      int port = inTurn();
      if (penalties[port] > 0) {
        penalties[port]--;
        port = inTurn();
      }
      for (int tries = 1; tries < ports && penalties[port] > 0; tries++) {
        port = inTurn();
      }
      return port;
    }

    @Override
    public void answered(int port, boolean marked) {
      penalize(port, marked ? OF_MARK : 0);
    }

    @Override
    public void trimmed(int port) {
      penalize(port, OF_TRIMMING);
    }

    private void penalize(int port, int by) {
      if (port < ports) {
        penalties[port] = (byte) Math.min(MOST, penalties[port] + by);
      }
    }
  }

  /** The ports of packets that came back without a mark, in that order; the oldest is forgotten when there is no room. */
  private static final class Good {
    private final byte[] ports; // a ring
    private long first;
    private long end;

    /** Room for a power of two. */
    Good(int room) {
      ports = new byte[room];
    }

    boolean isEmpty() {
      return first == end;
    }

    int takeFirst() {
      return ports[(int) first++ & ports.length - 1];
    }

    void add(int port) {
      ports[(int) end++ & ports.length - 1] = (byte) port;
      first = Math.max(first, end - ports.length);
    }
  }

  private static final class Reps extends Spray {
    private static final int ROOM = 8; // arXiv 2407.21625

    private final Good good = new Good(ROOM);

    Reps(int ports, long salt) {
      super(ports, salt);
    }

    @Override
    public int next() {
      return good.isEmpty() ? draw(ports) : good.takeFirst();
    }

    @Override
    public void answered(int port, boolean marked) {
      if (!marked && port < ports) {
        good.add(port);
      }
    }
  }

  private static final class Mixed extends Spray {
    private static final int ROOM = 256; // htsim has no bound; more than fit into a window of usual fabrics

    private final Good good = new Good(ROOM);
    private final Bitmap others;

    Mixed(int ports, long salt) {
      super(ports, salt);
      others = new Bitmap(ports, salt);
    }

    @Override
    public int next() {
      return good.isEmpty() ? others.next() : good.takeFirst();
    }

    @Override
    public void answered(int port, boolean marked) {
      others.answered(port, marked);
      if (!marked && port < ports) {
        good.add(port);
      }
    }

    @Override
    public void trimmed(int port) {
      others.trimmed(port);
    }
  }
}
