/** How fast one flow may send: congestion controls as pure state machines. */
@NullMarked
package dev.inflight.cc;

import org.jspecify.annotations.NullMarked;
