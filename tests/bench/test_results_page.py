"""The page of results says what its lines say, and a sentence for each figure that falls short."""

from pathlib import Path
from typing import Any

import pytest

from research.management.measure.bars import bars
from research.management.measure.results_page import NO_CAUSE, read_causes, read_lines, written
from research.management.measure.sweeps import SWEEPS, recommended
from research.management.measure.verdict import means

OTHER = {
    "system": "append everything",
    "tokens": 1_000_000,
    "coverage": 0.8,
    "overflow": 2,
    "longest_input": 90_000,
    "main_inputs": [200, 9_000, 90_000],
}


LOOP = {
    "resum": True,
    "window": 32_000,
    "turns": 30,
    "completed": True,
    "folded": 25,
    "mean_share": 0.6,
    "most_share": 0.79,
    "tokens": 500_000,
    "coverage": 0.5,
}


def line(**parts: Any) -> dict[str, Any]:
    return {
        "commit": "abc",
        "machine": "x86_64 Linux",
        "python": "3.11",
        "bindings": {"planner": "counting:"},
        "question": "q1",
        "kind": "industry",
        "file": "asked.json",
        "status": "finished",
        "coverage": 0.7,
        "ceiling": 6_000,
        "window": 8_000,
        "folded": 3,
        "cost": None,
        "seconds": 10.0,
        "steps": 40,
        "queries": 20,
        "split": {"model": 0.0, "reach": 1.0, "database": 2.0, "embedding": 3.0, "own": 4.0},
        "tokens": {
            "total": 100_000,
            "by_role": {"planner": {"input": 90_000, "output": 10_000}},
            "by_use": {"raw results": 90_000, "reasoning and output": 10_000},
        },
        "main_input": {"longest": 2_000, "per_step": [300, 2_000], "slope": [12.4, 1.0, 20.0]},
        "repeated_share": 0.0,
        "fresh_share": 0.6,
        "reach": {"excursions": 9, "p50": 0.5, "p95": 1.0, "longest": 2.0, "outcomes": {"ok": 15, "cached": 5}},
        "page_tokens": {"median": 700, "whole_median": 4_000},
        "queries_of_step": [90, 110],
        "own_cpu_per_step": 0.1,
        "claims": {"total": 9, "citation_precision": 1.0, "citation_recall": None, "unsupported_share": 0.0},
        "duplicate_facts": 1,
        "empty_facets": 0,
        "database_bytes": 500_000,
        "baselines": [OTHER],
        "loops": [LOOP, {**LOOP, "resum": False, "completed": False, "turns": 12, "folded": 0, "most_share": 0.99}],
        **parts,
    }


LADDER = {
    "from": "made-up pages",
    "steps": 500,
    "turns": 200,
    "systems": [
        {
            "system": "redthread",
            "per_asking": [1, 2, 3],
            "longest": 4_000,
            "total": 6,
            "slope": [2.0, 1.0, 3.0],
            "full_at": 90,
            "slope_when_full": [0.1, -1.0, 1.2],
            "overflow": 0,
        },
        {**OTHER, "per_asking": [1, 9], "longest": 128_000, "total": 10, "slope": [9.0, 8.0, 10.0]},
    ],
    "state_bytes": [10, 20, 20],
}


def page(tmp_path: Path, *lines: dict[str, Any], **causes: str) -> str:
    return written(lines, causes, tmp_path / "plots", "plots")


def test_every_bar_that_is_missed_has_its_cause_or_says_that_there_is_none_yet(tmp_path: Path) -> None:
    told = page(tmp_path, line(own_cpu_per_step=0.3), own_cpu_per_step="Parsing.")
    short = told.partition("### What falls short")[2].partition("##")[0]
    assert "own processor time per step, s**: 0.3, at most 0.15. Parsing." in short
    assert f"coverage beside append everything's**: 70%, at least 80%. {NO_CAUSE}" in short
    assert short.count("- **") == 2


def test_a_rising_ladder_falls_short_even_where_it_is_flat_later() -> None:
    met = {bar.key: bar.met for bar in bars(means([line()]), LADDER)}
    assert (met["slope"], met["ladder longest"], met["collapse"]) == (False, True, True)
    assert "slope when full" not in met, "its first step is looked for, so it is met wherever there is one"


def test_the_page_has_a_plot_for_each_curve_it_names(tmp_path: Path) -> None:
    swept = [line(sweep="hits", value=value, baselines=[]) for value in (3, 6)]
    told = page(tmp_path, line(), {"ladder": LADDER}, *swept)
    for name in ("input-q1", "ladder", "ladder-ours", "ladder-state", "sweep-hits"):
        assert f"](plots/{name}.svg)" in told and (tmp_path / "plots" / f"{name}.svg").exists()
    assert "1 runs of 1 questions" in told, "runs of a sweep are no runs of the benchmark"


def test_results_by_kind_and_role_stand_in_tables(tmp_path: Path) -> None:
    told = page(tmp_path, line(), line(kind="features", question="q2", coverage=0.5, baselines=[]))
    assert "| industry | asked.json | 1 | 1 | 70% | 100,000 |" in told
    assert "| features | asked.json | 1 | 1 | 50% | 100,000 |" in told
    assert "| planner | 90,000 | 10,000 | 100% |" in told


def test_the_recommended_value_is_the_cheapest_of_those_that_cover_most() -> None:
    assert recommended({3: (0.70, 50), 6: (0.80, 90), 9: (0.795, 80), 12: (0.80, 120)}) == 9
    assert recommended({3: (0.80, 90), 6: (0.80, 90)}, 6) == 6, "of equals the default"


@pytest.mark.parametrize("name", sorted(SWEEPS))
def test_each_sweep_is_over_a_limit_within_its_range(name: str) -> None:
    from research.engine.limits import Limits

    for value in SWEEPS[name].values:
        assert getattr(Limits.of({**Limits().values(), name: value}), name) == value


def test_lines_and_causes_are_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"means": {}}\n\n{"scale": {}}\n')
    assert len(read_lines(tmp_path / "results.jsonl")) == 2
    assert read_causes(tmp_path / "causes.json") == {}


def test_runs_of_an_earlier_commit_are_outdone(tmp_path: Path) -> None:
    told = page(tmp_path, line(coverage=0.1, commit="old"), line(question="q2"), line(file="samples", commit="other"))
    assert "1 runs of 1 questions; commit `abc`" in told and "| mean coverage | 70% |" in told
    assert "| industry | samples |" in told, "the samples have their own newest"


def test_a_run_with_a_model_is_held_to_the_higher_floor(tmp_path: Path) -> None:
    modelled = {"planner": "vllm://host:1/m", "executor": "counting:", "reporter": "counting:"}
    assert "| mean coverage | 65% | at least 60% | yes |" in page(tmp_path, line(coverage=0.65))
    assert "| mean coverage | 65% | at least 70% | **no** |" in page(tmp_path, line(coverage=0.65, bindings=modelled))


def test_the_samples_count_where_kinds_are_told_apart_and_nowhere_else(tmp_path: Path) -> None:
    told = page(tmp_path, line(kind=""), line(file="samples", question="s1", coverage=0.1, baselines=[], loops=[]))
    assert "1 runs of 1 questions" in told and "| mean coverage | 70% |" in told
    assert "| industry | samples | 1 | 1 | 10% | 100,000 |" in told
    alone = page(tmp_path, line(file="samples"))
    assert "1 runs of 1 questions" in alone, "they are the benchmark where there is nothing else"


def test_each_figure_of_the_list_stands_on_the_page(tmp_path: Path) -> None:
    told = page(tmp_path, line(cost="0.25"), line(cost="0.75"))
    assert "| q1 | 9 | 0.5 | 1.0 | 2.0 | 20 | 25% | 0 | 700 | 4,000 |" in told, "reach, cache and pages"
    assert "| +12 | 0.0% | 60% | 500 | 0.5000 |" in told, "slope, repeats, news, rows and cost"
    assert "| q1 | 9 | 100% | – | 0% | 1 | 0 |" in told, "claims, duplicates and empty facets"
    assert "| q1 | 10.0 | 0.0 | 1.0 | 2.0 | 3.0 | 4.0 | 0.1 | 100 |" in told, "time and its split"
    assert "| raw results | 90,000 | 90% |" in told


def test_resum_is_told_on_and_off_with_the_share_of_the_window(tmp_path: Path) -> None:
    told = page(tmp_path, line(), line(question="short", steps=12))
    assert "| q1 | on | yes | 50% | 60% | 79% | 25 | 500,000 |" in told
    assert "| q1 | off | no, 12 of 30 turns | 50% | 60% | 99% | 0 | 500,000 |" in told
    assert "| all | off | 0% | 50% |" in told and "| short | on |" not in told
    assert "14% on average and 25% at most" in told, "ours, of the window it would need"


def test_a_sweep_tells_the_default_and_why_it_stands(tmp_path: Path) -> None:
    swept = [line(sweep="hits", value=value, coverage=cover, baselines=[]) for value, cover in ((3, 0.9), (6, 0.7))]
    told = page(tmp_path, *swept, **{"sweep: hits": "Two questions are too few."})
    assert "Recommended: **3**" in told and "The default is 6. Two questions are too few." in told
    assert "| 3 | 1 | 90% | 100,000 | 14% | 25% | 1 of 1 | 3 |" in told


ENDURANCE = {
    "steps": 500,
    "pages_read": 200,
    "pages_shown": 60,
    "news_shown": 400,
    "every": 10,
    "warm": 100,
    "begun_anew": 1,
    "most_jobs": 500,
    "most_mb": 400,
    "processes": [
        {
            "process": "worker-1",
            "mb": [300.0, 310.0, 311.0],
            "processes": 1,
            "begun": 2,
            "peak_mb": 311.0,
            "warm_mean_mb": 310.5,
            "mb_per_100_steps": [0.5, -0.1, 1.1],
            "own_mb_per_100_steps": [0.2, -0.1, 0.5],
            "over_steps": 390,
        }
    ],
}


def test_memory_of_each_process_has_its_slope_and_its_plot(tmp_path: Path) -> None:
    told = page(tmp_path, line(), {"endurance": ENDURANCE})
    assert "| worker-1 | 1 | 2 | 310.5 | 311.0 | +0.5 (-0.1 to +1.1) | +0.2 (-0.1 to +0.5) | 390 |" in told
    assert "happened 1 times here" in told
    assert (tmp_path / "plots" / "endurance.svg").exists()
