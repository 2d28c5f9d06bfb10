/** Choices with parameters, {@code name(key=value)}, as records. Start with {@link Spec} and {@link SpecBinder}. */
@NullMarked
package dev.inflight.lab.spec;

import org.jspecify.annotations.NullMarked;
