/**
 * The only way to be called later: {@link EventLoop} and its {@link Event events}, and {@link Timer timers} that
 * may move; and how long bytes take.
 */
@NullMarked
package dev.inflight.net.event;

import org.jspecify.annotations.NullMarked;
