"""The verbs. A door finds, checks, acts and shows; whatever it acts with is here, and behaves alike in every door.

Each verb checks rights, guards the move, writes rows and its audit line in one transaction, and enqueues on commit.
"""

from reach.scope import sites
from research.actions.advance import advance, release, sweep
from research.actions.asking import checked_scope
from research.actions.assigning import assign_claim, assign_task
from research.actions.binding import (
    HERE,
    RoleBinding,
    bind_role,
    current_bindings,
    own_work_is_checked,
    role_bindings,
)
from research.actions.bringing import Brought, bring
from research.actions.budgets import Left, set_budget, set_fee, set_price, what_is_left
from research.actions.bulk import Outcome, approve_all, exact_among
from research.actions.calibrating import calibrate_embedder
from research.actions.channels import back_offs, channel_rows, check_channels, switched_off
from research.actions.citing import cite
from research.actions.clues import forget_clue, keep_out, may_rule_on, withhold_clue
from research.actions.documents import delete_upload, may_delete, upload, upload_text
from research.actions.errands import send_for
from research.actions.examining import (
    ROLES,
    ask_examination,
    conduct,
    endpoints_of_line,
    examinations_of,
    examined,
    measured_on,
)
from research.actions.filling import fill_in_prices
from research.actions.flagging import flag_claim, settle_flag, withdraw_flag
from research.actions.folding import publish
from research.actions.further import answer_follow_up, ask_further, look_up, may_be_asked_further
from research.actions.goals import add_goal, edit_goal, fund_goal, plan_again, prioritise_goal, skip_goal
from research.actions.guiding import current_guidelines, write_guidelines
from research.actions.holding import HeldByOther, drop_draft, give_back, keep_draft, take, take_first
from research.actions.people import add_person, change_role, first_admin
from research.actions.personal import NoteDue
from research.actions.refusal import Forbidden, Refused, Stale
from research.actions.ruling import REASONS, decide_claim, undo_decision
from research.actions.sampling import draw_spot_checks
from research.actions.sharing import allow_links, make_link, opened_by, revoke_link
from research.actions.signing_in import admit, welcome
from research.actions.steering import approve_plan, pause, resume, retry, step_once, stop
from research.actions.tasks import GoalEdit, delete_task, start
from research.actions.together import Together, decide_alike, need_alike
from research.actions.trust import class_of, mark_host, trust_of, trust_table, unmark_host
from research.actions.tuning import (
    LimitRow,
    change_thresholds,
    current_thresholds,
    limit_rows,
    restore_thresholds,
    shown_thresholds,
)
from research.actions.viewing import delete_view, save_view
from research.actions.wording import suggest_wording

__all__ = [
    "HERE",
    "REASONS",
    "ROLES",
    "Brought",
    "Forbidden",
    "GoalEdit",
    "HeldByOther",
    "Left",
    "LimitRow",
    "NoteDue",
    "Outcome",
    "Refused",
    "RoleBinding",
    "Stale",
    "Together",
    "add_goal",
    "add_person",
    "admit",
    "advance",
    "allow_links",
    "answer_follow_up",
    "approve_all",
    "approve_plan",
    "ask_examination",
    "ask_further",
    "assign_claim",
    "assign_task",
    "back_offs",
    "bind_role",
    "bring",
    "calibrate_embedder",
    "change_role",
    "change_thresholds",
    "channel_rows",
    "check_channels",
    "checked_scope",
    "cite",
    "class_of",
    "conduct",
    "current_bindings",
    "current_guidelines",
    "current_thresholds",
    "decide_alike",
    "decide_claim",
    "delete_task",
    "delete_upload",
    "delete_view",
    "draw_spot_checks",
    "drop_draft",
    "edit_goal",
    "endpoints_of_line",
    "exact_among",
    "examinations_of",
    "examined",
    "fill_in_prices",
    "first_admin",
    "flag_claim",
    "forget_clue",
    "fund_goal",
    "give_back",
    "keep_draft",
    "keep_out",
    "limit_rows",
    "look_up",
    "make_link",
    "mark_host",
    "may_be_asked_further",
    "may_delete",
    "may_rule_on",
    "measured_on",
    "need_alike",
    "opened_by",
    "own_work_is_checked",
    "pause",
    "plan_again",
    "prioritise_goal",
    "publish",
    "release",
    "restore_thresholds",
    "resume",
    "retry",
    "revoke_link",
    "role_bindings",
    "save_view",
    "send_for",
    "set_budget",
    "set_fee",
    "set_price",
    "settle_flag",
    "shown_thresholds",
    "sites",
    "skip_goal",
    "start",
    "step_once",
    "stop",
    "suggest_wording",
    "sweep",
    "switched_off",
    "take",
    "take_first",
    "trust_of",
    "trust_table",
    "undo_decision",
    "unmark_host",
    "upload",
    "upload_text",
    "welcome",
    "what_is_left",
    "withdraw_flag",
    "withhold_clue",
    "write_guidelines",
]
