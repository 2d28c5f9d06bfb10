#!/bin/sh
# Prints the bus bandwidth of collectives on an idle fabric, in percent of what the busiest link allows, and runs ClosedFormsTest:
# the test compares times with closed forms. docs/validation.md#collectives has the table.
#   scripts/closed-forms.sh           all rows: ten minutes of CPU time
#   scripts/closed-forms.sh --short   rows of every build: half a minute
#   scripts/closed-forms.sh FILE      the table of another run's closed-forms.csv
set -eu

table() { # prints a row per algorithm, a column per number of ranks, and the percentage of each size
  awk -F, 'NR > 1 && $6 == 0 {
      row = $1 ", " $2 ", " $3
      if (!(row in seen)) { seen[row] = 1; order[++rows] = row }
      share[row, $4, $5] = sprintf("%.1f", 100 * $11)
    }
    END {
      ranks = split("8 64 256 1024", of, " "); sizes = split("1 16 256 1000", mb, " ")
      printf "| fabric, collective, algorithm: %% with 1, 16, 256 MB and 1 GB"
      for (r = 1; r <= ranks; r++) printf " | %d ranks", of[r]
      print " |"
      for (r = 0; r <= ranks; r++) printf "|---"
      print "|"
      for (i = 1; i <= rows; i++) {
        printf "| %s", order[i]
        for (r = 1; r <= ranks; r++) {
          printf " |"
          for (s = 1; s <= sizes; s++) {
            value = share[order[i], of[r], mb[s]]
            printf "%s %s", s == 1 ? "" : ",", value == "" ? "-" : value
          }
        }
        print " |"
      }
    }' "$1"
}

case ${1-} in
  '') excluded=live ;;
  --short) excluded=sweep,live ;;
  -*) echo "usage: scripts/closed-forms.sh [--short | FILE]" >&2; exit 2 ;;
  *) table "$1"; exit ;;
esac
cd "$(dirname "$0")/.."
file=sim/target/closed-forms.csv
rm -f "$file"
rc=0
mvn -B -q test -pl sim -am -Dtest=ClosedFormsTest -Dtest.groups= -Dtest.excludedGroups="$excluded" \
  -Dsurefire.failIfNoSpecifiedTests=false || rc=$?
[ -f "$file" ] || exit "$rc"
table "$file"
exit "$rc"
