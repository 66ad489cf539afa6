"""When a run of the benchmark fails, and what its means say."""

from typing import Any

from research.management.measure.verdict import below_floor, means


def line(coverage: float, bound: str = "counting:", kind: str = "", **parts: Any) -> dict[str, Any]:
    return {
        "coverage": coverage,
        "kind": kind,
        "bindings": dict.fromkeys(("planner", "executor", "reporter"), bound),
        "tokens": {"total": 100},
        "main_input": {"longest": 2_000},
        "repeated_share": 0.0,
        "fresh_share": 0.6,
        "reach": {"p95": 1.0, "longest": 2.0},
        "page_tokens": {"median": 700},
        "own_cpu_per_step": 0.1,
        "baselines": [],
        **parts,
    }


def test_a_mean_coverage_below_the_floor_fails_whatever_was_saved() -> None:
    assert below_floor([line(0.5), line(0.6)])
    assert not below_floor([line(0.6), line(0.7)])


def test_with_a_model_more_is_asked_for() -> None:
    assert "70%" in below_floor([line(0.65, "vllm://host:1/m")])
    assert not below_floor([line(0.7, "vllm://host:1/m")])


def test_results_are_told_apart_by_kind() -> None:
    told = means([line(0.6, kind="industry"), line(0.8, kind="features"), line(0.4, kind="industry")])
    assert told["by_kind"] == {"features": 0.8, "industry": 0.5}


def test_each_baseline_is_compared_over_the_questions_it_was_run_on() -> None:
    other = {"system": "append everything", "tokens": 1_000, "coverage": 0.5, "overflow": 1}
    told = means([line(0.6, baselines=[other]), line(0.9)])["against"]["append everything"]
    assert told == {"coverage": 0.5, "our_coverage": 0.6, "our_share_of_tokens": 0.1, "overflow": 1}
