package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import org.jspecify.annotations.Nullable;

/**
 * A flow's recovery from losses: a record of its parameters. Its two halves are a {@link RecoverySender} and a
 * {@link RecoveryReceiver}. The methods here return all that hosts, checks and files need to know about it.
 */
public sealed interface Recovery permits GoBackN, Irn, Selective, Unreliable, Tcp {
  /** Largest first timeout: 1000 s, in picoseconds. */
  long LONGEST_WAIT_PS = 1_000_000_000_000_000L;

  /** Name in scenarios, such as {@code irn}. */
  String name();

  /**
   * The sending half of a flow.
   *
   * @param sizeBytes bytes of the flow
   * @param path its bandwidth-delay product, its base RTT, and the largest payload
   */
  RecoverySender sender(long sizeBytes, PathFacts path);

  /**
   * The receiving half of a flow.
   *
   * @param payloadBytes the payload of a full packet
   */
  RecoveryReceiver receiver(int payloadBytes);

  /** Returns this recovery with timeouts of at least this many picoseconds, if it has its own. */
  default Recovery waitingAtLeast(long leastPs) {
    return this;
  }

  /** Returns this recovery for flows in which packets may overtake each other until a timeout. */
  default Recovery reorderingUntilTimeout() {
    return this;
  }

  /**
   * The longest first wait for an acknowledgement, in picoseconds.
   *
   * @param hostTimeoutPs the host's retransmission timeout, which applies unless the recovery has its own
   */
  default long longestWaitPs(long hostTimeoutPs) {
    return hostTimeoutPs;
  }

  /** The parameters of its own timeouts, as scenarios write them; null if the host's retransmission timeout applies. */
  default @Nullable String ownWaits() {
    return null;
  }

  /** True if the recovery itself decides when receivers acknowledge. */
  default boolean decidesAcks() {
    return false;
  }

  /**
   * Packets for each acknowledgement.
   *
   * @param hostsEvery the host's value, which applies unless the recovery decides
   */
  default int ackEveryPackets(int hostsEvery) {
    return hostsEvery;
  }

  /** The longest time that a receiver delays an acknowledgement, in picoseconds; see {@link #ackEveryPackets}. */
  default long ackDelayPs(long hostsDelayPs) {
    return hostsDelayPs;
  }

  /** True if every byte is delivered and acknowledged; else probes report the bytes that have arrived. */
  default boolean isReliable() {
    return true;
  }

  /** True if RDMA connections can use it: it delivers every byte, in messages. */
  default boolean carriesMessages() {
    return true;
  }

  /** True if packets may overtake each other without being declared lost, and single packets are retransmitted. */
  default boolean takesReordering() {
    return false;
  }

  /** True if it requires TCP frames, which also require it. */
  default boolean usesTcpFrames() {
    return false;
  }

  /** True if the frames of the HPCC authors' simulator suffice. */
  default boolean fitsAuthorsFrames() {
    return false;
  }

  /** True if any acknowledgement restarts the timeout; else only one that acknowledges new data. */
  default boolean anyAnswerRestartsTimeout() {
    return true;
  }

  /** Bytes that a flow passes to its NIC at a time, and that leave back to back; 0: one packet. */
  default long burstBytes() {
    return 0;
  }
}
