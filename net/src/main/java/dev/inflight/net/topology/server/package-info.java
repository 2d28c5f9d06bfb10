/**
 * Which hosts are GPUs of one server, by their cables. Read {@link dev.inflight.net.topology.server.Servers}.
 */
@NullMarked
package dev.inflight.net.topology.server;

import org.jspecify.annotations.NullMarked;
