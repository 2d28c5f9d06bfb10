package dev.inflight.lab.capture;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.telemetry.format.ioam.IoamLinux;
import java.util.List;

/**
 * IOAM traces as Linux routers fill them, in a namespace whose data is the routers' link rate.
 *
 * @param namespaceId the namespace, 0 to 65535
 * @param rateUnitBitsPerSec what the namespace's data counts, above 0
 */
public record LinuxTraces(int namespaceId, long rateUnitBitsPerSec) {
  private static final String NAME = "ioam-linux";
  private static final SpecBinder<LinuxTraces> BINDER = new SpecBinder<>("telemetry format",
      List.of(new LinuxTraces(0x8000, IoamLinux.RATE_UNIT_BITS_PER_SEC)), _ -> NAME);

  /** Checks the ranges. */
  public LinuxTraces {
    IoamLinux.watched(namespaceId, rateUnitBitsPerSec); // which checks the ranges
  }

  /** Whether a spec is one of these. */
  static boolean isMeantBy(Spec spec) {
    return spec.name().equalsIgnoreCase(NAME);
  }

  /** What reads those of a spec. */
  static IoamLinux bind(Spec spec, SourceLocation place) {
    LinuxTraces traces = BINDER.bind(spec, place);
    return IoamLinux.watched(traces.namespaceId, traces.rateUnitBitsPerSec);
  }
}
