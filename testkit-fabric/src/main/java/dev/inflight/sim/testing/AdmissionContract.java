package dev.inflight.sim.testing;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.AdmissionPolicy;
import dev.inflight.net.switching.admission.AdmissionRule;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Contract of all rules of admission to a switch's buffer. Each constant is a rule, which a test checks alone or with the others.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @EnumSource(AdmissionContract.class)
 * void keepsTheContract(AdmissionContract rule) {
 *   rule.check(MyAdmission.DEFAULT);
 * }
 * }</pre>
 *
 * <p>The contract needs no test framework. The same rule passes or fails each time, because packets come from fixed seeds.
 */
public enum AdmissionContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(rule -> Contract.requireName(rule.name())),
  /** A packet for an empty queue of an empty buffer is admitted, because otherwise no packet could pass the switch. */
  EMPTY_BUFFER_ADMITS(AdmissionContract::checkEmpty),
  /** The same calls give the same results, also in parallel with another switch: switches share no state. */
  SWITCHES_SHARE_NOTHING(rule -> SwitchStory.requireNothingShared(seed -> new Story(rule, seed), 20_000, "another switch")),
  /** Packets create no object in warm code. */
  PACKETS_ALLOCATE_NOTHING(AdmissionContract::checkAllocation);

  private static final AdmissionRule.Memory MEMORY = new AdmissionRule.Memory(200_000, 4, 1);

  private final Consumer<AdmissionRule> rule;

  AdmissionContract(Consumer<AdmissionRule> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(AdmissionRule admission) {
    Contract.check(admission.name(), this, () -> rule.accept(admission));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(AdmissionRule admission) {
    for (AdmissionContract each : values()) {
      each.check(admission);
    }
  }

  private static void checkEmpty(AdmissionRule rule) {
    var packet = new Packet(0);
    packet.kind = Packet.Kind.DATA;
    packet.sizeBytes = 1000;
    for (int port = 1; port <= MEMORY.ports(); port++) {
      Contract.require(rule.policy(MEMORY).admits(packet, port, 0, MEMORY.bytes()),
          "a packet of 1000 bytes is not admitted to an empty buffer of " + MEMORY.bytes() + " bytes, for port " + port);
    }
  }

  private static void checkAllocation(AdmissionRule rule) {
    var story = new Story(rule, 3);
    Contract.requireNoObjects(() -> story.steps(20_000), "20000 packets");
  }

  /** A switch with queues that grow by admitted packets, and shrink in between. */
  private static final class Story extends SwitchStory {
    private final AdmissionPolicy policy;
    private final int[] queues = new int[MEMORY.ports() * Packet.PRIORITIES];
    private long freeBytes = MEMORY.bytes();

    Story(AdmissionRule rule, long seed) {
      super(seed);
      policy = rule.policy(MEMORY);
    }

    @Override
    long decide() {
      if (random.nextInt(200) == 0) {
        Arrays.fill(queues, 0);
        freeBytes = MEMORY.bytes();
      }
      int port = random.nextInt(MEMORY.ports());
      int queue = port * Packet.PRIORITIES + packet.priority;
      if (packet.sizeBytes > freeBytes || !policy.admits(packet, port + 1, queues[queue], freeBytes)) {
        return 0;
      }
      queues[queue] += packet.sizeBytes;
      freeBytes -= packet.sizeBytes;
      return 1;
    }
  }
}
