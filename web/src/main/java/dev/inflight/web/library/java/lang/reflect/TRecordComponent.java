package dev.inflight.web.library.java.lang.reflect;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;

/** Replacement of {@link java.lang.reflect.RecordComponent}: the field of a record. */
public final class TRecordComponent {
  private final Class<?> owner;
  private final Field field;

  private TRecordComponent(Class<?> owner, Field field) {
    this.owner = owner;
    this.field = field;
  }

  /** Replacement of the method of {@link Class}: the components of a record, which are its fields; null for another class. */
  public static TRecordComponent[] getRecordComponents(Class<?> type) {
    if (type.getSuperclass() != Record.class) {
      return null;
    }
    var components = new ArrayList<TRecordComponent>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        components.add(new TRecordComponent(type, field));
      }
    }
    return components.toArray(TRecordComponent[]::new);
  }

  /** Name of the component. */
  public String getName() {
    return field.getName();
  }

  /** Type of the component. */
  public Class<?> getType() {
    return field.getType();
  }

  /** Method that returns the component's value. */
  public Method getAccessor() {
    try {
      return owner.getDeclaredMethod(field.getName());
    } catch (NoSuchMethodException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** True if it has an annotation; TeaVM's fields have no annotations, so the build marks the record by a static field. */
  public boolean isAnnotationPresent(Class<? extends Annotation> annotation) {
    for (Field mark : owner.getDeclaredFields()) {
      if (mark.getName().equals("mark$" + annotation.getSimpleName() + "$" + field.getName())) {
        return true;
      }
    }
    return false;
  }
}
