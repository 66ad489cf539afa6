"""What channels say of themselves, why some were chosen, and how far what they bring is believed."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from research.store.sayings.pattern import otherwise, same

CHOICES = same(
    _("asks about the team's own matters, which nobody outside knows"),
    _("asks for research papers"),
    _("asks what something is or how it came about"),
    _("asks about news, prices or how things stand now"),
    _("the question names addresses"),
    _("an earlier round brought nothing, so every channel is asked"),
    _("nothing speaks for one channel, so all general ones are asked"),
    _("the planner chose by their descriptions"),
    _("the description shares words with what is missing: %(names)s"),
)
ABILITIES = same(
    _(
        "Searches the workspace's own documents: its folder and its uploads. Use it first for anything that the team "
        "holds itself. Not for the news of the day, which nobody has filed yet."
    ),
    _(
        "Reads the pages whose addresses the question names. Use it whenever there are any: whoever asked wants these "
        "read. Not for finding further pages, which it can't."
    ),
    _(
        "Searches the public web through the operator's SearXNG instance. Use it for anything published on the open "
        "web. Not for the workspace's own files, and not for exact records of a database."
    ),
    _(
        "Searches the public web through Tavily's paid index. Use it for current facts, companies and news on the open "
        "web. Not for the workspace's own files, and not for asking the same thing twice: each search costs."
    ),
    _(
        "Searches the public web in Brave's independent index. Use it for pages in a given language or time range on "
        "the open web. Not for the workspace's own files, nor for papers, which catalogues know better."
    ),
    _(
        "Searches Wikipedia's articles, in English or Chinese. Use it for background: what something is, names, "
        "places, history. Not for today's figures or news, and not for a claim that needs its first source."
    ),
    _(
        "Searches arXiv's preprints in physics, mathematics, computing and neighbouring fields, in English. Use it for "
        "recent research and methods. Not for news, markets or policy, and not for anything asked in Chinese."
    ),
    _(
        "Searches Crossref's catalogue of journal articles, books and proceedings. Use it to find published work on a "
        "subject, or a work by title and author. Not for news or web pages; most full texts lie behind a paywall."
    ),
    _(
        "Searches OpenAlex's catalogue of papers with their abstracts. Use it for what research says on a subject, in "
        "a given language or since a given day. Not for news, prices or web pages, nor for full texts."
    ),
    _(
        "Searches the newest entries of the feeds that the operator subscribed to. Use it for what these sites "
        "announced lately. Not for anything older than their feeds, and not for the web at large."
    ),
)
"""Word for word as each provider tells it to planners: a planner's model reads the English ones (R233)."""
QUOTAS = same(
    _("no key; one request in 3 seconds, one at a time"),
    _("by the plan of the key: so many a second and a month; the health check is one search"),
    _("no key; who names a contact (REACH_CONTACT) is served from the steadier pool"),
    _("a daily allowance: about ten searches without a key, about a thousand with a free OPENALEX_API_KEY"),
    _("set by the operator of the instance and by the engines behind it"),
    _("one credit a search, by the plan of the key; the health check costs none"),
    _("no key; one request at a time is asked for, and a User-Agent with contact (REACH_CONTACT)"),
    _("each feed is fetched once in %(n)s minutes"),
    _("at most %(n)s rows, each statement within %(m)s s"),
    _("%(n)s of %(m)s left"),
    _("%(n)s of %(m)s credits left"),
    _("%(n)s left"),
    _("%(n)s requests per %(time)s"),
)
HEALTH = (
    *same(
        _("%(n)s of %(m)s feeds answered, with %(entries)s entries"),
        _("needs nothing: each question brings its own addresses"),
        _("the view answers with rows"),
        _("the view answers, and is empty"),
    ),
    otherwise(r"(?P<n>\d+) documents can be searched", _("documents that can be searched: %(n)s")),
    otherwise("answers with results", _("it found something for a small test question")),
    otherwise("answers, and knows the key", _("it knows the key")),
    otherwise("answers, without results", _("it found nothing for a small test question, but answered")),
)
GRADES = (
    *same(
        _("marked by an admin: %(host)s"),
        _("in the product's table: %(host)s"),
        _("a forum, by its name"),
        _("a government, by its name"),
        _("a university, by its name"),
        _("a blog or newsroom, by its name"),
        _("in no table"),
        _("the workspace's own: someone chose it"),
        _("a list of which no hit was kept, believed as an unknown host"),
        _("stored before labels were kept: the time of its row, believed as an unknown host"),
        _("it gives orders to machines"),
        _("as when it was kept"),
    ),
    otherwise(
        r"mean trust in the publishers of (?P<n>\d+) hits", _("mean trust in the publishers of what it found (%(n)s)")
    ),
    otherwise("says that it is: (?P<kind>.+)", _("it presents itself as: %(kind)s")),
    otherwise("standard", pgettext_lazy("what a document presents itself as", "a standard")),
    otherwise("official", pgettext_lazy("what a document presents itself as", "an official text")),
    otherwise("law", pgettext_lazy("what a document presents itself as", "a law")),
    otherwise("statistics", pgettext_lazy("what a document presents itself as", "statistics")),
    otherwise("reference", pgettext_lazy("what a document presents itself as", "a reference work")),
    otherwise("journal", pgettext_lazy("what a document presents itself as", "a journal")),
    otherwise("news", pgettext_lazy("what a document presents itself as", "news")),
    otherwise("report", pgettext_lazy("what a document presents itself as", "a report")),
    otherwise("press[ -]release", pgettext_lazy("what a document presents itself as", "a press release")),
    otherwise("advertisement", pgettext_lazy("what a document presents itself as", "an advertisement")),
    otherwise("blog", pgettext_lazy("what a document presents itself as", "a blog")),
    otherwise("company blog", pgettext_lazy("what a document presents itself as", "a company's blog")),
    otherwise("forum", pgettext_lazy("what a document presents itself as", "a forum")),
    otherwise("social", pgettext_lazy("what a document presents itself as", "a social network")),
)
NAMES = {
    "documents": pgettext_lazy("name of a channel", "documents"),
    "held": pgettext_lazy("name of a channel", "copies kept before"),
    "pages": pgettext_lazy("name of a channel", "pages named in the question"),
    "web": pgettext_lazy("name of a channel", "web"),
    "database": pgettext_lazy("name of a channel", "database"),
    "feeds": pgettext_lazy("name of a channel", "feeds"),
}
"""The house's own; a service's is its name. Settings and commands know all of them by their codes."""
DAYS = (
    otherwise("column", pgettext_lazy("where a day was found", "from its own column")),
    otherwise("meta|json-ld", pgettext_lazy("where a day was found", "from the page's own data")),
    otherwise("visible", pgettext_lazy("where a day was found", "as printed on the page")),
    otherwise("address", pgettext_lazy("where a day was found", "from its address")),
    otherwise("search", pgettext_lazy("where a day was found", "as the search service says")),
    otherwise("header", pgettext_lazy("where a day was found", "as its server says")),
)
