package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents, sources, scenarios and scripts are in American spelling. */
class AmericanSpellingTest {
  private static final Pattern BRITISH = Pattern.compile("(util|optim|serial|normal|recogn|penal|quant|initial|human|summar|organ"
      + "|minim|maxim|special|general|visual|random|parallel|synchron|priorit|categor|custom|author|character|final|formal|harmon"
      + "|modern|neutral|standard|symbol|token|vector|discret|amort|material|equal|stabil|canonical|central|memor|emphas|virtual"
      + "|real|ideal)is(e|ed|es|er|ers|ing|ations?|able)(?![a-z])"
      + "|neighbour|colour|behaviour|favour|honour|flavour|endeavour|signall(ed|ing)|(?<!aria-)labell(ed|ing)|cancell(ed|ing)"
      + "|modell(ed|ing)|travell|levelled|tunnell(ed|ing)|channelled|(?<![a-z])(milli|centi|kilo)?(metre|litre)s?(?![a-z])"
      + "|(?-i:[cC]entre|CENTRE)|centring|fibre|towards|learnt|spelt(?![a-z])|judgement|analys(e|ed|er|ing)(?![a-z])|catalogue|dialogue|whilst"
      + "|amongst|licence|defence|artefact|ageing|(?<![a-z])grey", Pattern.CASE_INSENSITIVE);
  private static final Set<String> KINDS = Set.of("md", "java", "yaml", "yml", "js", "mjs", "py", "sh", "lua", "html", "css",
      "json", "txt");
  private static final Set<String> FOLDERS_LEFT_OUT = Set.of("target", "node_modules", "runs", "corpus");
  /** Names of strangers, and the former names of keys, columns and types. */
  private static final List<String> LINES_LEFT_OUT = List.of("Fibre Channel", "\"metre\"", "\"metres\"", "\"neighbour\"");
  private static final Set<String> FILES_LEFT_OUT = Set.of("CHANGELOG.md", "public.txt", "FormerColumns.java", "Spelling.java",
      "SpellingTest.java", "StatementsTest.java", "AmericanSpellingTest.java");

  private static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    Files.walkFileTree(Documents.ROOT, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = folder.getFileName().toString();
        boolean isHidden = name.startsWith(".") && !name.equals("..");
        return isHidden || FOLDERS_LEFT_OUT.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String name = file.getFileName().toString();
        if (KINDS.contains(name.substring(name.lastIndexOf('.') + 1)) && !FILES_LEFT_OUT.contains(name)) {
          files.add(file);
        }
        return FileVisitResult.CONTINUE;
      }
    });
    return files;
  }

  private static boolean isBritish(String line) {
    return BRITISH.matcher(line).find() && LINES_LEFT_OUT.stream().noneMatch(line::contains);
  }

  @Test
  void noWordIsInBritishSpelling() throws IOException {
    var found = new ArrayList<String>();
    List<Path> files = files();
    for (Path file : files) {
      List<String> lines = Files.readString(file).lines().toList();
      for (int at = 0; at < lines.size(); at++) {
        if (isBritish(lines.get(at))) {
          found.add(Documents.name(file) + ":" + (at + 1) + ": " + lines.get(at).strip());
        }
      }
    }
    assertThat(files).hasSizeGreaterThan(2000);
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mostUtilisation", "RailOptimised", "QUANTISED", "Neighbours.NONE", "colours of lines", "30 metres",
      "the centre", "is labelled", "analysed", "serialising", "towards"})
  void findsBritishWords(String line) {
    assertThat(isBritish(line)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"utilization", "otherwise", "parameters", "precise", "section[aria-labelledby=x]", "Fibre Channel",
      "Parallelism", "realism"})
  void findsNoAmericanWords(String line) {
    assertThat(isBritish(line)).isFalse();
  }
}
