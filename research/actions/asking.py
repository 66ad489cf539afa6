"""What may be asked. Bad questions get one clear sentence each, and nothing of them is lost (R138)."""

import re
import unicodedata
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.clean import clean
from reach.scope import BadScope, Scope, Wrong, site
from research.actions.refusal import Refused

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")

_CREATIVE = re.compile(
    r"^\s*(please\s+)?(write|compose|draft|create|make up)\s+(me\s+)?(a|an|the|some)?\s*"
    r"((short|long|funny|sad|romantic)\s+)*"
    r"(poem|haiku|sonnet|song|lyrics|story|novel|joke|limerick|rap|screenplay|fairy tale)\b"
    r"|^\s*(请|帮我|给我)*(写|作|编|创作|讲)(一?[首篇个段则]|点).{0,12}(诗|小说|故事|歌词|笑话|剧本|童话|散文|作文)"
    r"|^\s*(请|帮我|给我)+(写|编|创作|讲).{0,12}(诗|小说|故事|歌词|笑话|剧本|童话|散文|作文)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^\s*(please\s+)?(write|implement|create|generate|give me|fix|debug|refactor)\s+(me\s+)?"
    r"(a|an|the|some|this|my)?\s*([\w+#.-]+\s+){0,3}(code|function|script|program|class|regex|unit tests?|sql query)\b"
    r"|^\s*(请|帮我|给我)*(写|编写|生成|实现|修复|调试)(一?[个段份]|点).{0,12}(代码|函数|脚本|程序|正则|单元测试)"
    r"|^\s*(请|帮我|给我)+(写|编写|生成|实现|修复|调试).{0,12}(代码|函数|脚本|程序|正则|单元测试)",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"^\s*(please\s+)?(summari[sz]e|tl;?dr|shorten|rewrite|translate|proofread)\s+(the\s+|this\s+|these\s+|following\s+|my\s+)*"
    r"(text|article|passage|paragraphs?|email|following|below|this)\b[^:：\n]{0,60}[:：\n]"
    r"|^\s*(请|帮我)*(总结|概括|缩写|改写|润色|翻译)(一下)?(下面|以下|这段|这篇|上述).*",
    re.IGNORECASE | re.DOTALL,
)
_CHAT = re.compile(
    r"^\W*(hi|hello|hey|good (morning|evening|afternoon)|how are you|what'?s up|thanks?( you)?|thank you|bye|"
    r"who are you|你好|您好|早上好|晚上好|在吗|谢谢|再见|你是谁|最近怎么样)\W*$",
    re.IGNORECASE,
)

_NO_SCOPE = {
    Wrong.NO_SITE: gettext_lazy("“%(entry)s” is no site. Write its name, like example.org."),
    Wrong.HAS_PATH: gettext_lazy("“%(entry)s” is a page of a site. Write the name alone, like example.org."),
    Wrong.HAS_PORT: gettext_lazy("“%(entry)s” names a port. Write the site's name alone, like example.org."),
    Wrong.TWICE: gettext_lazy("%(entry)s is both to be looked at and to be left out."),
    Wrong.TOO_MANY: gettext_lazy("At most %(entry)s sites can be named."),
    Wrong.DOCUMENTS_AND_SITES: gettext_lazy("Choose one: your documents only, or only these sites."),
}


def clean_question(text: str) -> str:
    """The question as it is kept: control characters out, spaces folded, lines kept."""
    kept = "".join(c for c in clean(text) if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Co", "Cn"))
    lines = (" ".join(line.split()) for line in kept.split("\n"))
    return "\n".join(line for line in lines if line)


def checked_question(text: str, most: int) -> str:
    """`most` counts characters, not bytes. A longer text is a document, and documents are uploaded."""
    question = clean_question(text)
    if not question:
        raise Refused(_("Write a question first."))
    if len(question) > most:
        raise Refused(
            _("The question has %(length)s characters; at most %(most)s fit. Upload long texts as documents.")
            % {"length": len(question), "most": most}
        )
    if not any(character.isalnum() for character in question):
        raise Refused(_("The question has no words in it."))
    if sentence := out_of_scope(question):
        raise Refused(sentence)
    return question


def goal_line(text: str, most: int) -> str:
    """A line of a plan (a goal's question, or what would answer it), held to the length of a question: it stands in
    every prompt that tells the goals. Empty when there is nothing in it."""
    line = " ".join(clean(text).split())
    if len(line) > most:
        raise Refused(
            _("A line of a goal has at most %(most)s characters; this one has %(length)s.")
            % {"most": most, "length": len(line)}
        )
    return line


def goal_question(text: str, most: int) -> str:
    """What a goal asks. Without a word there is nothing to search for."""
    line = goal_line(text, most)
    if not any(character.isalnum() for character in line):
        raise Refused(_("A goal needs a question."))
    return line


def out_of_scope(question: str) -> str:
    """Why this is no research question, and where to go with it; empty when it is one."""
    if _CHAT.match(question):
        return _("Redthread researches questions from sources; it doesn't chat. Ask what can be looked up.")
    if _CREATIVE.match(question):
        return _("Redthread reports what sources say; it writes no poems or stories. Ask for facts.")
    if _CODE.match(question):
        return _("Redthread doesn't write code. Ask what a documentation says, or how approaches compare.")
    if _SUMMARY.match(question):
        return _("To work with a text of yours, upload it under Sources and ask a question about it.")
    return ""


def language_of(question: str) -> str:
    """zh when Chinese carries the sentence; product names in Latin letters don't make it English."""
    han, latin = len(_HAN.findall(question)), len(_LATIN_WORD.findall(question))
    return "zh" if han > latin else "en"


def checked_site(entry: str) -> str:
    """The host that a person named, in its one spelling."""
    try:
        return site(entry)
    except BadScope as bad:
        raise Refused(str(_NO_SCOPE[bad.why]) % {"entry": bad.entry}) from None


def checked_scope(only: Iterable[str] = (), never: Iterable[str] = (), documents_only: bool = False) -> Scope:
    """Where a task may look, of what a person named. One wrong entry refuses all: half a scope is another scope."""
    try:
        return Scope.of(only, never, documents_only)
    except BadScope as bad:
        raise Refused(str(_NO_SCOPE[bad.why]) % {"entry": bad.entry}) from None
