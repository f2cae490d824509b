"""Tells code that would run from prose, and from prose that shows code."""

import re

_DANGEROUS = re.compile(
    r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,300}?\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:ba|z|da|k|fi)?sh\b"
    r"|\b(?:curl|wget|iwr|irm|invoke-webrequest)\b[^\n]{0,300}?\|\s*(?:sudo\s+)?(?:python3?|perl|ruby|node|php|iex|invoke-expression)\b"
    r"|\b(?:ba|z)?sh\s+(?:-c\s+[\"']?)?(?:<\(|\"?\$\()\s*(?:curl|wget)\b|\beval\s+[\"']?\$\(\s*(?:curl|wget|base64|echo)\b"
    r"|\b(?:iex|invoke-expression)\b\s*\(?\s*(?:\(|new-object|iwr|irm|\$)|\b(?:curl|wget)\b[^\n;&]{0,200}(?:;|&&)\s*(?:sudo\s+)?(?:chmod\s+\S*\+?x|(?:ba|z)?sh\s|\./)"
    r"|\brm\s+(?:-\w+\s+)*-\w*(?:rf|fr|r\s+-f|f\s+-r)\w*\s+(?:--no-preserve-root\s+)?[\"']?[/~$*.\w]|\bmkfs(?:\.\w+)?\s+/dev/|\bdd\s+[^\n]*\bof=/dev/"
    r"|:\(\)\s*\{\s*:\|:&\s*\};:|>\s*/dev/(?:sd|nvme|hd)\w|\bshred\s+-\w+|\bformat\s+[a-z]:\s*/|\bdel\s+/[fsq]\b|\brd\s+/s\b|\bremove-item\b[^\n]*-recurse"
    r"|/dev/tcp/\d|\bnc\b[^\n]{0,60}\s-\w*e\w*\s|\b(?:ncat|socat)\b[^\n]{0,80}\b(?:exec|-e)\b|\bpowershell(?:\.exe)?\b[^\n]{0,120}\s-(?:e|enc|encodedcommand|c|command|nop|noprofile|ep|executionpolicy|w|windowstyle)\b"
    r"|\bcmd(?:\.exe)?\s+/c\s|\bbase64\s+(?:-d|--decode|-D)\b[^\n]{0,80}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b"
    r"|\b(?:exec|eval)\s*\(\s*(?:base64|codecs|compile|zlib|bytes|requests?|urllib|urlopen|open|input|atob|unescape|__import__|marshal|fetch|await)\b"
    r"|\bpickle\.loads?\s*\(|\b__import__\s*\(\s*[\"'](?:os|subprocess|socket|ctypes|shutil)"
    r"|<script\b[^>]*>(?!\s*</script)|<iframe\b[^>]+srcdoc|\bon(?:error|load|click|mouseover)\s*=\s*[\"']?[^\"'\s>]{0,40}(?:\(|fetch|document|eval)|<svg[^>]+onload"
    r"|\bdrop\s+(?:table|database|schema)\s+(?:if\s+exists\s+)?\w+|\btruncate\s+table\s+\w+|;\s*delete\s+from\s+\w+\s*(?:;|--|$)|\bcrontab\s+-(?!l)\S|\bsystemctl\s+(?:disable|mask|stop)\s+(?:firewall|auditd|ufw)"
    r"|\bchmod\s+(?:-\w+\s+)*(?:777|\+s|u\+s)\b|\bsetenforce\s+0|\biptables\s+-F\b|\bufw\s+disable\b|\bvisudo\b|\bNOPASSWD:",
    re.IGNORECASE,
)  # fmt: skip
# Cheap: without one of these nothing above can match.
_TRIGGERS = (
    "curl", "wget", "iwr", "irm", "invoke-", "iex", "rm ", "mkfs", "dd ", ":()", "/dev/", "shred", "format ", "del /", "rd /", "remove-item",
    "nc ", "ncat", "socat", "powershell", "cmd", "base64", "exec", "eval", "pickle", "__import__", "<script", "<iframe", "on", "<svg", "drop ",
    "truncate", "delete from", "crontab", "systemctl", "chmod", "setenforce", "iptables", "ufw", "visudo", "nopasswd",
)  # fmt: skip

_RUNS = re.compile(
    r"\bos\.(?:system|popen|exec\w*|spawn\w*|remove|unlink|rmdir)\s*\(|\bsubprocess\.\w+\s*\(|\bshutil\.rmtree\s*\(|\b(?:exec|eval)\s*\(|\bchild_process\b|\bexecSync\s*\(|\bspawn\s*\(|\bRuntime\.getRuntime\(\)|\bProcessBuilder\b"
    r"|^#!\s*/|\bsudo\s|\bsystem\s*\(|\bshell_exec\s*\(|\bProcess\.Start\s*\(|\bCreateObject\s*\(|\bsocket\.socket\s*\(|\brequests\.(?:post|put|delete)\s*\(|\bctypes\.|\bwin32api\b|\bDELETE\s+FROM\b|\bUPDATE\s+\w+\s+SET\b|\bINSERT\s+INTO\b|\bALTER\s+TABLE\b|\bGRANT\s+\w+",
    re.MULTILINE | re.IGNORECASE,
)
_CODE_LINE = re.compile(
    r"^\s*(?:"
    r"(?:from\s+[\w.]+\s+)?import\s+[\w.{*]|#!\s*/|#include\s*[<\"]|using\s+[\w.]+;|package\s+[\w.]+;?$|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+.*[:{]\s*$|(?:export\s+)?(?:async\s+)?function\b.*[({]"
    r"|(?:const|let|var|val)\s+\w+.*=|(?:public|private|protected|static|final|void|int|float|double|char|bool)\s+[\w<>\[\]]+.*[;{(]\s*$|func\s+\w+\s*\(|fn\s+\w+.*[({]|impl\s+\w|struct\s+\w+\s*\{"
    r"|(?:if|elif|else\s+if|while|for|with|try|except|finally|switch|catch|match)\b.*[:{]\s*$|else\s*[:{]|return\b.*[;)\]\w\"']\s*;?$|raise\s+\w+|print\s*\(|console\.log\s*\(|echo\s+[\"'$]|exit\s+\d|set\s+-[euxo]+|export\s+\w+=|source\s+\S+$"
    r"|[\w.\[\]'\"]+\s*(?:[+\-*/|&]?=(?!=))\s*[\w\"'\[{(\-$`].*|[\w.]+\([^)]*\)\s*;?\s*(?:#.*)?$|[\w.]+\(.*\)\s*[;{]?\s*$|[})\]]+[;,)]*\s*$|\$\s+\w+|>>>\s|PS\s[A-Z]:|(?:do|done|then|fi|esac)\s*;?\s*$|(?:for|while|if)\s.*;\s*(?:do|then)\b.*"
    r"|(?:sudo\s+)?(?:apt(?:-get)?|yum|dnf|brew|pip3?|npm|yarn|docker|kubectl|git|systemctl|chmod|chown|mkdir|cp|mv|rm|cd|ls|cat|grep|sed|awk|tar|ssh|scp|curl|wget|bash|sh|python3?|node|psql|mysql|crontab|kill|terraform|ansible\S*|helm|gcloud|aws|az)\s+[-\w./~$\"'].*(?<![.!?])$"
    r"|SELECT\b.+\bFROM\b|INSERT\s+INTO\b|UPDATE\s+\w+\s+SET\b|DELETE\s+FROM\b|CREATE\s+(?:TABLE|INDEX|VIEW|USER|ROLE)\b|ALTER\s+TABLE\b|DROP\s+\w+\b|GRANT\s+\w+"
    r"|</?[a-zA-Z][\w-]*(?:\s[^>]*)?>.*|@\w+(?:\(.*\))?\s*$|//.*|/\*.*|\*/.*|#\s*\w.*"
    r")"
)
_COMMENT = re.compile(r"^\s*(?:#\s|//|/\*|\*/)|^\s*#+\s")
_COMMAND_VERB = re.compile(
    r"^\s*(?:git|cat|cd|cp|mv|rm|sh|cut|kill|node|make|sed|find|sort|set|source|export|brew|helm|yarn|az)\s",
    re.IGNORECASE,
)
_SHELLISH = re.compile(r"(?:^|\s)--?\w|[|&;<>$`\"'={}()/\\]|\.\w")


def is_dangerous(text: str) -> bool:
    """Holds a command that downloads and runs, destroys, opens a shell to others, or runs what it decodes."""
    lowered = text.lower()
    return any(trigger in lowered for trigger in _TRIGGERS) and bool(_DANGEROUS.search(text))


def runs_programs(text: str) -> bool:
    """The code starts other programs, changes data of others or talks to the network."""
    return bool(_RUNS.search(text))


def is_mostly_code(text: str) -> bool:
    """At least half of the lines that say something are code, and no sentence of prose introduces it."""
    body = re.sub(r"^\s*```\w*\s*$", "", text, flags=re.MULTILINE)
    lines = [line for line in body.splitlines() if line.strip()]
    telling = [line for line in lines if not _COMMENT.match(line)] or lines
    coded = sum(_is_code(line) for line in telling)
    return coded > 0 and 2 * coded >= len(telling) and not any(_is_prose(line) for line in telling)


def _is_code(line: str) -> bool:
    if not _CODE_LINE.match(line):
        return False
    # "git is a tool", "find the key": command words are words too, so a command needs something that only shells write.
    return not _COMMAND_VERB.match(line) or bool(_SHELLISH.search(line))


_PROSE = re.compile(r"^\s*[^\W\d_][\w'’,-]*(?:\s+[\w'’(),%-]+){4,}")


def _is_prose(line: str) -> bool:
    """The line reads as a sentence: five words or more on end, and none of the marks of code among them."""
    return not _CODE_LINE.match(line) and bool(_PROSE.match(line))
