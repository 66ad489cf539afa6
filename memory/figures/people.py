"""Chinese persons by surname and given name, wherever they stand: no title before them is needed.

The characters of given names are as open a secret as the surnames. What tells a person from words that begin alike is
that no dictionary has it, and where it stands: behind a clause's beginning, a word for a trade or one of relation, and
before what he does.
"""

from collections.abc import Iterator, Sequence

from memory.figures import gazetteer, name_parts
from memory.figures.listing import listed
from memory.figures.segmented import Span, Word, heard

COMPOUND = frozenset(
    listed(
        "欧阳 司徒 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 司马 夏侯 轩辕 端木 澹台 百里 呼延 南宫 东郭 "
        "西门 独孤 拓跋 完颜 赫连 闻人 钟离 濮阳 淳于 单于 太史 申屠 仲孙 鲜于 公冶 宗政 司空 万俟 公羊 左丘"
    )
)
_RARER = (
    "樊谈谌蓝乔敖杭洪诸计咸经吉糜松井富焦巴弓牧山谷蓬全班仰秋伊宁仇暴钭历祖武符景束幸司韶黎蓟薄印宿怀蒲从索籍赖蔚双"
    "党莘劳逄扶堵冉宰郤璩却寿通边浦尚农温别庄瞿充慕茹习宦鱼容向古易慎廖终步耿满弘国文广禄东欧殳沃利越夔隆师厍聂勾"
    "融冷訾那饶空曾毋沙乜养须丰关查红游权益公楚况苟闵佴衡花朴妙刁蔺云惠苏水成狐湛邰贝池臧茅储明狄米洛麻苑尉柏闾代"
    "应强银兰凌虎喻朱鄢随闯仝战"
)
SINGLE = frozenset(gazetteer.SURNAMES + name_parts.RARE_SURNAMES + _RARER)
GIVEN = frozenset(
    "伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂辉玲丹萍红鹏华志建国文斌波宇浩凯健俊帆雪荣爱梅琳素云莲真环露"
    "瑶怡婵雁蓓纨仪荷翠雅芝萱菁寒倩婷姣婉娴瑾颖璐娅琦晶妍茜秋珊莎锦黛青贞莉叶璧香月莺媛竹霭毓悦昭冰爽琬茗羽希宁欣"
    "飘育滢馥筠柔凝晓欢霄枫芸菲岚苑婕馨琼影舒蓉眉君琴蕊薇梦嘉怀若诗雨晴可心思佳语彤涵韵妙然紫凡楚巧晨乐天成龙海山"
    "仁义兴良安康泰福生元全胜学祥才武新利清飞彬富顺信子永昌东民友裕河哲江光达中茂进林坚博诚先敬震振壮会群豪邦承绍"
    "功松善厚庆旭启航恒晗泽轩睿铭煜宸昊梓奕辰逸铮钧炎焱鑫淼垚森栋梁柱锋钢铁石磐岳峰岭川洲润泓澄澈瀚渊深远向立设卫"
    "方正忠孝廉礼智勤俭谦逊谨慎守道德业勋祖宗耀煌灿炳耿延年寿春夏冬晋燕鲁湘京津野园耕书翰墨砚琪瑜璇玑珏瑞琰珂玮琮琛"
    "瑄玥蕾苗芽萌葵菊蔷茵芊芃芮茹荔莹虹彩霓霏霁霖潇沛沐沁汐泉洁淑湛溪漫漪鸿鹤鹰凤麟骏骥驰骁骋卓越凌汉翔翼翎舟桥亭楼"
    "庭宅家里一二三四五六七八九十百千万丰满盈余盛繁晔晖晏景曦朗暖昱昀旻晟曙望朔恩惠慈怜念忆恋情愿冀宝贵珍玉珠金银鼎"
    "钟鼓琴箫歌舞吟词曲章法典尧舜禹汤周召穆宣伯仲叔季虎豹熊狮象鹿马牛雀鸥鲲小大老幼长柏桐梧楠樟榕槐柳杨桃李杏梨枣栀"
    "菱蒲艾蒿蕨畅娥宏"
)
"""What given names are made of."""
_RELATION = frozenset("由和与及对向给被请据让是找叫跟将比")
"""One-character words that a person often stands behind."""
_TRADES = tuple("员长师手人工者总监官匠户客主夫妻父母女儿友侣演导编助理警农贩娘婆姐哥弟妹叔伯爷帅将医护")
"""A word that ends so names who somebody is."""
_ADDRESSES = frozenset(listed("老师 先生 女士 师傅 同志 同学 教授 医生 大夫 阿姨 大爷 大妈 老板 经理 总监 主任"))
_VERBAL = ("v", "d", "p", "c", "uj", "ul", "uz", "r", "t", "f", "l", "i")
"""Marks of what stands behind a person: what he does, when, and with whom."""
_EVERYDAY = 3000
"""How often a character is said as a word of its own before it is a surname only with signs on both sides."""
_SAID = 4000
"""How often a word is said before it is no beginning of a name: 方向东 is one only with signs on both sides."""
_SELDOM = 200
"""A word of the dictionary that is said less often may be somebody's name as well: 方平, 古力."""


def people(words: Sequence[Word]) -> Iterator[Span]:
    text = "".join(word.text for word in words)
    for at, word in enumerate(words):
        if not word.han:
            continue
        double = text[word.start : word.start + 2]
        surname = double if double in COMPOUND else word.text[0]
        if double in COMPOUND or surname in SINGLE:
            yield from _persons(text, words, at, surname)
        if word.text in _ADDRESSES and at and words[at - 1].text in SINGLE and _behind(words, at - 1):
            yield words[at - 1].start, word.end
        if word.text[0] in "小老阿大":
            yield from _familiar(words, at)


def _persons(text: str, words: Sequence[Word], at: int, surname: str) -> Iterator[Span]:
    start = words[at].start
    for long in (2, 1):
        end = start + len(surname) + long
        given = text[start + len(surname) : end]
        if len(given) < long or not _given(surname, given) or _a_word(words[at], text[start:end]):
            continue
        if _signs(words, at, end) >= _needed(words[at], surname, text[start:end]):
            yield start, end
            return


def _given(surname: str, name: str) -> bool:
    """Behind a surname of two characters nearly anything is one."""
    return set(name) <= GIVEN or (len(surname) > 1 and not set(name) & name_parts.NEVER_IN_NAMES and name.isalpha())


def _familiar(words: Sequence[Word], at: int) -> Iterator[Span]:
    """小 and a surname, as one word or two."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if len(word.text) == 1 and after and after.text in SINGLE:
        yield word.start, after.end
    elif len(word.text) > 1 and word.text[1] in SINGLE and len(word.text) == 2 and heard(word.text) < _SELDOM:
        yield word.start, word.end


def _a_word(first: Word, whole: str) -> bool:
    """The dictionary has it, and it is said too often to be somebody's name: 高温."""
    known = first.text.startswith(whole) and not first.unknown and not first.tag.startswith("nr")
    return known and (len(first.text) > len(whole) or heard(whole) > _SELDOM)


def _needed(first: Word, surname: str, whole: str) -> int:
    """Signs; more where the surname is an everyday word, most where an everyday word begins so."""
    if len(surname) == 1 and len(first.text) > 1 and len(whole) > len(first.text) and heard(first.text) > _SAID:
        return 2
    return 2 if len(surname) == 1 and heard(surname) > _EVERYDAY else 1


def _signs(words: Sequence[Word], at: int, end: int) -> int:
    return _behind(words, at) + _before(words, at, end) + words[at].unknown


def _behind(words: Sequence[Word], at: int) -> bool:
    if not at or not words[at - 1].han:
        return True
    before = words[at - 1].text
    return before in _RELATION or (len(before) > 1 and before.endswith(_TRADES))


def _before(words: Sequence[Word], at: int, end: int) -> bool:
    """Where it ends a word ends, and then a mark stands, what somebody is or what he does."""
    while at < len(words) and words[at].end <= end:
        at += 1
    if at == len(words):
        return True
    after = words[at]
    return after.start == end and (not after.han or after.tag.startswith(_VERBAL) or after.text.endswith(_TRADES))
