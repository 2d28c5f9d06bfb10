package dev.inflight.sim.control;

import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.admission.AdmissionPolicy;
import dev.inflight.net.switching.admission.AdmissionRule;
import org.jspecify.annotations.Nullable;

/**
 * An admission rule from foreign code. Its exceptions, and allocations for each packet, end the run with a {@link ControlFault}
 * that names class and method. The program's own rules are not wrapped.
 */
public record CheckedAdmission(AdmissionRule rule) implements AdmissionRule {
  /** Returns the program's own rules as they are, and wraps others. */
  public static AdmissionRule of(AdmissionRule rule) {
    return rule.getClass().getClassLoader() == CheckedAdmission.class.getClassLoader() ? rule : new CheckedAdmission(rule);
  }

  @Override
  public String name() {
    return rule.name();
  }

  @Override
  public AdmissionPolicy policy(Memory memory) {
    try {
      AdmissionPolicy policy = rule.policy(memory);
      if (policy == null) { // possible in foreign code
        throw new IllegalStateException("policy returned null");
      }
      return new Checked(rule.name(), policy);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw thrown(rule.name(), rule.getClass(), "policy", thrown);
    }
  }

  private static String where(String rule, Class<?> of, String method) {
    return "admission " + rule + ", class " + of.getName() + ": method " + method;
  }

  private static ControlFault thrown(String rule, Class<?> of, String method, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String at = trace.length == 0 ? "" : ", at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    return new ControlFault(where(rule, of, method) + " has thrown " + thrown + at, thrown);
  }

  /** The policy of a switch. */
  private static final class Checked extends AdmissionPolicy {
    private static final int FREE_PACKETS = 32; // code is linked in them, and makes objects for later use
    private static final int WATCHED_PACKETS = 32;

    private final String rule;
    private final AdmissionPolicy policy;
    private @Nullable AllocationMeter meter; // while packets are watched
    private int packets;
    private long allocatedBytes;

    Checked(String rule, AdmissionPolicy policy) {
      this.rule = rule;
      this.policy = policy;
      meter = policy.getClass().getClassLoader() instanceof AllocationMeter measures ? measures : null;
    }

    @Override
    public boolean admits(Packet packet, int port, int queueBytes, long freeBytes) {
      try {
        return meter == null
            ? policy.admits(packet, port, queueBytes, freeBytes)
            : watched(packet, port, queueBytes, freeBytes, meter);
      } catch (ControlFault known) {
        throw known;
      } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
        throw thrown(rule, policy.getClass(), "admits", thrown);
      }
    }

    private boolean watched(Packet packet, int port, int queueBytes, long freeBytes, AllocationMeter with) {
      long before = with.allocatedBytes();
      boolean admitted = policy.admits(packet, port, queueBytes, freeBytes);
      long bytes = with.allocatedBytes() - before;
      packets++;
      if (packets > FREE_PACKETS) {
        allocatedBytes += bytes;
        if (bytes == 0) {
          meter = null;
        } else if (packets == FREE_PACKETS + WATCHED_PACKETS) {
          throw new ControlFault(where(rule, policy.getClass(), "admits") + " has made objects in each of " + WATCHED_PACKETS
              + " calls in a row, " + allocatedBytes / WATCHED_PACKETS + " bytes a call; what runs for each packet makes none");
        }
      }
      return admitted;
    }
  }
}
