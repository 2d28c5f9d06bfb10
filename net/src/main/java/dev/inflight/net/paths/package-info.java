/**
 * Choice of a flow's path among several, by telemetry (draft-miao-rtgwg-hpccplus §9.4). Read {@link PathChoice} first, then
 * {@link PathScout}.
 */
@NullMarked
package dev.inflight.net.paths;

import org.jspecify.annotations.NullMarked;
