"""Units as words and as canonical names: a currency code, "%", "pp", "bp", an SI-like sign or a Chinese count word.

Count words of both languages meet in one name (people, 人, 名 → 人), since a report often counts in the other language.
"""

from decimal import Decimal

_MONEY = {
    "CNY": "元 人民币 元人民币 块钱 yuan rmb cny renminbi cn¥ rmb¥ chinese_yuan",
    "USD": "美元 美金 dollar usd us$ buck us_dollar u.s._dollar american_dollar",
    "EUR": "欧元 euro eur",
    "GBP": "英镑 pound gbp sterling british_pound pound_sterling",
    "JPY": "日元 日圆 yen jpy japanese_yen",
    "HKD": "港元 港币 hkd hk$",
    "KRW": "韩元 krw",
    "RUB": "卢布 rouble ruble rub",
    "TWD": "新台币 台币 twd nt$",
    "AUD": "澳元 aud a$ australian_dollar",
    "CAD": "加元 cad c$ canadian_dollar",
    "CHF": "瑞士法郎 chf",
    "INR": "卢比 rupee inr",
    "SGD": "新加坡元 新元 sgd s$",
}
_RATIO = {
    "%": "% percent pct 百分比 per_cent",
    "pp": "个百分点 百分点 percentage_point ppt pp",
    "bp": "个基点 基点 basis_point bps bp",
    "‰": "‰ per_mille",
    "倍": "倍 fold times x",
}
_MEASURE = {
    "mg": "毫克 mg milligram",
    "g": "克 gram",
    "kg": "千克 公斤 kg kilogram kilo",
    "t": "吨 公吨 t tonne ton mt metric_ton metric_tonne",
    "斤": "斤",
    "lb": "磅 lb",
    "oz": "盎司 oz ounce",
    "nm": "纳米 nm nanometre nanometer",
    "µm": "微米 µm μm um micron",
    "mm": "毫米 mm millimetre millimeter",
    "cm": "厘米 公分 cm centimetre centimeter",
    "m": "米 m metre meter",
    "km": "公里 千米 km kilometre kilometer",
    "mi": "英里 mile",
    "ft": "英尺 ft foot feet",
    "in": "英寸 inch inches",
    "m²": "平方米 平米 m² m2 sqm square_metre square_meter",
    "km²": "平方公里 平方千米 km² km2 square_kilometre square_kilometer",
    "ha": "公顷 ha hectare",
    "亩": "亩 mu",
    "acre": "英亩 acre",
    "m³": "立方米 立方 m³ m3 cubic_metre cubic_meter",
    "cm³": "立方厘米 cubic_centimetre cubic_centimeter",
    "ft³": "立方英尺 cubic_foot cubic_feet",
    "ft²": "平方英尺 square_foot square_feet sq_ft",
    "gal": "加仑 gallon",
    "mph": "mph",
    "mL": "毫升 ml millilitre milliliter",
    "L": "升 l litre liter",
    "bbl": "桶 barrel bbl",
    "Wh": "瓦时 wh",
    "kWh": "千瓦时 度电 kwh kilowatt-hour kilowatt_hour",
    "MWh": "兆瓦时 mwh megawatt-hour megawatt_hour",
    "GWh": "吉瓦时 gwh gigawatt-hour gigawatt_hour",
    "TWh": "太瓦时 twh terawatt-hour terawatt_hour",
    "W": "瓦 瓦特 w watt",
    "kW": "千瓦 kw kilowatt",
    "MW": "兆瓦 mw megawatt",
    "GW": "吉瓦 gw gigawatt",
    "TW": "太瓦 tw terawatt",
    "V": "伏 伏特 v volt",
    "kV": "千伏 kv kilovolt",
    "mAh": "毫安时 mah",
    "Ah": "安时 ah",
    "°C": "摄氏度 ℃ °c degrees_celsius degree_celsius",
    "°F": "华氏度 ℉ °f",
    "K/开": "开尔文 kelvin",
    "Hz": "赫兹 赫 hz hertz",
    "kHz": "千赫 khz",
    "MHz": "兆赫 mhz",
    "GHz": "吉赫 ghz",
    "B": "字节 byte",
    "KB": "kb kilobyte",
    "MB": "mb megabyte",
    "GB": "gb gigabyte",
    "TB": "tb terabyte",
    "PB": "pb petabyte",
    "KiB": "kib",
    "MiB": "mib",
    "GiB": "gib",
    "TiB": "tib",
    "ms": "毫秒 ms millisecond msec",
    "µs": "微秒 µs μs microsecond",
    "ns": "纳秒 ns nanosecond",
    "s": "秒 秒钟 s sec second",
    "min": "分钟 min minute",
    "h": "小时 个小时 钟头 h hr hour",
    "day": "天 个工作日 工作日 day",
    "week": "周 星期 个星期 week wk",
    "month": "个月 month",
    "year": "年 周年 year yr",
    "岁": "岁 周岁 year_old years_old",
    "bit": "bit",
    "token": "token tokens 词元",
    "nit": "尼特 nit",
    "hp": "马力 hp horsepower",
    "N·m": "牛米 nm_torque",
    "Pa": "帕 pa pascal",
    "MPa": "兆帕 mpa",
    "dB": "分贝 db decibel",
    "kcal": "千卡 大卡 kcal",
}
_COUNT = {
    "人": "人 名 位 口人 people person resident employee worker staff passenger patient user student "
    "participant 员工 用户",
    "人次": "人次 visit trip",
    "家": "家 company companies firm enterprise",
    "辆": "辆 car vehicle automobile",
    "台": "台",
    "架": "架 aircraft plane airplane",
    "艘": "艘 ship vessel",
    "件": "件 case",
    "项": "项 project",
    "种": "种 kind type species",
    "次": "次 time",
    "条": "条",
    "篇": "篇 article paper",
    "座": "座",
    "户": "户 household",
    "套": "套",
    "只": "只",
    "头": "头",
    "册": "册",
    "份": "份",
    "款": "款 model",
    "起": "起 accident incident",
    "例": "例",
    "页": "页 page",
    "字": "字 character",
    "票": "票 vote",
    "股": "股 share",
    "所": "所 school university universities",
    "国": "国 country countries",
    "城": "城 city cities",
    "场": "场",
    "笔": "笔",
    "行": "行 line row",
    "层": "层 layer floor storey story stories",
    "核": "核 core",
    "job": "job",
    "goal": "goal",
    "个": "个 unit item piece",
}

GENERIC_COUNT = "个"


def _spread(*tables: dict[str, str]) -> dict[str, str]:
    return {word.replace("_", " "): name for table in tables for name, words in table.items() for word in words.split()}


MONEY = frozenset(_MONEY)
RATIO = frozenset(_RATIO)
COUNT = frozenset(_COUNT)
NAMES: dict[str, str] = _spread(_MONEY, _RATIO, _MEASURE, _COUNT)
# Only in front of a figure.
SIGNS = {
    "US$": "USD",
    "HK$": "HKD",
    "NT$": "TWD",
    "A$": "AUD",
    "C$": "CAD",
    "S$": "SGD",
    "CN¥": "CNY",
    "RMB": "CNY",
    "CNY": "CNY",
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "JPY": "JPY",
    "HKD": "HKD",
    "人民币": "CNY",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₽": "RUB",
    "₩": "KRW",
    "₹": "INR",
}

_FACTORS = {
    "mass": {
        "mg": "0.000001",
        "g": "0.001",
        "kg": "1",
        "t": "1000",
        "斤": "0.5",
        "lb": "0.45359237",
        "oz": "0.028349523125",
    },
    "length": {
        "nm": "0.000000001",
        "µm": "0.000001",
        "mm": "0.001",
        "cm": "0.01",
        "m": "1",
        "km": "1000",
        "mi": "1609.344",
        "ft": "0.3048",
        "in": "0.0254",
    },
    "area": {
        "m²": "1",
        "km²": "1000000",
        "ha": "10000",
        "亩": "666.6666666666667",
        "acre": "4046.8564224",
        "ft²": "0.09290304",
    },
    "volume": {"mL": "0.001", "L": "1", "m³": "1000", "cm³": "0.001", "ft³": "28.316846592"},
    "energy": {"Wh": "1", "kWh": "1000", "MWh": "1000000", "GWh": "1000000000", "TWh": "1000000000000"},
    "power": {"W": "1", "kW": "1000", "MW": "1000000", "GW": "1000000000", "TW": "1000000000000"},
    "potential": {"V": "1", "kV": "1000"},
    "charge": {"mAh": "0.001", "Ah": "1"},
    "frequency": {"Hz": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1000000000"},
    "data": {"B": "1", "KB": "1000", "MB": "1000000", "GB": "1000000000", "TB": "1000000000000"},
    "binary data": {"KiB": "1", "MiB": "1024", "GiB": "1048576", "TiB": "1073741824"},
    "time": {
        "ns": "0.000000001",
        "µs": "0.000001",
        "ms": "0.001",
        "s": "1",
        "min": "60",
        "h": "3600",
        "day": "86400",
        "week": "604800",
    },
    "calendar": {"month": "1", "year": "12"},
    "points": {"bp": "0.01", "pp": "1"},
    "share": {"‰": "0.1", "%": "1"},
}
_IN_BASE: dict[str, tuple[str, Decimal]] = {
    unit: (dimension, Decimal(factor)) for dimension, units in _FACTORS.items() for unit, factor in units.items()
}


def in_base(unit: str) -> tuple[str, Decimal]:
    """The dimension and the factor into its base unit: 1.2 GWh and 1,200 MWh are one quantity.

    Rates convert above and below the stroke. A week isn't converted to months, a percentage never to points.
    """
    if "/" in unit and unit not in _IN_BASE:
        above, below = unit.split("/", 1)
        (over, over_factor), (under, under_factor) = in_base(above), in_base(below)
        return f"{over}/{under}", over_factor / under_factor
    return _IN_BASE.get(unit, (unit, Decimal(1)))


def compatible(left: str, right: str) -> bool:
    """Whether two units can measure the same thing. A bare number may go with any count, with nothing else."""
    if in_base(left)[0] == in_base(right)[0]:
        return True
    loose = {"", GENERIC_COUNT}
    return (left in loose and _is_count(right)) or (right in loose and _is_count(left))


def _is_count(unit: str) -> bool:
    return unit == "" or unit in COUNT
