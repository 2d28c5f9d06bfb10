/** TCP connections of the kernel, steered by one of Inflight's schemes. Start with {@link Steering}. */
@NullMarked
package dev.inflight.live.steer;

import org.jspecify.annotations.NullMarked;
