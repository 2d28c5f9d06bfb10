/**
 * Unsolicited feedback of switches with long queues, and its receivers (draft-pan-tsvwg-hpccplus §6.3). Read
 * {@link SwitchFeedback} first, then {@link FeedbackFilter}.
 */
@NullMarked
package dev.inflight.net.switchfeedback;

import org.jspecify.annotations.NullMarked;
