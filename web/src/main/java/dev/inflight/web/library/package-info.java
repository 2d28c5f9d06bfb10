/**
 * Methods of Java's library that TeaVM's lacks, as static ones; packages below have the classes that it lacks. {@code LibraryNames} of
 * the build lists both.
 */
@NullMarked
package dev.inflight.web.library;

import org.jspecify.annotations.NullMarked;
