"""The socket of a live page. It carries what the journal holds after the watcher's last number, and nothing of its own:
a reload, a lost connection, a second watcher lose nothing, and no task waits for its watcher (B-120 to B-124)."""

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils import translation

from research.broadcast import group_of
from research.models import ResearchTask, User
from research.store.speaking import fresh
from research.web import sizes
from research.web.live import fragment, number_in

SIGN_IN_AGAIN, NOT_YOURS = 4401, 4403
OUR_FAULT, COME_BACK = 1011, 1013  # after these a page connects anew
logger = logging.getLogger(__name__)
# Shared by all sockets of the process: however many pages are open, they read with this many connections (B-128).
READERS = ThreadPoolExecutor(sizes.READERS, "watchers")


@dataclass(frozen=True, slots=True)
class Look:
    refused: int = 0
    html: str = ""
    seq: int = 0
    more: bool = False


class Watch(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels brings no types
    async def connect(self) -> None:
        """Accepted first: a code that says why can only be sent over a socket that is open."""
        await self.accept()
        asked = parse_qs(self.scope["query_string"].decode(errors="replace"))
        self.task = self.scope["url_route"]["kwargs"]["task"]
        self.group = group_of(self.task)
        self.after = number_in(asked.get("after", ["0"])[0])
        self.language = language_of(asked.get("lang", [""])[0])
        self.evidence = asked.get("evidence", ["kept"])[0]
        self.woken = asyncio.Event()
        self.written = 0
        if self.channel_layer:
            # Joined before the first look: an entry that is written in between wakes us, or is seen by the look.
            await self.channel_layer.group_add(self.group, self.channel_name)
        self.following = asyncio.create_task(self.followed())

    async def disconnect(self, code: int) -> None:
        following = getattr(self, "following", None)
        if following is None:
            return
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        if self.channel_layer:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A watcher has nothing to say; what it may do are forms."""

    async def entry_written(self, event: dict[str, Any]) -> None:
        self.woken.set()

    async def followed(self) -> None:
        """A socket that stays open and says nothing more would look alive: it is closed, and the page comes back."""
        try:
            await self.follow()
        except Exception:
            logger.exception("%s: a watcher could not be told what is new", self.group)
            await self.close(OUR_FAULT)

    async def follow(self) -> None:
        clock = asyncio.get_running_loop().time
        checked, spoke = float("-inf"), clock()
        while True:
            self.woken.clear()
            check, beat = clock() - checked >= sizes.RIGHTS_SECONDS, clock() - spoke >= sizes.BEAT_SECONDS
            look = await database_sync_to_async(self.look, thread_sensitive=False, executor=READERS)(check, beat)
            if look.refused:
                await self.close(look.refused)
                return
            checked = clock() if check or look.html else checked
            if look.html:
                if not await self.sent(look.html):
                    return
                self.after, spoke = max(self.after, look.seq), clock()
            if not look.more:
                await self.pause()

    async def pause(self) -> None:
        """Until something is new, or it is time to look for ourselves; then a moment more, so that a burst is one."""
        longest = sizes.LAYER_POLL_SECONDS if self.channel_layer else sizes.POLL_SECONDS
        try:
            await asyncio.wait_for(self.woken.wait(), longest)
        except TimeoutError:
            return
        await asyncio.sleep(sizes.MERGE_SECONDS)

    async def sent(self, html: str) -> bool:
        """A reader that stopped reading is let go: it comes back with its last number and loses nothing (B-121)."""
        try:
            await asyncio.wait_for(self.send(text_data=html), sizes.SEND_SECONDS)
        except TimeoutError:
            await self.close(COME_BACK)
            return False
        return True

    def look(self, check: bool, beat: bool) -> Look:
        """One query while nothing is new. Before anything is sent, and every few seconds anyway, rights are read again:
        who leaves a workspace, or signs out, sees nothing more."""
        newer, written = fresh(self.task, self.after)
        newer, more_written = newer or beat, written != self.written
        if not newer and not more_written and not check:
            return Look()
        person = self.person()
        if person is None:
            return Look(refused=SIGN_IN_AGAIN)
        task = ResearchTask.objects.visible_to(person).select_related("thresholds").filter(pk=self.task).first()
        if task is None:
            return Look(refused=NOT_YOURS)
        if not newer and not more_written:
            return Look()
        self.written = written
        with translation.override(self.language or person.language or None):
            if not newer:
                return Look(html=render_to_string("tasks/_written.html", {"written": written, "oob": True}))
            new, html = fragment(task, self.after, self.evidence, person)
        return Look(html=html, seq=new.seq, more=new.more)

    def person(self) -> User | None:
        """Whoever dialled, as the rows have them now; nobody once they signed out."""
        known: int = getattr(self.scope["user"], "pk", None) or 0
        found = User.objects.filter(pk=known, is_active=True).first()
        return found if found and not found.must_change_password and self.session_stands() else None

    def session_stands(self) -> bool:
        session = self.scope.get("session")
        return session is not None and bool(session.session_key) and session.exists(session.session_key)


def language_of(text: str) -> str:
    return text if text and translation.check_for_language(text) else ""
