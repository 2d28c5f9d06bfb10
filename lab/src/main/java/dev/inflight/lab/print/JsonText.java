package dev.inflight.lab.print;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** JSON for files that people also read: one property per line. */
public final class JsonText {
  private JsonText() {
  }

  public static String of(Consumer<JsonGenerator> content) {
    var text = new StringWriter();
    var lines = new DefaultIndenter("  ", "\n");
    var printer = new DefaultPrettyPrinter().withObjectIndenter(lines);
    var context = new ObjectWriteContext.Base() {
      @Override
      public PrettyPrinter getPrettyPrinter() {
        return printer;
      }

      @Override
      public boolean hasPrettyPrinter() {
        return true;
      }
    };
    try (JsonGenerator json = new JsonFactory().createGenerator(context, text)) {
      content.accept(json);
    }
    return text.append('\n').toString();
  }
}
