/** Classes of {@code java.util.concurrent.locks} that TeaVM lacks. */
@NullMarked
package dev.inflight.web.library.java.util.concurrent.locks;

import org.jspecify.annotations.NullMarked;
