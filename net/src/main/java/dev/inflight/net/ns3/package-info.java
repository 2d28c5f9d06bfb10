/**
 * Rules that no protocol parameter decides: Inflight's own, or those of the HPCC authors' simulator. See
 * {@link Ns3Compatibility}.
 */
@NullMarked
package dev.inflight.net.ns3;

import org.jspecify.annotations.NullMarked;
