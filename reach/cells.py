"""What a spreadsheet's cell shows: its number in its format, since the unit often stands in the format alone."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

# Formats that a file may use without spelling them out; the rest of the list is general or local.
_BUILT_IN = {
    **dict.fromkeys(("1", "37", "38"), "0"),
    **dict.fromkeys(("2", "39", "40"), "0.00"),
    "3": "#,##0",
    "4": "#,##0.00",
    "9": "0%",
    "10": "0.00%",
    **dict.fromkeys(("14", "15", "16", "17"), "yyyy-mm-dd"),
    **dict.fromkeys(("18", "19", "20", "21", "45", "46", "47"), "hh:mm:ss"),
    "22": "yyyy-mm-dd hh:mm:ss",
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<sign>[^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].'
    r"|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*)?)|(?P<other>.)",
    re.DOTALL,
)
_SPOKEN = frozenset("$€£¥￥%‰°")
_DAY = re.compile(r"[yd年月日]", re.IGNORECASE)
_CLOCK = re.compile(r"[hs]", re.IGNORECASE)
EPOCH, EPOCH_OF_1904 = date.fromisoformat("1899-12-30"), date.fromisoformat("1904-01-01")


@dataclass(frozen=True, slots=True)
class Format:
    before: str = ""  # what it writes around the figure: the sign of a currency, a unit
    after: str = ""
    digits: str = ""  # "#,##0.00"; empty: as many as the number has
    day: bool = False
    clock: bool = False

    @property
    def percent(self) -> bool:
        return "%" in self.before + self.after


def format_of(number: str, code: str) -> Format:
    """By its code, or by its number in the list of usual ones; only the form for positive numbers counts."""
    around, digits, rest = ["", ""], "", ""
    for token in _TOKEN.finditer((code or _BUILT_IN.get(number, "")).split(";", 1)[0]):
        said = token["quoted"] or token["escaped"] or token["sign"] or ""
        other = token["other"] or ""
        if token["digits"]:
            digits = digits or token["digits"]
        elif said or other in _SPOKEN:
            around[bool(digits) or rest.lower().endswith("general")] += said or other
        else:
            rest += other
    if not digits and (_DAY.search(rest) or _CLOCK.search(rest)):
        return Format(day=bool(_DAY.search(rest)), clock=bool(_CLOCK.search(rest)))
    return Format(around[0], around[1], digits)


def shown(value: float, form: Format, epoch: date) -> str:
    if form.day or form.clock:
        return _moment(value, form, epoch)
    value = value * 100 if form.percent else value
    return f"{form.before}{_figure(value, form.digits)}{form.after}".strip()


def _figure(value: float, digits: str) -> str:
    if not digits:
        return f"{value:.11g}"  # as many as a cell without a format shows
    decimals = len(digits.partition(".")[2])
    return f"{value:,.{decimals}f}" if "," in digits else f"{value:.{decimals}f}"


def _moment(value: float, form: Format, epoch: date) -> str:
    """ISO, whatever the file's own order of day and month."""
    try:
        whole, part = divmod(value, 1)
        day = (epoch + timedelta(days=whole)).isoformat() if form.day else ""
        clock = str(timedelta(days=part)).split(".", 1)[0] if form.clock else ""
    except (OverflowError, ValueError):
        return f"{value:.11g}"
    return f"{day} {clock}".strip()
