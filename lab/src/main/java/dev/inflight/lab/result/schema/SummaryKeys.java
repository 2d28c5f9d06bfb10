package dev.inflight.lab.result.schema;

/** The keys of {@code summary.json}, each with its type, unit and meaning, but those of jobs and of the scenario's axes. */
public final class SummaryKeys {
  /** Those in front of the jobs. */
  public static final String RUN = """
      scenario | text | | the scenario's name
      version | text | | of the program
      seed | whole | | of every random choice
      ties | choice ties | | order of simultaneous events
      clock | choice clock | | arithmetic of times
      framing | choice framing | | sizes of packets
      sealTelemetry | flag | | whether receivers sealed what they sent back of it
      threads | whole | | that simulated; with --mpi the processes, each of which has one
      parts | whole | | of the fabric, each simulated by one thread at a time
      windows | whole | | of simulated time, in which the parts ran side by side; 0 with one part
      criticalEvents | whole | | events that have to run one after the other on so many threads: in each window those of the part with most, or a thread's share of all if that is more, and all that are of no part, as samples are; events over this bounds the speed-up
      barrierShare | decimal | | share of all threads' time in which they waited for each other
      simulatedSeconds | decimal | s | from the first flow's start to the run's end
      wallSeconds | decimal | s | how long the simulation took
      packetHops | whole | | packets times cables crossed
      packetHopsAfterEnd | whole | | those of them after the end of the simulated time, such as acknowledgements of duplicates; the others are the frames of ports.csv
      packetHopsPerSecond | whole | 1/s | of wall time
      wireBytes | whole | B | frames times cables crossed, with preambles and gaps
      wireBytesAfterEnd | whole | B | those of them after the end of the simulated time; the others are in ports.csv
      events | whole | | events simulated
      flows | whole | | flows and operations of the scenario
      flowsFinished | whole | | those that finished
      stalledFlows | whole | | those that did not
      dataPackets | whole | | data packets sent, retransmitted ones too
      deliveredBytes | whole | B | application bytes delivered, each once
      acks | whole | | acknowledgements that senders took
      acksWithTelemetry | whole | | those that brought telemetry, of flows of all classes; notifications too
      headersDelivered | whole | | packets with telemetry that receivers took; probes too
      headersReplaced | whole | | headers that a newer one replaced before an acknowledgement brought them back
      telemetryWireBytes | whole | B | telemetry in data packets and acknowledgements that arrived, times cables crossed
      unrecoveredBytes | whole | B | of unreliable flows that have ended, what had not arrived by their last answer
      probes | whole | | probes that senders sent
      notifications | whole | | notifications of telemetry that senders took
      windowsTold | whole | | windows that receivers decided, or credits that they granted, and senders took
      switchAnswersSent | whole | | answers that switches sent to packets that joined long queues
      switchAnswers | whole | | those of them that arrived
      moves | whole | | how often flows have moved to another path
      pathProbes | whole | | probes over one of several paths
      acksPerSecond | decimal or none | 1/s | acknowledgements that senders took, by simulated time; none where no time passed
      windowsToldPerSecond | decimal or none | 1/s | windows that senders took, by simulated time
      probeWireBytes | whole | B | probes, notifications, windows, answers and reports of paths that arrived, times cables crossed, with preambles and gaps
      congestionNotifications | whole | | CNPs that senders took
      reportsForged | whole | | reports that no receiver had sealed
      reportsReplayed | whole | | sealed reports that came again
      fallbacks | whole | | times that a flow without valid reports fell back to its own measurements
      liars | whole | | flows whose reports could not be true, and that are believed no more
      acksCutOff | whole | | acknowledgements whose telemetry lacked hops for want of room
      acksWithMarks | whole | | acknowledgements that echoed an ECN mark, of flows of all classes
      belowLineRateShare | decimal | | share of the time of all classes' flows in which the scheme held them below line rate
      drops | whole | | packets dropped for want of buffer
      lostPackets | object | | packets lost, by cause
      lostPackets.buffer | whole | | for want of buffer: drops again
      lostPackets.linkDown | whole | | on failed links
      lostPackets.random | whole | | at random
      lostPackets.noRoute | whole | | without a route
      trimmed | whole | | packets that switches cut behind their headers in place of dropping them
      retransmittedBytes | whole | B | application bytes that were retransmitted
      nacks | whole | | NACKs that senders took
      timeouts | whole | | times that a sender waited in vain
      refusals | whole | | refusals of requests that reached the host that asked
      unknownQueuePairPackets | whole | | packets for a queue pair that was not there
      pfcPauses | whole | | PFC frames that switches sent to pause a neighbour
      pfcPauseSeconds | decimal | s | time that ports' priority groups spent paused up to the end of the simulated time, added up
      peakBufferBytes | whole | B | the most that any switch held in its buffer at once
      ecnMarks | whole | | packets marked up to the end of the simulated time
      flowsWaitedForSlot | whole | | flows that waited for a slot in their NIC
      longestSlotWaitSeconds | decimal | s | the longest such wait
      slowdown | object | | of the finished flows
      slowdown.flows | whole | | how many those are
      slowdown.flowsLeftOut | whole | | flows that did not finish: the worst, perhaps
      slowdown.p50 | decimal or none | | median; none when nothing finished
      slowdown.p95 | decimal or none | | 95th percentile
      slowdown.p99 | decimal or none | | 99th percentile
      slowdown.max | decimal or none | | the largest
      fctSeconds | object | s | completion times of the finished flows
      fctSeconds.flows | whole | | how many those are
      fctSeconds.flowsLeftOut | whole | | flows that did not finish
      fctSeconds.p50 | decimal or none | s | median; none when nothing finished
      fctSeconds.p95 | decimal or none | s | 95th percentile
      fctSeconds.p99 | decimal or none | s | 99th percentile
      fctSeconds.max | decimal or none | s | the longest
      queueBytes | object | B | queues of all switch ports, idle ones too
      queueBytes.samples | whole | | queue samples that count
      queueBytes.p50 | whole or none | B | median; none without samples
      queueBytes.p95 | whole or none | B | 95th percentile
      queueBytes.p99 | whole or none | B | 99th percentile
      queueBytes.max | whole or none | B | the longest queue, exact; none without switches
      classes | list | | classes of flows, first those of no class, if any; no such key without classes
      classes[].name | text or none | | as in the scenario; none of flows of no class
      classes[].scheme | text | | congestion control, with all parameters
      classes[].telemetry | text | | the header that switches filled in; none when the scheme asks for none
      classes[].flows | whole | | flows and operations
      classes[].flowsFinished | whole | | those that finished
      classes[].slowdownMean | decimal or none | | of the finished ones; none when nothing finished
      classes[].slowdownP50 | decimal or none | | median
      classes[].slowdownP95 | decimal or none | | 95th percentile
      classes[].slowdownP99 | decimal or none | | 99th percentile
      classes[].slowdownMax | decimal or none | | the largest
      """;

  /** Those behind them. */
  public static final String END = """
      fingerprint | text | | 16 hexadecimal digits, the same for the same course of events
      partial | flag | | whether the run was interrupted
      files | list | | the tables and the scenario as the run wrote them, by name
      files[].name | text | | its name
      files[].bytes | whole | B | its size
      files[].sha256 | text | | SHA-256 of its bytes, in hexadecimal digits
      sha256 | text | | SHA-256 of the lines above, but those of keys that depend on the machine: threads, parts, windows, criticalEvents, barrierShare, wallSeconds, packetHopsPerSecond; and of the last line, a brace
      """;

  private SummaryKeys() {
  }
}
