/** The datapath in no particular time: packets, ports, switches, NICs, transports, topologies and routes. */
@NullMarked
package dev.inflight.net;

import org.jspecify.annotations.NullMarked;
