"""Every number of a reach, with its unit and its reason (R230). No other module of this package holds one."""

from dataclasses import dataclass

MIB = 2**20
HOUR = 3600.0
MINUTE = 60.0
LONGEST_WAIT = 365 * 24 * HOUR  # seconds read out of a header: beyond a year a number is nonsense, or an attack
DETAIL_CHARS = 300  # of a failure's explanation: two lines in a table row
HOST_CHARS = 253  # of a host's name: what the name system allows
SITES_MOST = 100  # that one task may name to look at or to leave out: all of them are compared at every hop
WORDS_KEPT = 65_536  # spellings whose parts or stems are remembered; a large page has about 10,000
TEXTS_KEPT = 4096  # sentences and titles whose words are remembered: one step asks for the same ones again
TEXT_KEPT_CHARS = 1200  # of the longest of them: a whole page would fill the memory
PAGES_KEPT = 16  # pages of which something found out is remembered: one step asks it of the same few again and again


@dataclass(frozen=True, slots=True)
class ReachSettings:
    # ---- time, by the wall clock -------------------------------------------------------------------------------
    connect_seconds: float = 3.0  # a live host answers a handshake well within it; C31 splits it from reading
    target_seconds: float = 8.0  # 3 s loses reachable results, 30 s lets one stuck host stall the task (R208, R211)
    batch_seconds: float = 15.0  # what one reach may take in all (R209)
    retries: int = 1  # at most two attempts in total (R213, R216)
    arxiv_gap_seconds: float = 3.0  # between two requests of all workers: its terms of use
    arxiv_wait_seconds: float = 6.0  # for its turn: the third variant of a batch, and 2 of its 8 s are left to answer
    retry_wait_seconds: float = 1.0  # long enough for a restart behind a balancer, short against 8 s (R213)
    cancel_grace_seconds: float = 0.25  # for cancelled targets to close their sockets; part of no budget
    back_off_seconds: float = 30.0  # after "too many requests" without a stated wait
    back_off_most_seconds: float = 15 * MINUTE  # a longer stated wait is cut: hosts answer with whole days by mistake
    back_off_least_seconds: float = 1.0  # full jitter may draw a wait of nothing, which would be no back-off
    back_off_spread_seconds: float = 1.0  # drawn on top of a stated wait, so that workers don't return at one instant
    strikes_most: int = 8  # doublings counted; 30 s doubled seven times is above the longest wait anyway
    strike_memory_seconds: float = 15 * MINUTE  # after a pause: a refusal within it is one more in a row
    host_gap_seconds: float = 0.5  # between two requests to one host by all workers: two a second is a reader's pace
    claim_poll_seconds: float = 0.1  # between two looks at a page that another worker is fetching (B-044)
    hand_over_seconds: float = 15.0  # a page too short-lived for the cache, for those who waited for it: one reach
    parse_seconds: float = 20.0  # wall time for reading one PDF or office file in its child process (F-37)
    parse_page_seconds: float = 10.0  # the same for HTML and other text: the largest honest pages take five (F-36)
    parse_batch_seconds: float = 20.0  # for what one reach still has to read when its fetching is over
    parse_cpu_seconds: int = 20  # processor time of one document; the kernel ends it when the wall clock is stopped
    parse_grace_seconds: float = 1.0  # after which a child ends itself, if its owner is gone or stuck
    parse_start_seconds: float = 20.0  # for a new child to load its readers: below one on an idle machine
    parse_idle_seconds: float = MINUTE  # a child takes 90 MB; one that nobody needed for so long is let go

    # ---- how much at once --------------------------------------------------------------------------------------
    query_pool: int = 3  # searches in flight (R079)
    query_pool_limited: int = 2  # after a provider said "too many" (R080)
    page_pool: int = 6  # page fetches in flight to begin with (R215, R254)
    page_pool_least: int = 4  # where many hosts are in trouble (R215)
    page_pool_most: int = 8  # where all answer (R215)
    pool_calm: float = 0.05  # share of hosts in trouble up to which the pool is at its widest
    pool_rough: float = 0.25  # share of hosts in trouble from which it is at its narrowest
    reads_watched: int = 60  # last reads of all workers from which that share is told: about ten reaches
    hosts_least: int = 5  # among them; of fewer, one bad host would be taken for a bad network
    per_host: int = 2  # of these at one host: politeness, and one slow host must not fill the pool
    per_own_host: int = 8  # the same for hosts on the allow list: their operator is ours and bears the whole pool
    answers_kept: int = 40  # last answers of a host whose P95 sizes the next reach (R271)
    answers_least: int = 5  # fewer tell nothing: the time-out of a target is taken instead
    parse_pool: int = 2  # documents read at once, each in a child process: a worker has about two cores
    parse_documents: int = 200  # that one child reads: parsers leak, and a new one costs most of a second

    # ---- how much in all ---------------------------------------------------------------------------------------
    results: int = 6  # hits a batch returns; best value lies at 3-8 (R255, R256)
    health_seconds: float = 10.0  # one channel's health check: a person waits for the page meanwhile
    health_results: int = 1  # hits a channel's health check asks for: the smallest question that proves an answer
    results_least: int = 3  # fewer, and one bad hit decides what is read (R255)
    results_most: int = 12  # beyond ten only cost and noise rise (R255); two more leave room for near-doubles
    view_terms: int = 12  # words of a query that a database view is searched for; a search text has no more (R206)
    view_value_chars: int = 20_000  # of one column's value; a longer text is a document and belongs into the library
    view_seconds: float = 5.0  # one statement on a database view: below a target's time, so the server itself ends it
    given_pages: int = 4  # addresses taken from one question: what two rounds of deep reading can hold
    redirects: int = 5  # hops after the first address (B-051)
    refresh_seconds: int = 10  # a page that sends its readers on after more is meant to be read first
    refresh_bytes: int = 64 * 1024  # how far into a page such a sign is looked for: it stands in the head
    body_bytes: int = 20 * MIB  # decoded bytes kept of one body, and taken off the wire (F-35)
    chunk_bytes: int = 64 * 1024  # decoded at once, so that a bomb is noticed after one piece
    parse_memory_bytes: int = 512 * MIB  # address space of a parsing child, its interpreter included (F-37)
    parse_worn_bytes: int = 256 * MIB  # resident after a document: such a child reads no other
    parse_answer_bytes: int = 32 * MIB  # of one child's answer: the longest text in JSON takes 24
    pdf_pages: int = 300  # pages read of a PDF (F-37)
    archive_entries: int = 2_000  # parts of a DOCX; a long report has some hundred (B-146)
    archive_bytes: int = 100 * MIB  # what a DOCX may expand to
    archive_ratio: int = 200  # expanded to packed; XML packs at most about 50 : 1
    sheet_rows: int = 20_000  # read of one sheet or list of records: at 100 characters each, all that is kept of a text
    sheet_columns: int = 200  # read of one row; beyond it lie notes and leftovers
    cell_lines: int = 100  # in one field of a CSV; with more, a quotation mark was left open
    dialect_lines: int = 50  # of a CSV, by which the mark between its fields is told
    text_chars: int = 2_000_000  # kept of one document: about 1,000 printed pages
    attributes_most: int = 500  # of one tag: the parser's time grows with their square; real ones have a dozen
    html_bytes: int = 5 * MIB  # above it the page is too large for the tree-based extractor: read by the plain one
    html_depth: int = 250  # deeper elements are unwrapped: the parser gives up at 256, real pages stay below 100
    html_nodes: int = 30_000  # with more, the extractor takes seconds: they are read by the plain one (B-068)
    query_chars: int = 400  # what search services take (B-035)
    brave_query_words: int = 50  # Brave refuses a query of more, whatever its characters
    wikipedia_query_chars: int = 300  # its search refuses more
    feed_seconds: float = 5.0  # for one feed: one that hangs must not cost the others their place in the 8 s of all
    feed_again_seconds: float = MINUTE  # after which a feed that failed is asked again; not by every variant of a batch
    feed_entries: int = 500  # read of one feed, newest first in all that are known; a feed of an archive has thousands
    about_words: int = 60  # of a channel's description: planners read all of them with every query (R233)
    about_sentences: int = 3  # what it does, when to use it, when not (R233)
    other_urls: int = 20  # further addresses kept of one page: mirrors beyond them say nothing new
    link_chars: int = 2_000  # an address longer than this isn't fetched; browsers and servers stop about here
    title_chars: int = 300  # longer ones are a page's first paragraph by mistake
    snippet_chars: int = 200  # R055

    # ---- what counts as text -----------------------------------------------------------------------------------
    visible_chars: int = 20  # a page with less visible text than this and with scripts is a shell (B-060)
    notice_chars: int = 1_500  # challenge, consent and "not found" pages are short; an article about them is not
    challenge_chars: int = (
        600  # of these, challenges and "not found"s say little else; a longer text only mentions them
    )
    consent_chars_each: int = 250  # characters per mention of cookies in a text that is about nothing else
    first_year: int = 1990  # no page is older than the web; 1970 is a clock that was never set
    damage_ratio: float = 0.001  # replacement marks to characters: above it the text was damaged before it reached us
    mojibake_ratio: float = 0.02  # share of improbable characters above which a decoding is refused (F-42)
    script_share_least: float = (
        0.3  # of the characters beyond ASCII: a labelled encoding must be at home at least so far
    )
    script_share_sure: float = 0.8  # the same for an encoding that nobody declared
    utf8_proof_chars: int = 4  # characters beyond ASCII that decode as UTF-8: fewer happen by chance in other encodings
    own_reading_gain: float = 2.0  # times the length of the extractor's: our reading of an unmarked page replaces it
    marked_share: float = 0.5  # of a page's words in the part that it marks as its matter; with less, it is mismarked
    link_list_least: int = 3  # links that make a list of links
    link_share_most: float = 0.85  # of a block's letters in links: more is navigation, if the extractor left it out too
    measured_share: float = 0.5  # of a column's cells that are figures: the row above it is the columns' names
    alike_cells: int = 2  # cells of one shape below a name that begins with a figure ("10 km"): one alone tells nothing
    table_heads: int = 3  # rows of column names at most; more is a table of words alone
    table_lines: int = 3  # lines with the same columns that make a table of a PDF: two may stand so by chance
    column_gap: float = 0.9  # of a letter's height, between two columns of a PDF: a stretched space is half of that
    list_items: int = 5  # neighbours that lead elsewhere: fewer are a hint at the end of an article
    list_share: float = 0.6  # of a page's words in such items, and of the neighbours: with more it is an index
    list_prose_chars: int = 100  # of a paragraph outside the list, Han counted twice: a sentence or two are own matter
    list_item_chars: int = 400  # of a headline with its teaser: more is a text of its own
    list_headline_chars: int = 6  # of a link that is a headline: shorter ones are numbers of issues and notes
    binary_share: float = 0.01  # control bytes to all: a stray NUL is a text's, more is no text
    language_chars: int = 20_000  # of a text, from which its language is told
    script_share_of_text: float = 0.2  # letters of one script in a text written in it
    full_line_share: float = 2 / 3  # of the widest line of a PDF page: shorter ones end a paragraph
    sniff_bytes: int = 4_096  # how far into a body its type is looked for: a PDF may follow white space (B-058)
    guess_bytes: int = 256 * 1024  # given to the charset guesser, whose cost grows with the input

    # ---- segments ----------------------------------------------------------------------------------------------
    segment_least: int = 400  # characters (R223)
    segment_most: int = 800  # characters (R223)
    segment_overlap: float = 0.1  # of a segment, in whole sentences (R224, C29)
    segment_overlap_most: float = 0.2  # a last sentence longer than this isn't repeated
    sentence_label_chars: int = 40  # a line "Key: value" has at most this before its colon
    abbreviation_chars: int = 16  # before a dot, looked at for one: the longest known, or a point's number, has six
    cell_gap_chars: int = 2  # the widest gap between two sentences of cleaned text: a blank line

    # ---- credibility (R057) ------------------------------------------------------------------------------------
    grade_primary: float = 1.0  # the body that decides the fact: government, standards, official documentation
    grade_checked: float = 0.8  # reference works, journals, press with an editor
    grade_plain: float = 0.6  # unknown host: neither earned nor lost trust (DESIGN §2.7)
    grade_interested: float = 0.4  # press-release wires, company blogs
    grade_anyone: float = 0.2  # forums, and hosts that an admin marked down
    grade_document: float = 0.8  # the workspace's own library: someone chose it

    # ---- timeliness --------------------------------------------------------------------------------------------
    half_life_static_days: float = 730.0  # documentation and reference hold for years
    half_life_news_days: float = 90.0  # what was news is background after a quarter
    half_life_notice_days: float = 30.0  # change logs, notices
    half_life_volatile_days: float = 1.0  # prices, stock, status
    undated: float = 0.3  # neither thrown away nor trusted as new

    # ---- cache lifetimes, seconds (R257, R258, C2) -------------------------------------------------------------
    cache_search: float = 24 * HOUR  # an upper bound; the class of what was asked can only shorten it
    cache_static: float = 12 * HOUR  # half a working day: a page that changes after all is seen tomorrow
    cache_notice: float = 30 * MINUTE  # also for pages of unknown class: the stricter reading
    cache_volatile: float = 0.0  # a ten-minute stock cache made order failures soar (R259); 60 s at most (R258)
    cache_grace: float = 24 * HOUR  # a copy past its life, kept to be confirmed by its site, never served unasked

    # ---- when a page was published -----------------------------------------------------------------------------
    date_column: float = 1.0  # of the operator's own database: somebody described the column as this very day
    date_meta: float = 0.95  # written for machines by the publisher's own system
    date_json_ld: float = 0.9  # the same, but often made by a plug-in from the file's time
    date_visible: float = 0.8  # meant for readers; which of the days on a page is meant was read off its place
    date_address: float = 0.7  # most publishers put the day of publication there, some that of filing
    date_search: float = 0.5  # the search service's word, whose origin is unknown
    date_header: float = 0.3  # when a file was last written: a move or a new banner changes it
    date_skew_seconds: float = (
        10 * MINUTE
    )  # how far clocks differ: an instant so little after the fetch is none to come
    header_stamp_seconds: float = 10 * MINUTE  # a Last-Modified so near to the fetch is the moment of rendering
    byline_chars: int = 160  # a line with author, day and source is no longer
    byline_lines: int = 12  # short lines after a heading in which a byline may stand
    byline_share_least: float = 0.12  # of a line's characters: a day without a label must make up this much of it
    relative_chars: int = 20_000  # of a text, in which "yesterday" is looked for

    # ---- the same words twice ----------------------------------------------------------------------------------
    similarity: float = 0.85  # 0.6 would delete complementary angles (R252)
    reprint_size: float = 0.4  # shorter text to longer: below it one quotes the other rather than reprints it
    shingle_words: int = 5  # words in a row; fewer meet by chance, more miss an edited reprint
    fusion_constant: float = 60.0  # of reciprocal rank fusion: the value from its paper, flat near the top
    bm25_saturation: float = 1.2  # k1: the usual value, a word's tenth mention adds little
    bm25_length: float = 0.75  # b: the usual value
    bm25_smoothing: float = 0.5  # added to both sides of a word's rarity: the usual value
    title_weight: float = 2.0  # a word in the title counts as this many in the text

    # ---- calibration of the time-outs (R210) -------------------------------------------------------------------
    calibrate_samples: int = 200  # answers asked of each channel: P95 then rests on ten slower ones (R210)
    calibrate_least: int = 20  # answers below which nothing is proposed: P95 of fewer is their slowest
    calibrate_margin: float = 0.5  # on top of P95: a busy hour is slower than the one that was measured
    calibrate_step_seconds: float = 0.5  # proposals are whole steps: finer ones would pretend to be exact
    calibrate_patience_seconds: float = 30.0  # for one sample: cut at today's time-out, P95 could never exceed it
    first_check_seconds: float = 5.0  # between a time of fetching and the shared clock: more, and a clock runs wrong

    # ---- who we are, and where we may go -----------------------------------------------------------------------
    user_agent: str = "Redthread/0.1 (research reader)"
    contact: str = ""  # mail or page of the operator: joined to the user agent, and told to catalogues that ask for it
    proxy: str = ""  # the operator's own way out, http://host:port; those of the environment are ignored (B-057)
    robots_seconds: float = 3.0  # for a host's robots.txt, out of the time of the page that it is asked for
    robots_bytes: int = 512 * 1024  # read of one; RFC 9309 wants at least 500 KiB
    robots_kept: float = 24 * HOUR  # how long an answer holds, "no such file" too; RFC 9309 allows no more
    robots_kept_unsure: float = 5 * MINUTE  # the same after an error or a time-out: the host is asked again soon
    crawl_delay_most: float = 30.0  # seconds between visits that a host may ask for: twice a reach is one page of each
    accept_language: str = "en, zh;q=0.9, *;q=0.5"
    ports: frozenset[int] = frozenset({80, 443})
    allow_hosts: frozenset[str] = frozenset()  # "host" (its usual ports) or "host:port": the only way to private ones
    ca_file: str = ""  # certificate authorities of an internal network, in place of the usual ones

    @property
    def agent(self) -> str:
        """Who asks, in full: a site that is troubled by us can say so to a person."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent


def parse_allow_hosts(line: str) -> frozenset[str]:
    """`REACH_ALLOW_HOSTS=127.0.0.1:8899,wiki.internal` → the set that `allow_hosts` takes."""
    return frozenset(entry.strip().lower() for entry in line.split(",") if entry.strip())
