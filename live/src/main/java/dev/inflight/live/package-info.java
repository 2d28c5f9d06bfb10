/**
 * The NIC and the switch on real packets. {@link Devices} opens interfaces; the rooms below have time, devices and cables.
 */
@NullMarked
package dev.inflight.live;

import org.jspecify.annotations.NullMarked;
