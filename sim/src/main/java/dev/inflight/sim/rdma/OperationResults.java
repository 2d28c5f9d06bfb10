package dev.inflight.sim.rdma;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;

/** Receives the results of operations on queue pairs: of {@code rdma} entries, and of messages on connections. */
public interface OperationResults {
  /** The stream of a queue pair that a host has made has started to send. */
  void streamStarted(Sender sender);

  /** The last byte of a message has arrived, and all messages before it on its connection have; in the part of its destination. */
  void arrived(int row, long nowPs);

  /** The operation of a row is done. */
  void finished(int row, Flow stream, long startPs, long retransmittedBytes, long nowPs);

  /** The operation of a row will not be done: its queue pair has failed. */
  void failed(int row, long nowPs);
}
