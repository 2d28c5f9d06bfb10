package dev.inflight.sim.rdma;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;

/** Receiver of the results of operations on queue pairs: of {@code rdma} entries, and of messages on connections. */
public interface OperationResults {
  /** Called when the stream of a queue pair that a host has made starts to send. */
  void streamStarted(Sender sender);

  /** Called when a message and all before it on its connection have arrived in full; in the part of the destination. */
  void arrived(int row, long nowPs);

  /** Called when the operation of a row is done. */
  void finished(int row, Flow stream, long startPs, long retransmittedBytes, long nowPs);

  /** Called when the queue pair of a row's operation has failed, so that the operation will not be done. */
  void failed(int row, long nowPs);
}
