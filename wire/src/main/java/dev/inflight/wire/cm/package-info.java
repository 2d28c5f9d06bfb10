/**
 * Datagrams of the InfiniBand communication manager, which make and end connections (IBTA vol. 1, §12). Read
 * {@link CmMessage} first.
 */
@NullMarked
package dev.inflight.wire.cm;

import org.jspecify.annotations.NullMarked;
