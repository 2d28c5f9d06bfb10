package dev.inflight.app.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Signatures of types for code outside: a line for each type, and one for each of its members that is public or protected. */
final class Signatures {
  private static final Set<String> OF_ALL = Set.of("equals", "hashCode", "toString");
  private static final int SHOWN = Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL | Modifier.PROTECTED;

  private Signatures() {
  }

  /** The lines of each type that is visible, by the type's name. */
  static SortedMap<String, SortedSet<String>> of(Collection<Class<?>> types) {
    var lines = new TreeMap<String, SortedSet<String>>();
    for (Class<?> type : types) {
      if (isVisible(type)) {
        lines.put(type.getName(), of(type));
      }
    }
    return lines;
  }

  private static boolean isVisible(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!isVisible(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static SortedSet<String> of(Class<?> type) {
    var lines = new TreeSet<String>();
    lines.add("is " + type(type));
    if (type.isRecord()) { // their order is that of its constructor and patterns
      lines.add("components " + Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList());
    }
    for (Class<?> at = type; at != null && (at == type || !isVisible(at)); at = at.getSuperclass()) { // a hidden one's members are the heir's
      for (Field field : at.getDeclaredFields()) {
        if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
          lines.add("field " + modifiers(field.getModifiers()) + name(field.getGenericType()) + " " + field.getName());
        }
      }
      for (Method method : at.getDeclaredMethods()) {
        if (isVisible(method.getModifiers()) && !method.isSynthetic() && !OF_ALL.contains(method.getName())) {
          lines.add("method " + modifiers(method.getModifiers()) + name(method.getGenericReturnType()) + " " + method.getName()
              + parameters(method));
        }
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic() && !type.isEnum()) {
        lines.add("constructor " + modifiers(constructor.getModifiers()) + parameters(constructor));
      }
    }
    return lines;
  }

  private static String type(Class<?> type) {
    String kind = type.isAnnotation()
        ? "annotation"
        : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    String parameters = type.getTypeParameters().length == 0 ? "" : names(type.getTypeParameters(), "<", ">");
    Type parent = type.getGenericSuperclass();
    String extended = parent == null || parent == Object.class || type.isEnum() || type.isRecord()
        ? ""
        : " extends " + name(parent);
    String permitted = type.isSealed() ? names(type.getPermittedSubclasses(), " permits ", "") : "";
    return modifiers(type.isInterface() || type.isEnum() ? type.getModifiers() & Modifier.PROTECTED : type.getModifiers()) + kind
        + parameters + extended
        + (type.getGenericInterfaces().length == 0 ? "" : names(type.getGenericInterfaces(), " implements ", "")) + permitted;
  }

  private static String parameters(Executable of) {
    String types = of.getTypeParameters().length == 0 ? "" : names(of.getTypeParameters(), " of <", ">");
    String thrown = of.getGenericExceptionTypes().length == 0 ? "" : names(of.getGenericExceptionTypes(), " throws ", "");
    return names(of.getGenericParameterTypes(), "(", ")") + types + thrown;
  }

  private static String names(Type[] types, String begin, String end) {
    return Arrays.stream(types).map(Signatures::name).collect(Collectors.joining(", ", begin, end));
  }

  private static String name(Type type) {
    return type.getTypeName().replace('$', '.');
  }

  private static String modifiers(int modifiers) {
    String shown = Modifier.toString(modifiers & SHOWN);
    return shown.isEmpty() ? "" : shown + " ";
  }
}
