package dev.inflight.sim;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.sim.rdma.OperationResults;
import dev.inflight.sim.workload.FlowTable;

/** Reports results of operations on queue pairs to the traffic of a part. */
record OperationWatcher(Traffic traffic, FlowTable flows, AllTraffic.Listener listener) implements OperationResults {
  @Override
  public void streamStarted(Sender sender) {
    listener.started(sender.flow().id(), sender, 0);
  }

  @Override
  public void arrived(int row, long nowPs) {
    traffic.messageArrived(flows.message(row), nowPs);
  }

  @Override
  public void finished(int row, Flow stream, long startPs, long retransmittedBytes, long nowPs) {
    traffic.finished(row, stream, startPs, retransmittedBytes, nowPs);
  }

  @Override
  public void failed(int row, long nowPs) {
    traffic.failed(row, nowPs);
  }
}
