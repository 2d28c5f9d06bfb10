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
 * Inference of a transformer: instances of one kind read prompts (prefill), send keys and values of their tokens to instances of the other
 * kind, and those write one token after the other (decode).
 *
 * @param model model with its numbers
 * @param layers layers of the model, 0 to 100000; 0: the model's
 * @param tp ranks of an instance, which share each matrix, 1 to 100000
 * @param prefill instances that read prompts, 1 to 100000
 * @param decode instances that write tokens, 1 to 100000
 * @param batches batches of requests, which go to instances in turn, 1 to 1000000
 * @param batch requests of a batch, 1 to 100000
 * @param prompt tokens of a request, 1 to 10000000
 * @param output tokens of an answer, of which the prefill computes the first one, 1 to 1000000
 * @param periodPs time between batches; 0: all arrive at the start
 * @param gpu GPU with the roofline for computation times
 * @param efficiency share of its operations per second that matrices reach, above 0 to 1
 * @param algorithm algorithm of the all-reduces of an instance's ranks; {@code usual}: by the size
 * @param channels equal parts of an all-reduce's buffer, each on its own connections, 0 to 64; 0: the algorithm's
 * @param chunkBytes bytes of the chunks that ranks send in an all-reduce, 0 or more; 0: the algorithm's
 * @param first index of rank 0's host, 0 or more
 * @param job name of the job in results; empty: the model's name
 * @param startPs time at which it starts; after the other job's end, where it follows one
 * @param after name of a job that has to end before this one starts; empty: none
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

  /** All ranks, those that read prompts first. */
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
