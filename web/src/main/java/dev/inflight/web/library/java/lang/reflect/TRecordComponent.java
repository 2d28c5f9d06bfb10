package dev.inflight.web.library.java.lang.reflect;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;

/** Stands for {@link java.lang.reflect.RecordComponent}: the field of a record. */
public final class TRecordComponent {
  private final Class<?> owner;
  private final Field field;

  private TRecordComponent(Class<?> owner, Field field) {
    this.owner = owner;
    this.field = field;
  }

  /** What {@link Class} has: the components of a record, which are its fields; null of another class. */
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

  /** Its name. */
  public String getName() {
    return field.getName();
  }

  /** Its type. */
  public Class<?> getType() {
    return field.getType();
  }

  /** The method that returns its value. */
  public Method getAccessor() {
    try {
      return owner.getDeclaredMethod(field.getName());
    } catch (NoSuchMethodException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** Whether it has an annotation; TeaVM's fields do not know theirs, so that the build marks the record by a static field. */
  public boolean isAnnotationPresent(Class<? extends Annotation> annotation) {
    for (Field mark : owner.getDeclaredFields()) {
      if (mark.getName().equals("mark$" + annotation.getSimpleName() + "$" + field.getName())) {
        return true;
      }
    }
    return false;
  }
}
