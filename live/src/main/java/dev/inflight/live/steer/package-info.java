/** TCP connections of the kernel that go as fast as one of our schemes decides. Start with {@link Steering}. */
@NullMarked
package dev.inflight.live.steer;

import org.jspecify.annotations.NullMarked;
