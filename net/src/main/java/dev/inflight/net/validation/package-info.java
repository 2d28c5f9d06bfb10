/**
 * Reaction of a sender to missing or impossible reports (draft-miao-rtgwg-hpccplus §9.1, draft-pan-tsvwg-hpccplus §9). Read
 * {@link FeedbackValidation} first, then {@link GuardedControl}.
 */
@NullMarked
package dev.inflight.net.validation;

import org.jspecify.annotations.NullMarked;
