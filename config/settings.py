"""Every setting, read from the environment alone; docs/production.md lists the variables."""

import os
from pathlib import Path

from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import cache, database, environment, webserver
from config.observability import error_reports, logs
from config.server import queues
from config.version import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = environment.folder(Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").resolve(), private=True)

PRODUCTION = environment.flag("PRODUCTION")
DEBUG = environment.flag("DEBUG")
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG shows internals of the site to strangers. It cannot be on in production.")

# Replacements in config/fastpath that use private names of Django; without them the same pages take longer.
FASTPATH = environment.flag("FASTPATH", default=True)
SQL_CACHE = "config.fastpath.sql_cache" if FASTPATH else ""
"""The module that `play.utils.sql_cache` asks; without one it asks Django."""

# Storage

DATABASES = {
    "default": database.database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'dispersal.sqlite3'}",
        pool_size=environment.number("DATABASE_POOL", 16),
        test_folder=VAR_DIR,
        fastpath=FASTPATH,
    )
}
database.keep_private(DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = os.environ.get("REDIS_URL", "")
SECRET_KEY = environment.secret_key(database.folder_of(DATABASES["default"], VAR_DIR), production=PRODUCTION)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")

# A cache in each process's memory would count rate limits once per process.
CACHES = {
    "default": {
        "BACKEND": "config.cache.FallbackCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "dispersal",
        "OPTIONS": cache.OPTIONS,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": VAR_DIR / "cache"}
}

# The site

# The apps of the games, in the order of the front page; the first is the game of a first visit.
ROOMS = ["sorties.interceptor", "raids", "sorties.nightfighter"]

INSTALLED_APPS = [
    "config",
    "campaigns",
    *ROOMS,
    "play",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django.contrib.humanize",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "config.middleware.request_id",
    "config.middleware.LocalMonitoring",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.WholeStaticFiles",
    "csp.middleware.CSPMiddleware",
    "config.middleware.refuse_control_characters",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.ReaderLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "campaigns.accounts.middleware.ReaderPreferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Words and times

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("pl", "Polski"), ("de", "Deutsch (in Arbeit)")]
LANGUAGES_IN_PROGRESS = {"de"}
"""Not translated whole: the menu says so, and missing words are in English. No reader gets one unless he chooses it."""

LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
if DEBUG:
    # A made-up language shows what is not translated and what does not fit (config/languages/pseudo.py).
    LANGUAGES.append(("en-xa", "⟦Þšéûðö⟧"))
    LOCALE_PATHS.append(VAR_DIR / "pseudo")
WORDS_FOLDER = BASE_DIR / "fixtures"
"""Typed files of words in every language: `glossaries/`, `rulenotes/`, `imports/`."""

TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Static files: collected and named by their hash in production; elsewhere served from where they lie.

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
if not PRODUCTION:
    environment.folder(STATIC_ROOT)
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Accounts

AUTH_USER_MODEL = "campaigns.Player"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_ADAPTER = "campaigns.accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "campaigns.accounts.forms.SignupFields"
ACCOUNT_USER_DISPLAY = str
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Who signs up with an address that is known here meets what everybody meets; the address stays with who proved it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# A club evening behind one address has more than a handful of first visits, and of tables.
ACCOUNT_RATE_LIMITS = {
    "guest": "60/h/ip",
    "table": "120/h/user",
    "import": "60/h/user",
    "remark": "240/h/user",
    "group": "30/h/user",
    "join": "60/h/ip",
    "verify": "60/h/ip",
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Dispersal"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("TRUSTED_PROXIES", 1 if PRODUCTION else 0)

# E-mail

DEFAULT_FROM_EMAIL = SERVER_EMAIL = "Dispersal <dispersal@localhost>"
globals().update(environment.email(os.environ.get("EMAIL_URL") or ("smtp://localhost" if PRODUCTION else "console:")))

# The address in letters and hooks: what is given, else where `manage.py up` serves on this machine.
PORT = environment.number("PORT", 8000)
HOUSE_ADDRESS = (os.environ.get("HOUSE_ADDRESS") or f"http://127.0.0.1:{PORT}").rstrip("/")

# Security

ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]")
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is missing. In production it must name the hosts that are served.")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
# An export of a long session comes back as one upload; a command is a few hundred bytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# Files that people bring: what is done with each, and what the child process that reads one may take.

UPLOAD_KINDS = {
    "check": "play.fairness.file_checks.UPLOAD",
    "session": "play.sessions.exports.UPLOAD",
    "pack": "play.charts.uploads.UPLOAD",
    "career": "campaigns.careers.uploads.UPLOAD",
    "log": "sorties.interceptor.exports.log_upload.UPLOAD",
}
FILE_CPU_SECONDS = environment.number("FILE_CPU_SECONDS", 30)
FILE_WALL_SECONDS = environment.number("FILE_WALL_SECONDS", 120)
FILE_MEMORY_MB = environment.number("FILE_MEMORY_MB", 512)

# Tasks: the row is the result, a late acknowledgement and the sweeper are the safety net.

CELERY_BROKER_URL = REDIS_URL or "filesystem://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 300,
        # Without this, what a killed worker held comes back only after a hundred seconds more.
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 2,
        "socket_keepalive": True,
        "queue_order_strategy": "config.server.queues:Precedence",
    }
    if REDIS_URL
    else {
        "data_folder_in": str(VAR_DIR / "queue"),
        "data_folder_out": str(VAR_DIR / "queue"),
        "control_folder": str(VAR_DIR / "queue-control"),
        "polling_interval": 0.05,
    }
)
if not REDIS_URL:
    environment.folder(VAR_DIR / "queue")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 15
CELERY_TASK_DEFAULT_QUEUE = queues.DEFAULT
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {name: {} for name in queues.QUEUES}
CELERY_TASK_ROUTES = queues.ROUTES
CELERY_IMPORTS = ["play.bots.simulation"]
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# In KiB. A child that has grown beyond it is replaced after its task; 110 MB is what one has after games of all kinds.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    # A sweep that waited longer than a round is not worth doing: the next one sees the same orders.
    "sweep": {"task": "play.tasks.sweep", "schedule": 15.0, "options": {"expires": 15}},
    "heed-clocks": {"task": "play.tasks.heed_clocks", "schedule": 60.0, "options": {"expires": 60}},
    "take-up-lost-flights": {
        "task": "campaigns.tasks.take_up_lost_flights",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "take-up-lost-calibrations": {
        "task": "play.tasks.take_up_lost_calibrations",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "take-up-lost-looks-back": {
        "task": "play.tasks.take_up_lost_looks_back",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "take-up-lost-files": {
        "task": "play.tasks.take_up_lost_files",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "delete-files": {
        "task": "play.tasks.delete_files",
        "schedule": 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
    # The first hour of a week finds its exercise; later ones find one where nothing had been offered yet.
    "choose-exercise": {
        "task": "play.tasks.choose_exercise",
        "schedule": 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
    "send-kept-letters": {
        "task": "campaigns.tasks.send_kept_letters",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "send-notices": {
        "task": "campaigns.tasks.send_notices",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "write-reminders": {
        "task": "campaigns.tasks.write_reminders",
        "schedule": 15 * 60.0,
        "options": {"expires": 15 * 60},
    },
    "open-season-keys": {
        "task": "campaigns.tasks.open_season_keys",
        "schedule": 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
    # Who has left goes at once; this finds those whose message was lost, and guests who have not come back.
    "forget-players": {
        "task": "campaigns.tasks.forget_players",
        "schedule": 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
    "forget-sessions": {
        "task": "campaigns.tasks.forget_sessions",
        "schedule": 24 * 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
}

# What is watched

STREAMS_PER_PROCESS = webserver.STREAMS
VEIL_BEAT_SECONDS = environment.seconds("VEIL_BEAT_SECONDS", 0.1)
VEIL_HOLD_SECONDS = environment.seconds("VEIL_HOLD_SECONDS", 3)
"""The beats at which an order is answered with hidden facts: by the server, and where a person may choose."""

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
DISK_RESERVE_MB = environment.number("DISK_RESERVE_MB", 200)
"""Least free space on the disks of the database's file and of VAR_DIR for this process to be ready."""

SENTRY_DSN = os.environ.get("SENTRY_DSN", "")

# Logs

LOGGING_CONFIG = None
LOG_FORMAT = environment.one_of("LOG_FORMAT", ("plain", "json"))
LOG_LEVEL = environment.one_of("LOG_LEVEL", ("info", "debug", "warning", "error")).upper()
logs.configure(
    LOG_FORMAT,
    LOG_LEVEL,
    secrets=[
        SECRET_KEY,
        *SECRET_KEY_FALLBACKS,
        METRICS_TOKEN,
        SENTRY_DSN,
        *logs.passwords(os.environ.get("DATABASE_URL"), REDIS_URL),
    ],
)
error_reports.configure(SENTRY_DSN, VERSION)
