"""The numbers of the builtin roles: unit and reason beside each. They sit below the engine, so its limits can't be
imported; an admin tunes those, and these change only with the labelled lists that they were fitted on.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    # ---- embedder ----------------------------------------------------------------------------------------------
    vectors_kept: int = 2_000  # texts; 384 floats each, about 20 MB: more than one task's paragraphs and queries
    hash_places: int = 512  # dimensions of the lexical stand-in: few collisions among a paragraph's words
    hash_letters: int = 3  # letters in a row: inflected forms share most of them
    hash_curve: tuple[tuple[float, float], ...] = (
        (0.0, 0.0),
        (0.5, 0.6),
        (0.8, 0.85),
        (1.0, 1.0),
    )  # same scale; by eye

    # ---- the question --------------------------------------------------------------------------------------------
    phrase_words: int = 6  # words; a longer run between two function words is a sentence, not a name
    query_words: int = 12  # words of a query line (C9)
    query_cjk: int = 30  # CJK characters of a query line (R206, C9)
    initials_least: int = 3  # words that initials stand for: two begin too many pairs of words alike
    initials_most: int = 6  # likewise; longer ones are words in capitals
    recurring: int = 2  # mentions before an identifier is worth a goal of its own
    grown_priority: float = 0.9  # of the first goals: what evidence brings up comes after what was asked
    new_words: int = 3  # words of the evidence in one query line
    grown_at_once: int = 4  # goals that one closing goal may bring up; the best of the next one may be better
    near_chars: int = 80  # characters beside an identifier whose words tell what it is mentioned for
    recent_entries: int = 3  # entries that must all leave the question before it counts as left

    # ---- relevance ---------------------------------------------------------------------------------------------
    word_of_topic: float = 1.0  # weight of a word of what the goal is about
    word_of_subject: float = 0.4  # of a word that all goals of the question share
    word_of_gap: float = 0.3  # of what the goal lacks: often said in other words by the page
    word_of_title: float = 0.5  # of a word of the page's own title, where the page itself was asked for
    pair_of_topic: float = 1.2  # of two neighbouring words of what the goal is about, standing side by side again
    facet_of_question: float = 0.4  # of a kind of answer that only the rest of the question wants
    hit_words: float = 0.4  # share of a hit's relevance that wanted words make, rare ones more
    hit_plain: float = 0.3  # that the same words make, each alike: rare ones mislead in a small batch
    hit_likeness: float = 0.3  # that the vector makes
    # Raw marks of hits to the scale on which 0.75 is worth reading: half way between where a labelled hit is as likely
    # to hold what is missing as not, and where one in twenty of those that do would go unread. The step before it is
    # the median of those that don't. Fitted on tests/roles/builtin/data/hits.jsonl.
    hit_curve: tuple[tuple[float, float], ...] = ((0.0, 0.0), (0.25, 0.3), (0.43, 0.75), (1.0, 1.0))
    hit_titled: float = 0.9  # relevance of a hit whose title carries the identifier asked for
    hit_unnamed: float = 0.5  # factor for the other hits beside such a one
    rank_kinds: float = 0.3  # a passage with all kinds of answer outranks one with so much more of the words
    rank_beside: float = 0.1  # likewise one with all other words of the question
    rank_lead: float = 0.15  # likewise the first words of a page
    rank_length: float = 0.1  # a passage of `long_passage` characters must bring so much more to be preferred
    long_passage: int = 400  # characters
    lead_chars: int = 2_500  # characters from the top within which a page says what it is about
    full_share: float = 0.7  # of the wanted words: more is rarely found in one passage that answers
    full_title: float = 0.5  # likewise of a title, which is short
    deep_mention: float = 0.6  # how far a passage deep in a page speaks for the page
    # Weights of relevance: how far the page is about the topic, the words shared, the kinds of answer, how near the
    # top, the vector's likeness. Fitted on tests/roles/builtin/data/passages.jsonl.
    prose: tuple[float, ...] = (0.05, 0.4, 0.15, 0.1, 0.35)
    titled: tuple[float, ...] = (0.1, 0.2, 0.25, 0.3, 0.3)  # of a page that is itself what was asked about
    block: tuple[float, ...] = (0.6, 0.0, 0.25, 0.0, 0.15)  # of keys and values at the head of a page
    # Of a passage that gives the kind of answer asked for, on a page about the topic: an answer seldom says the topic
    # again ("The direct cause was …"), its page does.
    answer: tuple[float, ...] = (0.4, 0.15, 0.25, 0.0, 0.25)
    answering_about: float = 0.6  # how far a page must be about the topic for that
    # Of any passage of a page that is about the topic and little else: what else it says bears on the topic too.
    on_topic: tuple[float, ...] = (0.44, 0.25, 0.15, 0.0, 0.35)
    wholly_about: float = 0.9  # how far a page must be about the topic for that
    # And what its passage must bring itself: words of what is wanted, or likeness. 0.2 is above nine in ten unrelated
    # pairs (calibrate.SCALE), enough beside a kind of answer asked for. Without either it is the page's filler.
    own_share: float = 0.1  # of the wanted words
    own_likeness: float = 0.4  # on the scale on which neighbouring questions have 0.6
    own_likeness_answering: float = 0.2  # of a passage that gives a kind of answer asked for
    repeat_floor: float = 0.4  # worth of a second quote that brings no new word
    facts_per_quote: int = 6  # facts; a passage holds hardly more that can be said in three words each
    named_words: int = 5  # in a reason
    places: int = 4  # decimals kept, so that equal passages score equal on every machine

    # ---- passages --------------------------------------------------------------------------------------------------
    examined_passages: int = 60  # a page; their dates and figures are read, 3 ms each
    embedded_chars: int = 260  # of a passage: its beginning tells its matter, and the model's time grows with it
    embedded_passages: int = 6  # a page; 170 ms for 600 English characters on two cores (DESIGN §7)
    header_lines: int = 24  # lines from the top of a page in which a block of keys and values is looked for
    key_han: int = 8  # Chinese characters of a key
    window_sentences: int = 4  # neighbouring sentences in one quote; more is a section
    key_words: int = 4  # words of a key; longer is prose with a colon
    heading_chars: int = 80  # characters of a heading
    heading_han: int = 20  # of a Chinese one
    value_chars: int = 160  # characters of a value, likewise

    # ---- claims --------------------------------------------------------------------------------------------------
    claim_characters: int = 1_000  # a sentence; checking takes a second there, and four at twice the length

    # ---- the report ------------------------------------------------------------------------------------------------
    heading_overhead: int = 8  # characters: marks and line ends
    sentence_overhead: int = 44  # characters: marks, date, reference
    report_base: float = 0.5  # of a score; what lies above it tells accepted quotes apart
    report_own: float = 1.2  # factor for a page that is what its section is about
    report_passing: float = 0.6  # factor for another page in such a section
    fresh_power: float = 0.5  # of the share of words that are new: a quote may repeat its page's name
    report_shared: float = 0.3  # worth of a quote that shares all words with the question, beside its score
    report_kinds: float = 0.2  # of one that gives every kind of answer asked for
    report_disputed: float = 0.5  # of one that another contradicts: both sides are shown (R139)
    quotes_per_source: int = 3  # in the whole report, while other sources wait for room
    quotes_per_source_at_most: int = 6  # where room is left: beyond it a report becomes a copy of the page
    again: float = 0.5  # each earlier quote of a source makes the next one worth less
    length_power: float = 0.5  # worth is per this power of the length: short quotes leave room for more sources
    corroborating: int = 2  # further evidence named behind a sentence


TUNING = Tuning()
