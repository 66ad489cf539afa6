"""The rows. A queryset that a door uses starts at `visible_to(user)`."""

from research.models.audit import Audit, AuditMark
from research.models.bindings import Bindings
from research.models.budget import Aside, Budget, Purse
from research.models.calibration import Calibration
from research.models.claim import Citation, Claim, Decision
from research.models.conflict import Conflict, Fact
from research.models.conformance import Answered, Conformance
from research.models.desk import Assignment, Draft, Errand, Hold
from research.models.doors import ServerDoor, ServerSeat
from research.models.embedding import Embedding
from research.models.evidence import Evidence
from research.models.flags import Flag
from research.models.follow_up import FollowUp
from research.models.goal import Goal
from research.models.guidelines import Guidelines
from research.models.journal import Entry, Reply, Step
from research.models.lease import Lease
from research.models.ledger import ChannelFee, ModelCall, Price
from research.models.people import Membership, User, Workspace
from research.models.query import Hit, Query
from research.models.reach import CacheEntry, ChannelCheck, FetchClaim, HostPause, HostTurn, Reach
from research.models.report import Report, SummaryRow
from research.models.sharing import ShareLink
from research.models.source import Blob, Source, TrustMark, Upload
from research.models.spot import SpotCheck
from research.models.task import ResearchTask
from research.models.thresholds import Thresholds
from research.models.token_ratio import TokenRatio
from research.models.views import SavedView
from research.models.wish import Wish

__all__ = [
    "Answered",
    "Aside",
    "Assignment",
    "Audit",
    "AuditMark",
    "Bindings",
    "Blob",
    "Budget",
    "CacheEntry",
    "Calibration",
    "ChannelCheck",
    "ChannelFee",
    "Citation",
    "Claim",
    "Conflict",
    "Conformance",
    "Decision",
    "Draft",
    "Embedding",
    "Entry",
    "Errand",
    "Evidence",
    "Fact",
    "FetchClaim",
    "Flag",
    "FollowUp",
    "Goal",
    "Guidelines",
    "Hit",
    "Hold",
    "HostPause",
    "HostTurn",
    "Lease",
    "Membership",
    "ModelCall",
    "Price",
    "Purse",
    "Query",
    "Reach",
    "Reply",
    "Report",
    "ResearchTask",
    "SavedView",
    "ServerDoor",
    "ServerSeat",
    "ShareLink",
    "Source",
    "SpotCheck",
    "Step",
    "SummaryRow",
    "Thresholds",
    "TokenRatio",
    "TrustMark",
    "Upload",
    "User",
    "Wish",
    "Workspace",
]
