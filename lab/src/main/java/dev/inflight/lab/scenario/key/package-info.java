/**
 * Keys of scenarios and their text: each key is declared once, in {@link PlainKeys}, {@link StructuredKeys}, {@link ClassesKey} or as an axis, and
 * {@link ScenarioFile} reads and {@link ScenarioWriter} writes by these declarations.
 */
@NullMarked
package dev.inflight.lab.scenario.key;

import org.jspecify.annotations.NullMarked;
