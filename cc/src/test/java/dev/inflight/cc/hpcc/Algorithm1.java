package dev.inflight.cc.hpcc;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.Hops;
import java.util.ArrayList;
import java.util.List;

/**
 * Second implementation of HPCC's Algorithm 1, written from the paper alone as a reference. It reads the true counters, which
 * never wrap, cut to the units of the wire, and so also checks the handling of wraps and pauses.
 */
final class Algorithm1 {
  /** One link's feedback: ack.L[i]. */
  private record Link(long ts, long txBytes, long qLen, long b) {
  }

  /** The units and widths of the wire. */
  private record Wire(long tick, long txUnit, long qUnit, long qMax, double clockWrapPs, double txWrapBytes) {
    static final Wire EXACT = new Wire(1, 1, 1, Long.MAX_VALUE, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    static final Wire NATIVE = new Wire(1000, 128, 80, 65_535 * 80, 16_777_216_000.0, 134_217_728);
    static final Wire AUTHORS = new Wire(1000, 128, 80, Long.MAX_VALUE, 16_777_216_000.0, 134_217_728);

    static Wire of(FlowDriver flow) {
      var format = flow.telemetry();
      if (format == null) {
        return EXACT;
      }
      return format.format().name().equals("authors") ? AUTHORS : NATIVE;
    }

    List<Link> cut(Hops truth) {
      var links = new ArrayList<Link>();
      for (int i = 0; i < truth.count(); i++) {
        links.add(new Link(Math.floorDiv(truth.timePs(i), tick) * tick, truth.sentBytes(i) / txUnit * txUnit,
            Math.min(truth.queueBytes(i) / qUnit * qUnit, qMax), truth.rateBitsPerSec(i)));
      }
      return links;
    }

    boolean certain(Link now, Link then) {
      long gap = now.ts - then.ts;
      return gap >= 0 && gap < clockWrapPs && gap / 8e12 * now.b < txWrapBytes;
    }
  }

  private final Hpcc parameters;
  private final double t;
  private final double wInit;
  private final double wMin;
  private final double wAi;

  private List<Link> recorded = List.of();
  private int recordedPath;
  private int wholeHops;
  private long wholeAtPs;
  private boolean part;
  private double u = 1;
  private double w;
  private double wC;
  private int incStage;
  private long lastUpdateSeq;

  Algorithm1(Hpcc parameters, PathFacts path) {
    this.parameters = parameters;
    t = path.baseRttPs() / 1e12;
    wInit = Math.max(path.bdpBytes(), path.payloadBytes());
    wMin = Math.min(wInit, Math.max(path.payloadBytes(), parameters.minRateBitsPerSec() / 8.0 * t));
    wAi = parameters.wAiBytes() > 0 ? parameters.wAiBytes() : wInit * (1 - parameters.eta()) / parameters.maxFlows();
    w = wInit;
    wC = wInit;
  }

  double w() {
    return w;
  }

  boolean isClipped() {
    return w == wInit || w == wMin;
  }

  /** Lines 21 to 27, with this implementation's decisions for cases that the paper does not define, marked "silent". */
  void newAck(FlowDriver flow) {
    Feedback ack = flow.feedback();
    if (ack.hops.count() == 0) {
      return; // silent: no telemetry, no news
    }
    boolean updateWc = ack.ackedBytes > lastUpdateSeq;
    if (!updateWc && parameters.react() == ReactionMode.PER_RTT) {
      return; // §5.4
    }
    Wire wire = Wire.of(flow);
    List<Link> links = wire.cut(flow.truth());
    int path = ack.hops.pathId();
    boolean other = links.size() != recorded.size() || path != recordedPath; // the stories never return to an old path
    boolean mayBePart = ack.nowPs - wholeAtPs <= t * 1e12;
    part = mayBePart && (other ? links.size() < wholeHops : part); // silent: for a T, fewer hops may be a part of the path
    if (!part) {
      wholeHops = links.size();
      wholeAtPs = ack.nowPs;
    }
    boolean fresh = other; // §4.1: other path, new records
    for (int i = 0; !fresh && i < links.size(); i++) {
      fresh = !wire.certain(links.get(i), recorded.get(i)); // silent: after such a pause, too
    }
    if (fresh) {
      recorded = links;
      recordedPath = path;
      u = other && !part ? 1 : u; // silent: U is of the old path's links
      lastUpdateSeq = updateWc && !part ? ack.highestSentBytes : lastUpdateSeq;
      return;
    }
    if (measureInflight(links)) {
      computeWind(updateWc || parameters.react() == ReactionMode.PER_ACK);
      lastUpdateSeq = updateWc ? ack.highestSentBytes : lastUpdateSeq; // silent: going back does not count
    }
    var kept = new ArrayList<Link>();
    for (int i = 0; i < links.size(); i++) {
      kept.add(links.get(i).ts == recorded.get(i).ts ? recorded.get(i) : links.get(i)); // silent: two packets in one tick
    }
    recorded = kept;
  }

  private boolean measureInflight(List<Link> ack) {
    double max = 0;
    double tau = 0;
    boolean any = false;
    for (int i = 0; i < ack.size(); i++) {
      Link now = ack.get(i);
      Link then = recorded.get(i);
      double dt = (now.ts - then.ts) / 1e12;
      if (dt == 0 || now.b == 0) {
        continue; // silent
      }
      any = true;
      double bytesPerSec = now.b / 8.0;
      double txRate = (now.txBytes - then.txBytes) / dt;
      double uPrime = Math.min(now.qLen, then.qLen) / (bytesPerSec * t) + txRate / bytesPerSec;
      if (uPrime > max) {
        max = uPrime;
        tau = dt;
      }
    }
    if (part && max <= u) {
      return false; // silent: the busiest link may be missing from the part
    }
    double weight = Math.min(tau, t) / t;
    u = (1 - weight) * u + weight * max;
    return any;
  }

  private void computeWind(boolean updateWc) {
    if (u >= parameters.eta() || incStage >= parameters.maxStage()) {
      w = clip(wC / (u / parameters.eta()) + wAi);
      if (updateWc) {
        incStage = 0;
        wC = w;
      }
    } else {
      w = clip(wC + wAi);
      if (updateWc) {
        incStage++;
        wC = w;
      }
    }
  }

  private double clip(double window) {
    return Math.max(wMin, Math.min(wInit, window)); // silent: between one packet and W_init
  }
}
