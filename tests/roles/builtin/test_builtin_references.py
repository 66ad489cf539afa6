"""References resolved before anything is searched (R204): in goals and in every search line."""

import re

import pytest

from research.roles.builtin.planner import BuiltinPlanner
from research.roles.query_form import asks
from tests.roles.builtin.briefs_made import goal, plan_brief, query_brief

PLANNER = BuiltinPlanner()
POINTERS = re.compile(
    r"\b(?:it|its|they|their|them|this|that|these|those)\b|它|其(?![他中余])|该|这[个些种次]|此次|什么|时候", re.I
)
TABLE = [
    ("What is PEP 703, and when was it accepted?", "PEP 703"),
    ("Who founded Wikipedia and why did they start it?", "Wikipedia"),
    ("When did the Hornsea 2 wind farm open, and what is its capacity?", "Hornsea 2 wind farm"),
    ("What caused the Moss Landing fire? How long did it burn?", "Moss Landing fire"),
    ("Which companies make perovskite cells, and how much do these cost?", "perovskite cells"),
    ("Is semaglutide approved in Japan? What are its side effects?", "semaglutide"),
    ("What does the EU AI Act require, and when do those rules apply?", "EU AI Act"),
    ("How large is the Three Gorges Dam? Who operates it?", "Three Gorges Dam"),
    ("Which teams won the 2018 World Cup and the 2022 World Cup, and where were they held?", "2018 World Cup"),
    ("What is TiDB Lightning? Which versions support it?", "TiDB Lightning"),
    ("How does HNSW work and what are the limits of this method?", "HNSW"),
    ("What did the Paris Agreement promise, and which countries left it?", "Paris Agreement"),
    ("Why did Silicon Valley Bank fail? Who bought it afterwards?", "Silicon Valley Bank"),
    ("When was Kubernetes 1.29 released and which APIs did that release remove?", "Kubernetes 1.29"),
    ("Who wrote Middlemarch and what else did she write?", "Middlemarch"),
    ("What is the James Webb telescope, what did it cost, and who built it?", "James Webb telescope"),
    ("How is lithium carbonate made? Which countries export it?", "lithium carbonate"),
    ("What is Ibuprofen used for, and is it safe for children?", "Ibuprofen"),
    ("碳酸锂价格为什么下跌？它的主要用途是什么？", "碳酸锂"),
    ("宁德时代2023年净利润是多少？该公司的市场份额呢？", "宁德时代"),
    ("什么是列存副本？它什么时候成为正式功能？", "列存副本"),
    ("三峡电站装机容量多大？其年发电量是多少？", "三峡电站"),
    ("红楼梦的作者是谁？他还写了什么？", "红楼梦"),
    ("欧盟电池法规什么时候生效？它对企业有什么要求？", "欧盟电池法规"),
    ("二甲双胍有哪些副作用？这种药适合老年人吗？", "二甲双胍"),
    ("TiFlash 是什么？该组件从哪个版本开始支持？", "TiFlash"),
    ("秦山核电站何时建成？谁运营它？", "秦山核电站"),
    ("澜湾储能电站为什么起火？此次事故造成了什么损失？", "澜湾储能电站"),
    ("医保报销比例是多少？这个比例什么时候调整过？", "医保报销"),
    ("钠离子电池的能量密度是多少？其成本如何？", "钠离子电池"),
    ("民间借贷利率上限是多少？该规定何时实施？", "民间借贷利率"),
    ("光伏组件回收有哪些方法？这些方法的成本是多少？", "光伏组件回收"),
    ("中超联赛有哪些球队？他们的外援名额是多少？", "中超联赛"),
    ("西气东输一线有多长？它经过哪些省份？", "西气东输一线"),
    ("秦岭隧道的长度是多少？该隧道什么时候通车？", "秦岭隧道"),
    ("磷酸铁锂和三元锂电池有什么区别？它们各自的寿命是多少？", "磷酸铁锂和三元锂电池"),
]


@pytest.mark.parametrize(("question", "name"), TABLE)
async def test_a_later_part_names_what_it_points_to(question: str, name: str) -> None:
    *_, last = await PLANNER.draft_plan(plan_brief(question))
    assert name in last.question


@pytest.mark.parametrize(("question", "name"), TABLE)
async def test_every_search_line_names_the_thing_and_points_at_nothing(question: str, name: str) -> None:
    for made in await PLANNER.draft_plan(plan_brief(question)):
        for draft in await PLANNER.write_queries(query_brief(question, goal(made.question, *made.wanted))):
            told = "".join(draft.text.split()).lower()
            assert any(part.lower() in told for part in re.split(r"和| |2018", name) if len(part) > 1), draft.text
            assert not POINTERS.search(draft.text)
            assert not asks(draft.text)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("哪些公司生产碳酸锂？其他厂商呢？", "其他厂商"),
        ("储能电站为什么起火？因此造成了哪些损失？", "因此"),
        ("Which rules apply to drones? Do others follow?", "others"),
    ],
)
async def test_a_word_that_only_looks_like_a_pointer_is_left_alone(question: str, kept: str) -> None:
    *_, last = await PLANNER.draft_plan(plan_brief(question))
    assert kept in last.question


async def test_what_is_said_about_the_matter_points_at_the_matter() -> None:
    *_, last = await PLANNER.draft_plan(
        plan_brief("How much storage did Tarn have, and which sources disagree about it?")
    )
    assert last.question == "Which sources disagree about storage Tarn?"
