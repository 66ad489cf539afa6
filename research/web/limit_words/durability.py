"""Words for `engine/limits/durability.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

DURABILITY: Table = {
    "lease_seconds": ("Lease of a task", "任务租约时长", "工作进程死掉后，任务最多等这么久。"),
    "beat_seconds": ("Beat of a working process", "心跳间隔", "漏掉三次心跳才会被接手。"),
    "step_seconds": ("Time for one step", "一步的时限", "到时以已有结果结束。"),
    "attempts": ("Attempts at one step", "一步的尝试次数", "连续弄垮工作进程的步骤到此为止。"),
    "reach_wait_seconds": (
        "Wait after nothing could be reached",
        "什么都没访问到之后的等待",
        "对方要求等待时，任务最多等这么久。",
    ),
    "retry_seconds": ("Wait before a repeat", "重试前的等待", "失败的步骤再试之前；每次加倍。"),
}
