/** Hosts that are GPUs of one server, found by their cables. Read {@link dev.inflight.net.topology.server.Servers}. */
@NullMarked
package dev.inflight.net.topology.server;

import org.jspecify.annotations.NullMarked;
