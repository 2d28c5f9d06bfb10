/** Objects of live runs on this machine: network namespaces, interfaces between them, and devices at these. */
@NullMarked
package dev.inflight.livetools.live.machine;

import org.jspecify.annotations.NullMarked;
