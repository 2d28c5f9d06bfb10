/** Paths that users give. Read {@link Static} first. */
@NullMarked
package dev.inflight.net.balance.given;

import org.jspecify.annotations.NullMarked;
