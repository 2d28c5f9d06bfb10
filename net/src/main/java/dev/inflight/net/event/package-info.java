/** Time: {@link EventLoop} and its {@link Event events}, {@link Timer timers} that may move, and serialization times. */
@NullMarked
package dev.inflight.net.event;

import org.jspecify.annotations.NullMarked;
