package dev.inflight.livetools.live.machine;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Interfaces of a live fabric's ports, opened on their first use. One thread. */
public final class LiveDevices implements AutoCloseable {
  /** Opener of a port's device. */
  public interface Opener {
    /** Opens the device of a port, with its frames in this memory. */
    Device open(Port port, FrameMemory memory);
  }

  /** Chunks for the frames of a port: as many as fit into the kernel's rings, and the same number again. */
  private static final int CHUNKS_OF_PORT = 4096;
  /** Largest number of a node's ports, because their chunks must fit into one memory. */
  public static final int MOST_PORTS = 256;
  private static final int MOST_CHUNKS = 1 << 20;
  private static final int MOST_FRAMES = 64;
  private static final long MOST_NANOS_TO_COME_UP = 10_000_000_000L;
  private static final long QUIET_NANOS = 50_000_000;

  private final Opener opener;
  private final int[] portsOfNode;
  private final int chunkBytes;
  private final int moreChunks;
  private final Map<Integer, FrameMemory> memories = new TreeMap<>();
  private final Map<Integer, Device> devices = new TreeMap<>();
  private long lostBefore;

  /**
   * Creates devices that are not open yet.
   *
   * @param chunkBytes size of a chunk for a frame
   * @param moreChunks frames that wait at a node, in addition to those of its interfaces
   */
  public LiveDevices(Topology topology, Opener opener, int chunkBytes, int moreChunks) {
    this.moreChunks = moreChunks;
    this.opener = opener;
    this.chunkBytes = chunkBytes;
    portsOfNode = new int[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      portsOfNode[link.a()]++;
      portsOfNode[link.b()]++;
    }
  }

  /** Device of a port; all devices of a node share one frame memory. */
  public Device of(Port port) {
    return devices.computeIfAbsent(port.index(),
        _ -> opener.open(port, memories.computeIfAbsent(port.node(), node -> new FrameMemory(chunks(node), chunkBytes))));
  }

  private int chunks(int node) {
    return Math.min(MOST_CHUNKS, CHUNKS_OF_PORT * portsOfNode[node] + moreChunks);
  }

  /**
   * Memory for frames when all devices of some nodes are open, in bytes.
   *
   * @param which nodes, by number
   */
  public long frameBytes(IntPredicate which) {
    return IntStream.range(0, portsOfNode.length).filter(which).mapToLong(node -> (long) chunks(node) * chunkBytes).sum();
  }

  /** All open devices, by the numbers of their ports. */
  public List<Device> all() {
    return List.copyOf(devices.values());
  }

  /**
   * Waits until all devices are up.
   *
   * @throws Ip.Failure if one does not come up
   */
  public void awaitUp() {
    long beganNanos = System.nanoTime();
    for (Device device : devices.values()) {
      while (!device.isUp()) {
        device.poll((System.nanoTime() - beganNanos) * 1000, MOST_FRAMES);
        if (System.nanoTime() - beganNanos > MOST_NANOS_TO_COME_UP) {
          throw new Ip.Failure("the interface " + device.name() + " does not come up");
        }
      }
    }
  }

  /** Drops frames in transit, and resets the counters. */
  public void drain() {
    for (Device device : devices.values()) {
      device.deliverTo((at, length, arrivalPs) -> device.memory().give(at));
    }
    long beganNanos = System.nanoTime();
    while (System.nanoTime() - beganNanos < QUIET_NANOS) {
      for (Device device : devices.values()) {
        device.poll((System.nanoTime() - beganNanos) * 1000, MOST_FRAMES);
        device.endRound();
      }
    }
    devices.values().forEach(device -> device.counters().clear());
    lostBefore = lostIn();
  }

  private long lostIn() {
    return devices.values().stream().mapToLong(device -> device.counters().dropsIn).sum();
  }

  /** Arriving frames for which the kernel had no room since the last {@link #drain}. */
  public long lostOnTheWayIn() {
    return lostIn() - lostBefore;
  }

  /** Frames that could not be sent. */
  public long notSent() {
    return devices.values().stream().mapToLong(device -> device.counters().dropsOut).sum();
  }

  @Override
  public void close() {
    devices.values().forEach(Device::close);
    memories.values().forEach(FrameMemory::close);
    devices.clear();
    memories.clear();
  }
}
