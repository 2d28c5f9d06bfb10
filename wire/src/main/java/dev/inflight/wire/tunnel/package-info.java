/** Packets within packets: GRE, ERSPAN, VXLAN, Geneve, MPLS and IP in IP. Read {@link TunnelView} first. */
@NullMarked
package dev.inflight.wire.tunnel;

import org.jspecify.annotations.NullMarked;
