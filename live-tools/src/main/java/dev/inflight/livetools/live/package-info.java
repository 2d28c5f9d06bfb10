/**
 * {@code inflight live}: a scenario's hosts and switches in namespaces of this machine, with real cables between them. Read
 * {@link LiveRun} first.
 */
@NullMarked
package dev.inflight.livetools.live;

import org.jspecify.annotations.NullMarked;
