package dev.inflight.lab.usercode;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the Javadoc of records and enums in sources. The build also uses this class for the program's sources, and compiles it
 * separately, so it may use only the JDK.
 */
public final class JavadocTexts extends TreePathScanner<Void, Void> {
  private final DocTrees docs;
  private final SortedMap<String, String> texts;
  private final Deque<String> names = new ArrayDeque<>();

  private JavadocTexts(DocTrees docs, SortedMap<String, String> texts) {
    this.docs = docs;
    this.texts = texts;
  }

  /**
   * Returns the texts by name, after a package if any: {@code Hpcc}, its parameter {@code Hpcc.eta}, the constant
   * {@code React.BOTH}.
   *
   * @param docs documentation of the compiler that has parsed the files
   * @param units the files
   */
  public static SortedMap<String, String> of(DocTrees docs, Iterable<? extends CompilationUnitTree> units) {
    var texts = new TreeMap<String, String>();
    for (CompilationUnitTree unit : units) {
      var reader = new JavadocTexts(docs, texts);
      ExpressionTree ofPackage = unit.getPackageName();
      reader.names.push(ofPackage == null ? "" : ofPackage.toString());
      reader.scan(unit, null);
    }
    return texts;
  }

  @Override
  public Void visitClass(ClassTree tree, Void none) {
    boolean nested = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
    names.push(names.peek() + (nested ? "$" : names.peek().isEmpty() ? "" : ".") + tree.getSimpleName());
    DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
    if (comment != null && (tree.getKind() == Tree.Kind.RECORD || tree.getKind() == Tree.Kind.ENUM)) {
      texts.put(names.peek(), text(firstParagraph(comment)));
      for (DocTree tag : comment.getBlockTags()) {
        if (tag instanceof ParamTree parameter && !parameter.isTypeParameter()) {
          texts.put(names.peek() + "." + parameter.getName(), text(parameter.getDescription()));
        }
      }
    }
    if (tree.getKind() == Tree.Kind.ENUM) {
      readConstants(tree);
    }
    super.visitClass(tree, none);
    names.pop();
    return null;
  }

  private void readConstants(ClassTree tree) {
    for (Tree member : tree.getMembers()) {
      DocCommentTree comment = docs.getDocCommentTree(new TreePath(getCurrentPath(), member));
      if (comment != null && member instanceof VariableTree constant) {
        texts.put(names.peek() + "." + constant.getName(), text(firstParagraph(comment)));
      }
    }
  }

  private static List<DocTree> firstParagraph(DocCommentTree comment) {
    return comment.getFullBody().stream().takeWhile(part -> !(part instanceof StartElementTree)).<DocTree>map(part -> part)
        .toList();
  }

  private static String text(List<? extends DocTree> parts) {
    var text = new StringBuilder();
    for (DocTree part : parts) {
      text.append(switch (part) {
        case TextTree plain -> plain.getBody();
        case LiteralTree code -> code.getBody().getBody();
        case LinkTree link when !link.getLabel().isEmpty() -> text(link.getLabel());
        case LinkTree link -> link.getReference().getSignature().replaceFirst("^.*#", "");
        case EntityTree entity -> switch (entity.getName().toString()) {
          case "lt" -> "<";
          case "gt" -> ">";
          case "amp" -> "&";
          default -> "&" + entity.getName() + ";";
        };
        case StartElementTree _,EndElementTree _ -> "";
        default -> part.toString();
      });
    }
    return text.toString().replaceAll("\\s+", " ").strip();
  }
}
