/**
 * What switches answer by themselves when their queues are long, and to whom (draft-pan-tsvwg-hpccplus §6.3). Read {@link SwitchFeedback} first,
 * then {@link FeedbackFilter}.
 */
@NullMarked
package dev.inflight.net.switchfeedback;

import org.jspecify.annotations.NullMarked;
