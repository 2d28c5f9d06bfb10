package dev.inflight.lab.graph.transformer;

import dev.inflight.lab.graph.step.CollectiveOptions;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.telemetry.util.Check;
import java.util.Arrays;

/**
 * Inference of a transformer with separate prefill and decode: prefill instances process prompts and send the keys and values of
 * their tokens to decode instances, which generate one token after the other.
 *
 * @param model the model
 * @param layers number of layers, 0 to 100000; 0: as in the model
 * @param tp ranks of an instance, which share each matrix, 1 to 100000
 * @param prefill prefill instances, which process prompts, 1 to 100000
 * @param decode decode instances, which generate tokens, 1 to 100000
 * @param batches batches of requests, which go to instances in turn, 1 to 1000000
 * @param batch requests of a batch, 1 to 100000
 * @param prompt tokens of a request's prompt, 1 to 10000000
 * @param output tokens of a response, the first of which comes from the prefill, 1 to 1000000
 * @param periodPs time from batch to batch; 0: all batches arrive at the start
 * @param gpu the GPU; its roofline gives computation times
 * @param efficiency share of the GPU's peak operations per second that matrix products reach, above 0 to 1
 * @param algorithm algorithm of the all-reduce among ranks of an instance; usual: by size
 * @param channels equal parts of an all-reduce's buffer, each on connections of its own, 0 to 64; 0: the default of the algorithm
 * @param chunkBytes size of the chunks in which data of an all-reduce goes from rank to rank, 0 or more; 0: the default of the
 *   algorithm
 * @param first position of rank 0's host among the hosts, 0 or more
 * @param job name of the job in results; empty: the name of the model
 * @param startPs start of the job; with after, the delay after that job's end
 * @param after name of an earlier workload's job that has to end first; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record InferenceFlows(String model, int layers, int tp, int prefill, int decode, int batches, int batch, int prompt,
    int output, long periodPs, String gpu, double efficiency, String algorithm, int channels, long chunkBytes, int first,
    String job, long startPs, String after, int priority, int port) implements Workload {
  public static final InferenceFlows DEFAULT = new InferenceFlows("llama3-8b", 0, 1, 1, 1, 1, 1, 512, 8, 0, "h100", 0.6,
      ServerChoice.USUAL, 0, 0, 0, "", 0, "", 3, 500);

  /** Checks the ranges. */
  public InferenceFlows {
    Named.model(model);
    Named.gpu(gpu);
    Check.check("layers", layers, 0, 100_000);
    Check.check("tp", tp, 1, 100_000);
    Check.check("prefill", prefill, 1, 100_000);
    Check.check("decode", decode, 1, 100_000);
    Check.check("batches", batches, 1, 1_000_000);
    Check.check("batch", batch, 1, 100_000);
    Check.check("prompt", prompt, 1, 10_000_000);
    Check.check("output", output, 1, 1_000_000);
    Check.time("period", periodPs, 0);
    Check.positive("efficiency", efficiency, 1);
    CollectiveOptions.check(algorithm, channels, chunkBytes);
    JobPlace.check(first, startPs, priority, port);
  }

  @Override
  public String name() {
    return "inference";
  }

  /** Number of all ranks; prefill ranks come first. */
  int ranks() {
    return Math.toIntExact((long) tp * (prefill + decode));
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    int[] hosts = topology.hosts();
    long last = first + (long) tp * (prefill + decode);
    if (last > hosts.length) {
      throw new IllegalArgumentException("tp " + tp + " times " + (prefill + decode) + " instances are " + (last - first)
          + " ranks from " + first + " on, and there are " + hosts.length + " hosts");
    }
    var place = new JobPlace(job.isEmpty() ? model : job, first, startPs, after, priority, port);
    int[] from = place.hostsFrom(hosts);
    ServerChoice choice = ServerChoice.of(topology, from, algorithm, channels, chunkBytes);
    Script script = new InferenceProgram(this, ofNumbers(), GraphRoom.OF_HEAP, choice).script();
    flows.addJob(place, script, Arrays.copyOf(from, script.ranks()));
  }

  /** Returns the model with the requested number of layers. */
  Model ofNumbers() {
    Model known = Named.model(model);
    return new Model(known.name(), layers > 0 ? layers : known.layers(), known.hidden(), known.heads(), known.keyHeads(),
        known.inner(), known.gated(), known.vocabulary(), prompt, known.experts(), known.chosen());
  }
}
