/** Rates and times as ns-3 reads them: {@link Ns3Units}. */
@NullMarked
package dev.inflight.lab.files.ns3;

import org.jspecify.annotations.NullMarked;
