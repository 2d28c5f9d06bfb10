import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Converts the classes of libraries into a format that the JVM's start-up cache can hold: the cache leaves out classes of before Java 6,
 * which have no stack maps, so that each start would read and verify them again. The behavior of the classes does not change.
 * <p>{@code java RenewClasses.java FOLDER}: the folder of the libraries' jars. A jar without such classes is not touched.
 */
final class RenewClasses {
  private static final int WITH_STACK_MAPS = ClassFile.JAVA_8_VERSION;
  private static final int MAYBE_WITHOUT = ClassFile.JAVA_6_VERSION;

  public static void main(String[] arguments) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
      for (Path jar : jars) {
        if (hasOldClasses(jar)) {
          renew(jar);
        }
      }
    }
  }

  private static boolean hasOldClasses(Path jar) throws IOException {
    try (var file = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(file.entries())) {
        try (InputStream content = file.getInputStream(entry)) {
          if (isOldClass(entry, content.readNBytes(8))) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** Reports whether these first bytes of an entry are those of a class of an old format: bytes 6 and 7 are its major version. */
  private static boolean isOldClass(ZipEntry entry, byte[] start) {
    return entry.getName().endsWith(".class") && start.length >= 8 && ((start[6] & 0xff) << 8 | start[7] & 0xff) < MAYBE_WITHOUT;
  }

  private static void renew(Path jar) throws IOException {
    Path renewed = jar.resolveSibling(jar.getFileName() + ".new");
    try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        var from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(renewed);
        var to = new ZipOutputStream(file)) {
      var format = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
          ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)));
      for (ZipEntry entry : Collections.list(from.entries())) {
        byte[] content;
        try (InputStream in = from.getInputStream(entry)) {
          content = in.readAllBytes();
        }
        var copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        to.putNextEntry(copy);
        to.write(isOldClass(entry, content) ? renewed(format, entry, content) : content);
        to.closeEntry();
      }
    }
    if (hasOldClasses(renewed)) {
      throw new IllegalStateException(jar + " has old classes still");
    }
    Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] renewed(ClassFile format, ZipEntry entry, byte[] content) {
    ClassModel old = format.parse(content);
    byte[] renewed = format.transformClass(old,
        new OtherVersion().andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL))); // which makes the maps
    List<VerifyError> errors = format.verify(renewed);
    if (!errors.isEmpty()) {
      throw new IllegalStateException(entry.getName(), errors.getFirst());
    }
    return renewed;
  }

  /** Replaces the version first, because it determines the permitted code. */
  private record OtherVersion() implements ClassTransform {
    @Override
    public void atStart(ClassBuilder builder) {
      builder.withVersion(WITH_STACK_MAPS, 0);
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
      if (!(element instanceof ClassFileVersion)) {
        builder.with(element);
      }
    }
  }

  private RenewClasses() {
  }
}
