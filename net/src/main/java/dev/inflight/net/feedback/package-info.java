/**
 * Return of telemetry from receivers to senders (HPCC++, draft-miao-rtgwg-hpccplus §6.2.2, §6.3.2). Read {@link FeedbackPath}
 * first, then {@link NewInt}.
 */
@NullMarked
package dev.inflight.net.feedback;

import org.jspecify.annotations.NullMarked;
