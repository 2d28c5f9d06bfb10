/**
 * Methods of Java's library that TeaVM's lacks, as static methods; packages below have the missing classes.
 * {@code LibraryNames} of the build lists both.
 */
@NullMarked
package dev.inflight.web.library;

import org.jspecify.annotations.NullMarked;
