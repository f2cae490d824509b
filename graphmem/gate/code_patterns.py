"""Tells code that would run from prose, and from prose that shows code."""

import re
from dataclasses import dataclass

from graphmem.gate.expression import Expression
from graphmem.gate.format import Format, possible
from graphmem.gate.words import folded_of

_IMPORTS = (
    r"(?:from\s+[\w.]+\s+)?import\s+[\w.{*]|#!\s*/|#include\s*[<\"]|using\s+[\w.]+;|package\s+[\w.]+;?$",
    r"(?:async\s+)?def\s+\w+\s*\(|class\s+\w+.*[:{]\s*$|(?:export\s+)?(?:async\s+)?function\b.*[({]",
    r"(?:const|let|var|val)\s+\w+.*=|func\s+\w+\s*\(|fn\s+\w+.*[({]|impl\s+\w|struct\s+\w+\s*\{|@\w+(?:\(.*\))?\s*$",
    r"(?:public|private|protected|static|final|void|int|float|double|char|bool)\s+[\w<>\[\]]+.*[;{(]\s*$",
)
_STATEMENTS = (
    r"(?:if|elif|else\s+if|while|for|with|try|except|finally|switch|catch|match)\b.*[:{]\s*$|else\s*[:{]",
    r"return\b.*[;)\]\w\"']\s*;?$|raise\s+\w+|print\s*\(|console\.log\s*\(|echo\s+[\"'$]|exit\s+\d|set\s+-[euxo]+",
    r"export\s+\w+=|source\s+\S+$|[\w.\[\]'\"]+\s*(?:[+\-*/|&]?=(?!=))\s*[\w\"'\[{(\-$`].*|[})\]]+[;,)]*\s*$",
    r"[\w.]+\([^)]*\)\s*;?\s*(?:#.*)?$|[\w.]+\(.*\)\s*[;{]?\s*$|\$\s+\w+|>>>\s|PS\s[A-Z]:",
    r"(?:do|done|then|fi|esac)\s*;?\s*$|(?:for|while|if)\s.*;\s*(?:do|then)\b.*",
)
_COMMANDS = (
    (
        r"(?:sudo\s+)?(?:apt(?:-get)?|yum|dnf|brew|pip3?|npm|yarn|docker|kubectl|git|systemctl|chmod|chown|mkdir|cp|mv|rm|cd|ls"
        r"|cat|grep|sed|awk|tar|ssh|scp|curl|wget|bash|sh|python3?|node|psql|mysql|crontab|kill|terraform|ansible\S*|helm|gcloud"
        r"|aws|az)\s+[-\w./~$\"'].*(?<![.!?])$"
    ),
    r"SELECT\b.+\bFROM\b|INSERT\s+INTO\b|UPDATE\s+\w+\s+SET\b|DELETE\s+FROM\b|CREATE\s+(?:TABLE|INDEX|VIEW|USER|ROLE)\b",
    r"ALTER\s+TABLE\b|DROP\s+(?:TABLE|DATABASE|INDEX|VIEW)\b|GRANT\s+\w+\s+(?:ON|TO)\b",
    r"</?[a-zA-Z][\w-]*(?:\s[^>]*)?>.*|//.*|/\*.*|\*/.*|#\s*\w.*",
)
_CODE_LINE = re.compile(rf"^\s*(?:{'|'.join((*_IMPORTS, *_STATEMENTS, *_COMMANDS))})")
_COMMENT = re.compile(r"^\s*(?:#\s|//|/\*|\*/)|^\s*#+\s")
# "git is a tool", "find the key": command words are words too, so a command needs something that only shells write.
_COMMAND_WORD = re.compile(r"^\s*(?:sudo\s+)?[a-z]+3?\s+[a-z]", re.IGNORECASE)
_SHELLISH = re.compile(r"(?:^|\s)--?\w|[|&;<>$`\"'={}()/\\]|\.\w")
_LINE = 300
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
# "E = mc² and x ≤ 5 are set in one font.": many words, a full stop, and nothing that only code ends with.
_SENTENCE = re.compile(r"^(?=(?:.*?\b[a-z]{2,}\s){5})[^;{}]*[a-z\d)][.!?]\s*$")
_PROSE = re.compile(r"^\s*[^\W\d_][\w'’,-]*(?:\s+[\w'’(),%-]+){4,}")


@dataclass(frozen=True)
class CodeFinder:
    """A policy's code patterns: what is dangerous wherever it stands, and what runs other programs."""

    dangerous: tuple[Format, ...]
    runs: tuple[Expression, ...]

    def find_dangerous(self, text: str) -> str | None:
        """Kind of dangerous command that the text holds, or None."""
        folded = folded_of(text)
        found = (spec.name for spec in possible(self.dangerous, folded) if spec.is_in(text))
        return next(found, None)

    def runs_programs(self, text: str) -> bool:
        """The code starts other programs, changes data of others or talks to the network."""
        return any(run.pattern.search(text) for run in self.runs)


def is_mostly_code(text: str) -> bool:
    """At least half of the lines that say something are code, and no sentence of prose introduces it."""
    lines = [line[:_LINE] for line in _FENCE.sub("", text).splitlines() if line.strip()]
    telling = [line for line in lines if not _COMMENT.match(line)] or lines
    coded = sum(_is_code(line) for line in telling)
    return coded > 0 and 2 * coded >= len(telling) and not any(_is_prose(line) for line in telling)


def _is_code(line: str) -> bool:
    if not _CODE_LINE.match(line):
        return False
    if _SENTENCE.match(line):
        return False
    return not _COMMAND_WORD.match(line) or bool(_SHELLISH.search(line))


def _is_prose(line: str) -> bool:
    """The line reads as a sentence: five words or more on end, and none of the marks of code among them."""
    return not _CODE_LINE.match(line) and bool(_PROSE.match(line))
