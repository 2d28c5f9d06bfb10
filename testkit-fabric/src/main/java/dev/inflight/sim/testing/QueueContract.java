package dev.inflight.sim.testing;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.QueueDiscipline;
import java.util.function.Consumer;

/**
 * Contract of all orders in which ports of switches serve their queues. Each constant is a rule, which a test checks alone or
 * with the others, as in {@link AdmissionContract}.
 */
public enum QueueContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(discipline -> Contract.requireName(discipline.name())),
  /** The discipline chooses a queue that holds a packet and is not paused. */
  CHOOSES_A_READY_QUEUE(QueueContract::checkChoice),
  /** The same calls give the same results, also in parallel with another port: ports share no state. */
  PORTS_SHARE_NOTHING(
      discipline -> SwitchStory.requireNothingShared(seed -> new Story(discipline, seed), 20_000, "another port")),
  /** Packets create no object in warm code. */
  PACKETS_ALLOCATE_NOTHING(QueueContract::checkAllocation);

  private static final int MOST_WAITING = 64;

  private final Consumer<QueueDiscipline> rule;

  QueueContract(Consumer<QueueDiscipline> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(QueueDiscipline discipline) {
    Contract.check(discipline.name(), this, () -> rule.accept(discipline));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(QueueDiscipline discipline) {
    for (QueueContract each : values()) {
      each.check(discipline);
    }
  }

  private static void checkChoice(QueueDiscipline discipline) {
    new Story(discipline, 3).steps(20_000);
  }

  private static void checkAllocation(QueueDiscipline discipline) {
    var story = new Story(discipline, 4);
    Contract.requireNoObjects(() -> story.steps(20_000), "20000 packets");
  }

  /** A port at which packets arrive and depart, with pauses. */
  private static final class Story extends SwitchStory {
    private final PortQueues queues;
    private final Packet[] idle = new Packet[MOST_WAITING];
    private int idleCount = MOST_WAITING;

    Story(QueueDiscipline discipline, long seed) {
      super(seed);
      queues = discipline.queues(true);
      for (int at = 0; at < MOST_WAITING; at++) {
        idle[at] = new Packet(0);
      }
    }

    @Override
    long decide() {
      if (idleCount > 0 && random.nextInt(5) > 1) {
        Packet comes = idle[--idleCount];
        comes.kind = packet.kind;
        comes.priority = packet.priority;
        comes.sizeBytes = packet.sizeBytes;
        queues.enqueue(comes, comes.priority);
        return 0;
      }
      int ready = queues.ready(random.nextInt(3) == 0 ? random.nextInt(1 << Packet.PRIORITIES) & ~1 : 0);
      if (ready == 0) {
        return 0;
      }
      int chosen = queues.choose(ready);
      if (chosen < 1 || chosen >= Packet.PRIORITIES || (ready >> chosen & 1) == 0) {
        throw new AssertionError(
            "it chooses queue " + chosen + ", but the ready queues are, one bit each, " + Integer.toBinaryString(ready));
      }
      idle[idleCount++] = queues.dequeue(chosen);
      return chosen;
    }
  }
}
