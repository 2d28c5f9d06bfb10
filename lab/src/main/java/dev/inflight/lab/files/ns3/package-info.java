/** Rates and times in ns-3's notation: {@link Ns3Units}. */
@NullMarked
package dev.inflight.lab.files.ns3;

import org.jspecify.annotations.NullMarked;
