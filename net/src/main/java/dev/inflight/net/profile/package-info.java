/** Whose small rules hold where no parameter of a protocol decides. There is one type: {@link Ns3Compatibility}. */
@NullMarked
package dev.inflight.net.profile;

import org.jspecify.annotations.NullMarked;
