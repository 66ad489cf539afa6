"""Words for `engine/limits/models.py`: English, Chinese, and why in Chinese."""

from research.web.limit_words.table import Table

MODELS: Table = {
    "decision_tokens": ("Longest short answer", "简短回答的上限", "规划者或核查者的回答很短。"),
    "call_seconds": ("Time for one model call", "一次模型调用的时限", "含重试；一步容得下两次。"),
    "call_tries": ("Tries at a busy server", "服务繁忙时的尝试次数", "繁忙的服务最多问这么多次。"),
    "call_wait_seconds": ("Wait before the second try", "第二次尝试前的等待", "之后加倍，并带随机偏移。"),
    "call_longest_wait_seconds": (
        "Longest wait in a worker",
        "工作进程内最长等待",
        "更久的等待会让出工作进程。",
    ),
    "escalations": (
        "Questions handed to the stronger model",
        "交给更强模型的次数",
        "规划者失败时，一个任务最多转交这么多次。",
    ),
    "call_seats": (
        "Calls at once at one server",
        "同一服务的并发调用",
        "所有工作进程合计，同一服务最多同时这么多调用。",
    ),
    "seat_seconds": (
        "A dead worker's seat is free after",
        "失联工作进程空位的释放时间",
        "调用期间不断续期，进程被杀后最多占用这么久。",
    ),
    "seat_look_seconds": ("Between two looks for a free seat", "查看空位的间隔", "等待空位时，每隔这么久看一次。"),
    "breaker_failures": (
        "Failures until a server is left alone",
        "暂停调用前的连续失败",
        "连续失败这么多次后，暂时不再调用该服务。",
    ),
    "breaker_seconds": ("A failing server is left alone", "暂停调用的时间", "暂停这么久，然后先发一次调用试探。"),
    "reply_bytes": ("Largest model answer", "模型回答的最大字节数", "更大的回答不收。"),
    "query_words": ("Words of a search text", "搜索词的词数", "有空格的语言。"),
    "query_han": ("Characters of a Chinese search text", "中文搜索词的字数", "中文。"),
}
