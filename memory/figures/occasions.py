"""Times that no calendar date is told by: feasts, reigns, weekdays, hours, seasons, the end of a month.

The reading of dates leaves them aside, since nothing can be reckoned from them; a rewording has to keep them.
"""

import re
from collections.abc import Iterator

from memory.figures.listing import listed
from memory.figures.numerals import CJK_DIGITS
from memory.figures.unread import Unread

_FEASTS = (
    "元旦|春节|除夕|元宵(?:节)?|清明(?:节)?|端午(?:节)?|七夕|中秋(?:节)?|重阳(?:节)?|国庆(?:节)?|劳动节|五一(?!公里)|十一(?=前|后|期间|假|长假)|双十一|双11|双十二|圣诞(?:节)?"
    "|立春|雨水(?=前|后)|惊蛰|春分|谷雨|立夏|小满(?=前|后)|芒种|夏至|小暑|大暑|立秋|处暑|白露|秋分|寒露|霜降|立冬|小雪(?=节气|前后)|大雪(?=节气|前后)|冬至|小寒|大寒"
)
_REIGNS = (
    "洪武|永乐|宣德|成化|弘治|正德|嘉靖|隆庆|万历|天启|崇祯|顺治|康熙|雍正|乾隆|嘉庆|道光|咸丰|同治|光绪|宣统|贞观|开元|天宝|景龙"
    "|元和|会昌|大中|淳化|咸平|景德|熙宁|元丰|元祐|崇宁|政和|宣和|绍兴|乾道|淳熙|至元|大德|至正|昭和|平成|令和|明治|大正"
)
_N = f"[{CJK_DIGITS}十百千廿卅0-9元]"
_HOUR = r"(?:1?[0-9]|2[0-4]|[一二两三四五六七八九十]{1,3})"
_MINUTE = r"(?:[0-5]?[0-9]|[一二三四五六七八九十零]{1,3})"
_DAYPART = "凌晨|清晨|早上|早晨|上午|中午|正午|下午|傍晚|晚上|晚间|深夜|午夜|半夜|今晚|昨晚|明晚|今早|当晚|晨|晚"
_ZONES = listed("UTC GMT ET EST EDT PT PST PDT CET CEST BST IST MSK AEST AEDT NZST NZDT JST KST HKT COT WIB")
_DAYS = "Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun"
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
_EN = (
    rf"\b(?:{_DAYS})(?:day|nesday|rsday|urday|sday)?s?\b",
    r"\b(?:midnight|noon|midday|dawn|dusk|half-term|Easter(?: (?:Day|Sunday|Monday))?|Christmas(?: (?:Day|Eve))?"
    r"|Ramadan|Diwali|Dussehra|Hanukkah|Thanksgiving|Michaelmas|Lady Day|Boxing Day|Maundy Thursday|Good Friday"
    r"|Whitsun|Pentecost|New Year's (?:Day|Eve)|Labou?r Day|Bastille Day|Midsummer(?: Day)?|St [A-Z][a-z]+'s Day)\b",
    r"(?<![0-9.:])[0-9]{1,2}(?:[.:h][0-9]{2})? ?(?:a\.m\.|p\.m\.|am\b|pm\b|noon\b|o'clock\b)",
    r"(?<![0-9])[0-9]{1,2}h[0-9]{2}(?![0-9])",
    r"\b(?:early|mid|late|mid-|end-?)[ -]?(?:of )?(?:" + _MONTHS + r")\b",
    rf"(?<![A-Za-z])(?:{_MONTHS})(?![a-z])(?=[ .,:;'’)–-]|$)",
    r"\b(?:spring|summer|autumn|winter|fall|monsoon)(?= (?:of )?(?:'?[0-9]{2}))",
    r"(?<=\b(?:by|in) )(?:spring|summer|autumn|winter|fall)(?=[.,;]|$)",
    r"\b(?:w/c|wk|week|day|month) [0-9]{1,3}\b",
)
_ZH = (
    _FEASTS,
    rf"(?:{_REIGNS})(?:年间|年|{_N}{{1,4}}年)?(?![\u4e00-\u9fff]{{0,1}}(?:县|市|镇|路))",
    rf"[民民]?[国國]?(?<=[国國]){_N}{{1,4}}年|公元前?{_N}{{1,4}}(?:年|世纪)(?:初|末|中叶)?|{_N}{{1,2}}世纪(?:初|末|中叶)?",
    r"(?:每|上|下|本|这)?(?:周|星期|礼拜)[一二三四五六日天末](?:早|晚|上午|下午|中午)?",
    rf"(?:{_DAYPART}){_HOUR}(?:点钟?|时)(?:半|一刻|三刻|{_MINUTE}分?)?|(?:{_DAYPART})(?=[，。；、]|$)",
    rf"(?<![0-9.]){_HOUR}(?:点|时)(?:半|一刻|三刻|{_MINUTE}分)|(?<=[日号天晨早晚]){_HOUR}[时点](?!间)",
    r"(?:年|月|季度|上半年|下半年|财年|季|学期)(?:初|底|末|中)(?![级等期])|[上中下]旬|次[日年月]|[初深晚暮仲]?[春夏秋冬]季?(?=[，。；、前后前]|试|$)|(?<=年)[初深晚]?[春夏秋冬]",
    r"第?[一二三四]财季|(?<![0-9.])[0-9][0-9.]{0,8} ?ka(?![a-z])|[上下]午",
)
# Letters of a weekday's or a month's short form.
_SHORT = 3
_RULES = tuple(re.compile(pattern) for pattern in (*_EN, *_ZH))


def occasions(folded: str) -> Iterator[Unread]:
    for rule in _RULES:
        for match in rule.finditer(folded):
            if match[0]:
                yield Unread(match.start(), match.end(), _mark(match[0]))


def _mark(written: str) -> str:
    """Weekdays and months by their first three letters, the rest as it stands."""
    lower = written.lower().replace(" ", "").replace(".", "")
    return lower[:_SHORT] if re.fullmatch(rf"(?:{_DAYS})[a-z]*|{_MONTHS}", written) else lower
