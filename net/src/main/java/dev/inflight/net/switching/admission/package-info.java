/**
 * Rules by which switches without PFC admit arriving packets to their shared buffer. Read
 * {@link dev.inflight.net.switching.admission.AdmissionRule} first.
 */
@NullMarked
package dev.inflight.net.switching.admission;

import org.jspecify.annotations.NullMarked;
