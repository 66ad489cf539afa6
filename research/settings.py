"""Settings: one file, everything that differs between machines from the environment. `docs/settings.md` tells each
name; a test compares the two. What an admin may change while it runs is a threshold (engine/limits), not a setting.
"""

import hashlib
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from research.embedded import server
from research.given import (
    bare_hosts,
    bindings,
    channels_given,
    contact,
    database_given,
    escalation,
    folder,
    kept_key,
    planner_prompts,
    secret,
    web_address,
    whole,
)

BASE = Path(__file__).resolve().parent.parent
LARGEST_PORT = 65535
LONGEST_STATEMENT = 24 * 3600  # s
env = environ.Env()

DEBUG = env.bool("REDTHREAD_DEBUG", default=False)
DATA = Path(env.str("REDTHREAD_DATA", default=str(BASE / ".data"))).absolute()
# Tells two copies on one machine apart: cookies don't know ports, and Redis's channels don't know databases.
COPY = hashlib.sha256(str(DATA).encode()).hexdigest()[:8]
SECRET_KEY = secret("SECRET_KEY") or kept_key(DATA)

# The web server's address
HOST = env.str("HOST", default="127.0.0.1")
_port = env.str("PORT", default="")
PORT = whole("PORT", _port, 1, LARGEST_PORT) if _port else None  # None: the next free one from 8000
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# What Redthread works with
DOCUMENTS_FOLDER = folder("DOCUMENTS_FOLDER", env.str("DOCUMENTS_FOLDER", default=str(BASE / "research" / "samples")))
SEARXNG_URL = web_address("SEARXNG_URL", env.str("SEARXNG_URL", default=""))
REACH_ALLOW_HOSTS = bare_hosts("REACH_ALLOW_HOSTS", env.list("REACH_ALLOW_HOSTS", default=[]))
REACH_VOLATILE_SECONDS = whole("REACH_VOLATILE_SECONDS", env.str("REACH_VOLATILE_SECONDS", default="0"), 0, 60)
REACH_PROXY = web_address("REACH_PROXY", secret("REACH_PROXY"))
REACH_CONTACT = contact("REACH_CONTACT", env.str("REACH_CONTACT", default=""))
CHANNEL_API_KEYS = {
    "tavily": secret("TAVILY_API_KEY"),
    "brave": secret("BRAVE_API_KEY"),
    "openalex": secret("OPENALEX_API_KEY"),
}
FEEDS = [web_address("FEEDS", address.strip()) for address in env.list("FEEDS", default=[]) if address.strip()]
REACH_CHANNELS, JSON_CHANNELS = channels_given(
    env.list("REACH_CHANNELS", default=[]), env.str("JSON_CHANNELS", default=""), SEARXNG_URL, CHANNEL_API_KEYS, FEEDS
)
DATABASE_CHANNEL, DATABASE_CHANNEL_SECRET = database_given(env.str("DATABASE_CHANNEL", default=""))
_endpoints = {
    "planner": env.str("PLANNER_ENDPOINT", default="builtin:"),
    "executor": env.str("EXECUTOR_ENDPOINT", default="builtin:"),
    "reporter": env.str("REPORTER_ENDPOINT", default="builtin:"),
    "checker": env.str("CHECKER_ENDPOINT", default="builtin:"),
    "embedder": env.str("EMBEDDER_ENDPOINT", default="builtin:"),
}
ROLE_ENDPOINTS = bindings(_endpoints)
# Besides those that the lines above name: prompts, and keys, go only to hosts that the operator opened.
MODEL_HOSTS = bare_hosts("MODEL_HOSTS", env.list("MODEL_HOSTS", default=["127.0.0.1", "localhost"]))
SHARED_REPLIES = env.bool("SHARED_REPLIES", default=False)  # on: tasks of one workspace share models' answers
PLANNER_ESCALATION = escalation("PLANNER_ESCALATION", env.str("PLANNER_ESCALATION", default="reporter"))
PLANNER_ESCALATES = planner_prompts("PLANNER_ESCALATES", env.list("PLANNER_ESCALATES", default=[]))
# Named so that Django's error page blanks it. Only wiring hands it to an endpoint.
API_KEYS = {
    "ANTHROPIC_API_KEY": secret("ANTHROPIC_API_KEY"),
    "OPENAI_API_KEY": secret("OPENAI_API_KEY"),
    "VLLM_API_KEY": secret("VLLM_API_KEY"),
    "PLANNER_API_KEY": secret("PLANNER_API_KEY"),
    "EXECUTOR_API_KEY": secret("EXECUTOR_API_KEY"),
    "REPORTER_API_KEY": secret("REPORTER_API_KEY"),
    "CHECKER_API_KEY": secret("CHECKER_API_KEY"),
    "EMBEDDER_API_KEY": secret("EMBEDDER_API_KEY"),
}

INSTALLED_APPS = [
    "research",
    "memory",
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "ninja",
    "django_htmx",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "research.urls"
ASGI_APPLICATION = "research.asgi.application"
AUTH_USER_MODEL = "research.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
# Failed sign-ins (research/actions/signing_in.py). Not measured: as OWASP's sheet on authentication reasons, a person
# mistypes a few times, and a guesser of a password of 12 characters gets nowhere with some dozen tries a day.
SIGN_IN_FREE_TRIES = 5  # failures of one name from one address, or in one browser, at which waits begin
SIGN_IN_FREE_TRIES_OF_MANY = 20  # of one address, behind which an office may be; of one name from anywhere
SIGN_IN_FIRST_WAIT = 2  # s; doubles with each failure
SIGN_IN_LONGEST_WAIT = 15 * 60  # s; about a hundred tries a day
SIGN_IN_LONGEST_WAIT_OF_A_NAME = 30  # s; a stranger can bring it about for somebody, who must still get in
SIGN_IN_FORGOTTEN = 6 * 3600  # s after the last failure
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

# Database. A request that waits longer than this is lost to its reader anyway; `migrate` has no limit (manage.py).
STATEMENT_SECONDS = whole("STATEMENT_SECONDS", env.str("STATEMENT_SECONDS", default="30"), 0, LONGEST_STATEMENT)
LOCK_SECONDS = 10  # a lock held longer belongs to a hung process; better a clear error than a queue behind it
IDLE_TRANSACTION_SECONDS = 60  # frees the rows of a process that stopped in the middle
DATABASE_URL = secret("DATABASE_URL")


def database() -> dict[str, Any]:
    where: dict[str, Any]
    if DATABASE_URL:  # it holds a password, so no sentence repeats it
        if not DATABASE_URL.startswith(("postgresql://", "postgres://")):
            raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://, with the extension pgvector there.")
        try:
            where = dict(environ.Env.db_url_config(DATABASE_URL))
        except (ValueError, ImproperlyConfigured):
            raise ImproperlyConfigured("DATABASE_URL must read postgresql://user:password@host:port/name.") from None
    else:
        where = {"ENGINE": "research.embedded.backend", **server.parameters(DATA)}
    limits = {
        "statement_timeout": STATEMENT_SECONDS,
        "lock_timeout": LOCK_SECONDS,
        "idle_in_transaction_session_timeout": IDLE_TRANSACTION_SECONDS,
    }
    options = " ".join(f"-c {name}={seconds}s" for name, seconds in limits.items())
    where["OPTIONS"] = {**where.get("OPTIONS", {}), "options": options}
    # Under ASGI a kept connection belongs to a thread that may never come back for it.
    return where | {"CONN_MAX_AGE": 0}


DATABASES = {"default": database()}

# Between processes. Without Redis the journal alone tells watchers what is new, and Celery's messages are files.
REDIS_URL = secret("REDIS_URL")
JOB_QUEUE = env.str("JOB_QUEUE", default="redthread")
CHANNEL_LAYERS: dict[str, Any] = {}
if REDIS_URL:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"redthread-{COPY}"},
    }

# Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE / "static"]
STATIC_ROOT = DATA / "static"
HASHED_STATIC = env.bool("HASHED_STATIC", default=not DEBUG)  # off: served as they lie, no collectstatic needed
WHITENOISE_USE_FINDERS = not HASHED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Language and time
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LANGUAGE_CODE = env.str("REDTHREAD_LANGUAGE", default="en")
LOCALE_PATHS = [BASE / "templates" / "locale"]
LANGUAGE_COOKIE_NAME = f"redthread_language_{COPY}"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
        "manifest-src": ["'self'"],
    }
}
COOKIE_SECURE = env.bool("COOKIE_SECURE", default=False)  # on as soon as people come by https
SESSION_COOKIE_NAME = f"redthread_session_{COPY}"
SESSION_COOKIE_SECURE = COOKIE_SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # s; two weeks
KNOWN_BROWSER_COOKIE = f"redthread_known_{COPY}"
KNOWN_BROWSER_AGE = 180 * 24 * 3600  # s; half a year: who signs in less often waits like a stranger
KNOWN_BROWSER_PEOPLE = 5  # a shared machine's; the one who hasn't come for longest is forgotten
CSRF_COOKIE_NAME = f"redthread_csrf_{COPY}"
CSRF_COOKIE_SECURE = COOKIE_SECURE
CSRF_COOKIE_HTTPONLY = True  # pages carry the token themselves; no script reads the cookie
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = COOKIE_SECURE
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if COOKIE_SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes of a form without its files: far above the longest question
REQUEST_BYTES = 25 * 1024 * 1024  # a whole request with its uploads; asgi.py refuses more before Django reads it

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "research.store.faults.Discreet", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    },
    "filters": {"refusals": {"()": "research.web.refusals.OneLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "research": {"level": "INFO"},
        "reach": {"level": "INFO"},
        "memory": {"level": "INFO"},
    },
}
