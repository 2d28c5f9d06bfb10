package dev.inflight.lab.result;

import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.schema.ComparisonFile;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.MeasuredColumns;
import dev.inflight.lab.result.schema.EnsembleFile;
import dev.inflight.lab.result.schema.SeedComparisonFile;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.VerificationFile;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import java.util.List;
import java.util.stream.Stream;

/** All result files with their contents and terms, in one place for writers, documentation and {@code list}. */
public final class ResultFiles {
  private static final String PORT = """
      node | whole | node | the port's node
      kind | choice node | | what the node is
      port | whole | | the port's number at its node, from 1
      peer | whole | node | the node at the other end of the cable
      rate_bps | whole | bit/s | the cable's rate
      """;
  private static final String PORT_NAMES = """
      node_name | text | | the name of 'node'
      peer_name | text | | the name of 'peer'
      """;

  public static final ResultFile FLOWS = ResultFile.of("flows.csv",
      "A line for each finished flow or operation, in order of completion.", """
          flow | whole | | its number: flows are numbered from 0 in order of start
          source | whole | node | the host that sends; of an operation, that posted it
          destination | whole | node | the host that receives; of an operation, at the other end
          source_port | whole from 0 to 65535 | | UDP source port
          destination_port | whole from 0 to 65535 | | UDP destination port
          priority | whole from 1 to 7 | | priority
          size_bytes | whole | B | application bytes
          start_ns | decimal 3 | ns | when it started, or was posted
          fct_ns | decimal 3 | ns | completion time, from the start
          ideal_fct_ns | decimal 3 | ns | the ideal completion time: the same flow alone, over the paths that it may use
          slowdown | decimal 4 | | fct_ns / ideal_fct_ns
          retransmitted_bytes | whole | B | application bytes that were retransmitted
          operation | choice flow | | kind of the flow
          class | word or none | | its class of flows; no such column without classes
          job | text or none | | the job of the message; no such column without jobs
          """);

  public static final ResultFile SLOWDOWN = ResultFile.of("slowdown.csv",
      "Slowdowns of the finished flows by size: up to ten classes of about as many flows each, small sizes first.", """
          smallest_bytes | whole | B | the smallest flow of the class
          largest_bytes | whole | B | the largest flow of the class
          flows | whole | | number of its flows
          mean | decimal 4 | | mean slowdown
          p50 | decimal 4 | | median slowdown
          p95 | decimal 4 | | 95th percentile
          p99 | decimal 4 | | 99th percentile
          max | decimal 4 | | the largest slowdown
          """);

  public static final ResultFile QUEUES = ResultFile.of("queues.csv",
      "A line for each switch port: the total length of its queues.", PORT + """
          samples | whole | | number of queue samples
          mean_bytes | decimal 1 or none | B | mean of the samples; none without samples
          p50_bytes | whole or none | B | their median
          p95_bytes | whole or none | B | their 95th percentile
          p99_bytes | whole or none | B | their 99th percentile
          max_bytes | whole | B | the longest queue, exact
          """ + PORT_NAMES);

  public static final ResultFile QUEUE_LENGTHS = ResultFile.of("queue-lengths.csv",
      "A line for each class of queue lengths: the number of samples of all switch ports, idle ones included.", """
          largest_bytes | whole | B | upper end of the class; 0: queues below 1000 B
          samples | whole | | queue samples up to this length and above that of the line before
          """);

  public static final ResultFile PORTS = ResultFile.of("ports.csv",
      "A line for each port, of hosts and switches: counts up to the end of the simulated time.",
      PORT + MeasuredColumns.atEnd(PortValue.values()) + PORT_NAMES);

  public static final ResultFile NODES = ResultFile.of("nodes.csv",
      "A line for each host and switch, in order of number: its name.", """
          node | whole | node | its number, from 0
          kind | choice node | | what it is
          name | text | | its name, unique in the run
          ports | whole | | number of its ports
          """);

  public static final ResultFile PAUSES = ResultFile.of("pauses.csv",
      "A line for each PFC frame of a priority with PFC, in the order of their effect.", """
          time_ns | decimal 3 | ns | time of its effect: its arrival, or `pauseResponse` later
          node | whole | node | where it arrived
          kind | choice node | | what the node is
          port | whole | | the port that it pauses, from 1
          priority | whole from 0 to 7 | | the priority that it pauses
          state | choice pause | | state of the priority from then on
          """);

  public static final ResultFile DROPS = ResultFile.of("drops.csv", "A line for each packet that was lost, in order of time.",
      """
          time_ns | decimal 3 | ns | when
          node | whole | node | where: a switch that dropped it, or the end of the cable that lost it
          kind | choice node | | what the node is
          port | whole | | the port there, from 1
          flow | whole from -1 | flow | flow number; -1 for packets of no flow, such as PFC frames; numbers above those of flows are streams of queue pairs, two each
          packet | choice packet | | kind of the packet
          sequence | whole | B | of data packets: position of the first byte in the flow, or on the connection of a message
          size_bytes | whole | B | with all its headers
          reason | choice loss | | why it was lost
          """);

  public static final ResultFile STALLED = ResultFile.of("stalled.csv",
      "A line for each flow that did not finish, in order of number; no file when all did.", """
          flow | whole | | its number
          source | whole | node | the host that sends; of an operation, that posted it
          destination | whole | node | the host that receives; of an operation, at the other end
          size_bytes | whole | B | application bytes
          start_ns | decimal 3 | ns | when it started, or would have
          sent_bytes | whole | B | application bytes sent at least once
          acked_bytes | whole | B | application bytes acknowledged
          reason | choice stall | | reason why it did not finish
          place | text | | location of its packets
          detail | text | | the reason in a sentence
          """);

  public static final ResultFile FLOW_SERIES = ResultFile.of("flow-series.csv",
      "A line for each active flow and each time of the series; only with series.", """
          time_ns | decimal 3 | ns | the time
          flow | whole | | the flow's number
          """ + MeasuredColumns.overTime(FlowValue.values()));

  public static final ResultFile PORT_SERIES = ResultFile.of("port-series.csv",
      "A line for each port and each time of the series; only with series.", """
          time_ns | decimal 3 | ns | the time
          node | whole | node | the port's node
          port | whole | | the port's number at its node, from 1
          """ + MeasuredColumns.overTime(PortValue.values()));

  private static final ResultFile FCT_TXT = ResultFile.of("fct.txt",
      "The authors' table of flows, separated by blanks, without a header; only with framing: reference.", """
          sip | hex | | the sender's address: 0b, node number in four digits, 01
          dip | hex | | the receiver's address
          sport | whole | | UDP source port
          dport | whole | | UDP destination port
          bytes | whole | B | application bytes
          start_ns | whole | ns | when it started
          fct_ns | whole | ns | completion time
          ideal_fct_ns | whole | ns | completion time alone, by the authors' formula
          """);

  private static final ResultFile PFC_TXT = ResultFile.of("pfc.txt",
      "The authors' table of PFC frames, separated by blanks, without a header; only with framing: reference.", """
          time_ns | whole | ns | when it arrived
          node | whole | node | where it arrived
          kind | whole | | 0 host, 1 switch
          port | whole | | the port that it pauses, from 1
          state | whole | | 1 pause, 0 resume
          """);

  private static final ResultFile QLEN_TXT = ResultFile.of("qlen.txt",
      "The authors' histograms of queues, one after a line 'time: NS' each; only with framing: reference.", """
          node | whole | node | the switch
          port | whole | | its port, from 1
          samples | whole | | number of samples so far for each bin of 1000 bytes, up to the longest queue
          """);

  /** Returns {@link #FLOWS} for a run with or without flow classes and jobs. */
  public static ResultFile flows(boolean hasClasses, boolean hasJobs) {
    ResultFile withJobs = hasJobs ? FLOWS : FLOWS.without("job");
    return hasClasses ? withJobs : withJobs.without("class");
  }

  /** Files of a run's folder, in the order of the documentation. */
  static final List<ResultFile> OF_A_RUN = List.of(SummaryJson.FILE, FLOWS, SLOWDOWN, QUEUES, QUEUE_LENGTHS, PORTS, NODES, PAUSES,
      DROPS, STALLED, JobFiles.COLLECTIVES, JobFiles.RANKS, FLOW_SERIES, PORT_SERIES, JobFiles.RANK_SERIES, FCT_TXT, PFC_TXT,
      QLEN_TXT);
  /** All files of a run, and output files of other commands. */
  public static final List<ResultFile> ALL = Stream.concat(OF_A_RUN.stream(), Stream.of(ComparisonFile.DESCRIPTION,
      SeedComparisonFile.DESCRIPTION, EnsembleFile.DESCRIPTION, VerificationFile.DESCRIPTION)).toList();

  private ResultFiles() {
  }

  /** Names of the files that {@link #describe} accepts. */
  public static List<String> names() {
    return ALL.stream().map(ResultFile::name).toList();
  }

  /**
   * Returns the description of a file, line by line: its columns or keys with type, unit and meaning.
   *
   * @throws IllegalArgumentException if the file does not exist; the message has the nearest name
   */
  public static List<String> describe(String name) {
    return ALL.stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("there is no file of results '" + name + "'" + Suggestion.hint(name, names())))
        .describe();
  }
}
