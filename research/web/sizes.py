"""Every number of the pages, with unit and reason. What steers research stands in the limits, not here."""

GOAL_CHARACTERS = 500  # characters of one goal's question; more are two goals
TASKS_A_PAGE = 25  # rows; fits two screens
REACHES_A_PAGE = 100  # rows; a task of usual length has a few hundred
QUERIES_A_PAGE = 60  # rows; four tasks of usual length
SOURCES_A_PAGE = 40  # rows; they are one line each
ROUNDS_SHOWN = 60  # rows of the table of rounds; more than a task of usual length has
LINES_SHOWN = 200  # lines of activity in a page; older ones are a link away (V6)
CARDS_SHOWN = 60  # quotes beside the activity; the rest is a link away
ENTRIES_A_MESSAGE = 200  # journal entries in one socket message; a long absence is caught up in several
POLL_SECONDS = 0.5  # between two looks at the journal where no channel layer wakes the watcher (DESIGN 6)
LAYER_POLL_SECONDS = 5.0  # the same with a channel layer: a wake-up that was lost costs this much and no entry
MERGE_SECONDS = 0.25  # news of one burst are sent together: at most four messages a second and watcher
BEAT_SECONDS = 25.0  # without news: a sign of life, since a half-open socket raises no event in a browser
RIGHTS_SECONDS = 5.0  # how long a quiet socket outlives the right to it; before news is sent it is read anyway
SEND_SECONDS = 20.0  # a watcher that takes no byte for this long is let go (B-121)
READERS = 4  # threads, and so database connections, that all sockets of a process share (B-128)
FALLBACK_SECONDS = 5  # between two looks of a page that has no socket (V13)
SILENT_SECONDS = 60  # a running task that says nothing for this long is pointed out
NAME_CHARACTERS = 90  # of a question inside another sentence
DETAILS_SHOWN = 8  # items under one line of activity
UPLOADS_AT_ONCE = 20  # files of one form
NUMBER_DIGITS = 18  # of an entry's number in an address; more doesn't fit a row's
FOLLOW_UPS_SHOWN = 10  # questions below a report; older ones are a link away
FOLLOW_UPS_A_PAGE = 30  # questions with their answers; a few screens
ANSWER_SECONDS = 1  # between two looks of a question that waits for its answer, which takes a second or two
