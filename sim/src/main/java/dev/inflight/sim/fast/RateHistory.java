package dev.inflight.sim.fast;

import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * History of the flows in progress: their acknowledged bytes and the sent bytes of ports on their paths, at equal times of packet
 * exchange. When it is full, every second sample is dropped, and the next ones are twice as far apart. Skipped time does not
 * count.
 */
final class RateHistory {
  static final int CAPACITY = 256;
  /** A flow without a known path shares ports with all others. */
  private final Port[] any = {};

  private final List<SampledFlow> flows = new ArrayList<>();
  private final Map<Port, SampledPort> ports = new LinkedHashMap<>();
  private int samples;
  private int stride = 1;
  private int untilNext = 1;
  private long looks;
  private long changes;

  List<SampledFlow> flows() {
    return flows;
  }

  /** Number of samples. */
  int samples() {
    return samples;
  }

  /** Looks from one sample to the next. */
  int stride() {
    return stride;
  }

  /** Looks so far. */
  long looks() {
    return looks;
  }

  /** Number of flows' starts and ends, and of general changes. */
  long changes() {
    return changes;
  }

  SampledPort port(Port port) {
    SampledPort known = ports.get(port);
    if (known == null) {
      throw new IllegalStateException("no flow under way takes " + port);
    }
    return known;
  }

  void started(SampledFlow flow) {
    changedBeside(flow.path);
    flow.place = flows.size();
    flow.changedAtLook = looks;
    flows.add(flow);
    use(flow.path);
  }

  private void use(Port[] path) {
    for (Port port : path) {
      ports.computeIfAbsent(port, SampledPort::new).users++;
    }
  }

  private void leave(Port[] path) {
    for (Port port : path) {
      if (--port(port).users == 0) {
        ports.remove(port);
      }
    }
  }

  /** Sets another path of a flow from now on. */
  void reroute(SampledFlow flow, Port[] path, Port[] back) {
    leave(flow.path);
    flow.path = path;
    flow.back = back;
    use(path);
  }

  void ended(SampledFlow flow) {
    SampledFlow last = flows.removeLast();
    if (last != flow) {
      flows.set(flow.place, last);
      last.place = flow.place;
    }
    leave(flow.path);
    changedBeside(flow.path);
    Crowd crowd = flow.crowd;
    if (crowd != null) {
      crowd.settled = false;
    }
  }

  /** Handles a general change, after which all may be different. */
  void changed() {
    changedBeside(any);
  }

  /** Restarts the samples of flows that share a port with a flow that has started or ended. */
  private void changedBeside(Port[] path) {
    changes++;
    samples = 0;
    stride = 1;
    untilNext = 1;
    for (SampledFlow other : flows) {
      if (path.length == 0 || other.path.length == 0 || shares(path, other.path)) {
        other.changedAtLook = looks;
        other.beginAnew();
        if (other.crowd != null) {
          other.crowd.settled = false;
          other.crowd.allowedPs = 0;
        }
      }
    }
  }

  private static boolean shares(Port[] path, Port[] other) {
    for (Port port : path) {
      for (Port of : other) {
        if (port == of) {
          return true;
        }
      }
    }
    return false;
  }

  /** Counts a look; returns true if it has made a sample. */
  boolean look() {
    looks++;
    if (--untilNext > 0) {
      return false;
    }
    untilNext = stride;
    if (samples == CAPACITY) {
      flows.forEach(flow -> flow.halve(CAPACITY));
      ports.values().forEach(port -> port.halve(CAPACITY));
      samples /= 2;
      untilNext = stride; // the next sample is as far from the last kept one as that is from the one before
      stride *= 2;
      return false;
    }
    for (SampledFlow flow : flows) {
      flow.sample(samples);
    }
    for (SampledPort port : ports.values()) {
      port.sample(samples);
    }
    samples++;
    return true;
  }
}
