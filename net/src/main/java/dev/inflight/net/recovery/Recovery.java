package dev.inflight.net.recovery;

import dev.inflight.cc.PathFacts;
import org.jspecify.annotations.Nullable;

/**
 * How flows recover from losses: a record of parameters. Both ends are a {@link RecoverySender} and a {@link RecoveryReceiver}; all that hosts, checks
 * and files need to know about a recovery is asked here.
 */
public sealed interface Recovery permits GoBackN, Irn, Selective, Unreliable, Tcp {
  /** No first timeout is longer than this: 1000 s. */
  long LONGEST_WAIT_PS = 1_000_000_000_000_000L;

  /** Its name in scenarios, such as {@code irn}. */
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

  /** The same with waits that are not shorter than this, in picoseconds, where its waits are its own. */
  default Recovery waitingAtLeast(long leastPs) {
    return this;
  }

  /** The same, where packets of a flow may overtake each other until a timeout. */
  default Recovery reorderingUntilTimeout() {
    return this;
  }

  /**
   * The longest first wait for an acknowledgement, in picoseconds.
   *
   * @param hostTimeoutPs the retransmission timeout of the host, which counts where waits are not its own
   */
  default long longestWaitPs(long hostTimeoutPs) {
    return hostTimeoutPs;
  }

  /** The parameters that set its own waits, as scenarios write them; null where the host's retransmission timeout counts. */
  default @Nullable String ownWaits() {
    return null;
  }

  /** Whether it decides itself when receivers acknowledge. */
  default boolean decidesAcks() {
    return false;
  }

  /**
   * Packets for each acknowledgement.
   *
   * @param hostsEvery what the host's rules say, which counts where the recovery does not decide
   */
  default int ackEveryPackets(int hostsEvery) {
    return hostsEvery;
  }

  /** The longest time that a receiver delays an acknowledgement, in picoseconds; as {@link #ackEveryPackets}. */
  default long ackDelayPs(long hostsDelayPs) {
    return hostsDelayPs;
  }

  /** Whether every byte is delivered and acknowledged; else probes report what has arrived. */
  default boolean isReliable() {
    return true;
  }

  /** Whether connections of RDMA can use it: every byte is delivered, in messages. */
  default boolean carriesMessages() {
    return true;
  }

  /** Whether packets may overtake each other without being taken for lost, and single packets are retransmitted. */
  default boolean takesReordering() {
    return false;
  }

  /** Whether it needs frames of TCP, and those need it. */
  default boolean usesTcpFrames() {
    return false;
  }

  /** Whether the frames of the HPCC authors' simulator suffice. */
  default boolean fitsAuthorsFrames() {
    return false;
  }

  /** Whether any acknowledgement starts the wait for a timeout again; else only one that acknowledges more. */
  default boolean anyAnswerRestartsTimeout() {
    return true;
  }

  /** Bytes that a flow hands its NIC at a time, which leave back to back; 0: a packet. */
  default long burstBytes() {
    return 0;
  }
}
