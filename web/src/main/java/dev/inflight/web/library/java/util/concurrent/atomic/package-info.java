/** Classes of {@code java.util.concurrent.atomic} that TeaVM lacks. */
@NullMarked
package dev.inflight.web.library.java.util.concurrent.atomic;

import org.jspecify.annotations.NullMarked;
