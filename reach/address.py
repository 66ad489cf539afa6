"""One spelling for one document's address, and the host it belongs to."""

import re
from urllib.parse import SplitResult, parse_qsl, quote, urlsplit, urlunsplit

from tld import get_fld, get_tld
from url_normalize import url_normalize

from reach.clean import INVISIBLE, sendable
from reach.settings import HOST_CHARS

# Parameters that only say how a reader came to the page. A name with a meaning somewhere ("ref" is a branch on code
# hosts, "source" a data set) is not here: two documents merged are worse than one seen twice (F-31).
_TRACKING_NAMES = """
    fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid li_fat_id igshid igsh mc_cid mc_eid mkt_tok
    _hsenc _hsmi __hstc __hssc hsctatracking vero_id vero_conv oly_anon_id oly_enc_id wickedid rb_clickid s_cid ncid
    spm scm spm_id_from vd_source share_source share_medium share_plat share_session_id share_token share_from
    isappinstalled nsukey wfr ref_src ref_url guccounter guce_referrer guce_referrer_sig
"""
_TRACKING = frozenset(_TRACKING_NAMES.split())
_TRACKING_STARTS = ("utm_", "pk_", "mtm_", "piwik_", "ga_source", "ga_medium", "ga_campaign", "hmsr", "bd_vid")
_SHARED_FROM = frozenset({"timeline", "singlemessage", "groupmessage", "share", "weibo", "qq", "feed"})
_AMP_PATH = re.compile(r"(^|/)amp(/|$)|\.amp($|\.html?$)", re.IGNORECASE)
WEB_SCHEMES = frozenset({"http", "https"})
_NOT_IN_LINKS = re.compile(rf"[\s\"'`<>\\^{{|}}]|{INVISIBLE.pattern}")
_DOTS = {".": ".", "%2e": ".", "..": "..", ".%2e": "..", "%2e.": "..", "%2e%2e": ".."}  # as browsers read them


def canonical(url: str) -> str:
    """Same document, same string. What is no web address (`doc://…`) or can't be read comes back as it is."""
    url = url.strip()
    parts = split(url)
    if parts is None or parts.scheme.lower() not in WEB_SCHEMES or not parts.hostname:
        return url
    try:
        normal = urlsplit(url_normalize(urlunsplit(parts._replace(fragment=""))) or url)
    except (ValueError, UnicodeError):
        return url
    query = "&".join(piece for piece in normal.query.split("&") if piece and not _is_tracking(piece))
    return urlunsplit((normal.scheme, normal.netloc, normal.path or "/", query, _route(parts.fragment)))


def _is_tracking(piece: str) -> bool:
    pairs = parse_qsl(piece, keep_blank_values=True)
    if not pairs:
        return False
    name, value = pairs[0][0].lower(), pairs[0][1].lower()
    return name in _TRACKING or name.startswith(_TRACKING_STARTS) or (name == "from" and value in _SHARED_FROM)


def _route(fragment: str) -> str:
    """A fragment names a place within the page, except where a script reads it as the address of another page."""
    return fragment if fragment.startswith(("!", "/")) else ""


def split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url.strip())
        parts.port  # noqa: B018  the property raises for a port that is no number
    except ValueError:
        return None
    return parts


def linkable(url: str) -> str:
    """With every mark escaped that could end the link it stands in or that a reader can't see. Letters stay."""
    return _NOT_IN_LINKS.sub(lambda mark: quote(mark[0]), sendable(url))


def link(url: str) -> str:
    """What a page or an export may link to: the web. Empty for all else, the team's own documents and rows included:
    no program that opens a link knows the way to them."""
    parts = split(url)
    linked = parts is not None and parts.scheme.lower() in WEB_SCHEMES and bool(parts.netloc)
    return linkable(url.strip()) if linked else ""


def undotted(path: str) -> str:
    """An absolute path without the segments that mean "here" and "one up", however they are escaped: servers walk
    them, so a rule that is asked about the path must be asked about what they lead to."""
    kept: list[str] = []
    for segment in path.split("/")[1:]:
        dots = _DOTS.get(segment.lower())
        if dots == "..":
            del kept[-1:]
        elif dots is None:
            kept.append(segment)
    if path.rpartition("/")[2].lower() in _DOTS:
        kept.append("")
    return "/" + "/".join(kept)


def host(url: str) -> str:
    """Empty for what has none, or one that no name system knows for its length."""
    parts = split(url)
    name = ((parts.hostname if parts else None) or "").rstrip(".").lower()
    return name if len(name) <= HOST_CHARS else ""


def place(url: str) -> str:
    """Address without query and fragment: what may stand in a log line."""
    parts = split(url)
    return (
        url.split("?", 1)[0]
        if parts is None
        else urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    )


def registrable(url: str) -> str:
    """`docs.example.co.uk` → `example.co.uk`: the level at which a name is bought, so one publisher.

    Internal names are on no public list: their last two parts count."""
    name = host(url)
    found = get_fld(f"http://{name}/", fail_silently=True, search_private=True) if name else None
    if found:
        return str(found)
    return name if ":" in name or name.replace(".", "").isdigit() else ".".join(name.split(".")[-2:])


def is_suffix(name: str) -> bool:
    """Whether strangers buy their names below it (`com`, `co.uk`). What a company lends below its own is its own."""
    return get_tld(f"http://{name}/", fail_silently=True, search_private=False) == name


def amp_twin(url: str, declared: str) -> str:
    """The address to cite for an AMP page: its declared canonical one, of the same publisher only (B-043): no page can
    make itself another site's.

    For other pages a declared canonical address is not believed: sites point whole archives at their front page.
    """
    if not declared or not (_AMP_PATH.search((split(url) or urlsplit("")).path) or host(url).startswith("amp.")):
        return url
    own = registrable(declared) == registrable(url) and (split(declared) or urlsplit("")).scheme in WEB_SCHEMES
    return declared if own else url
