"""What the server's log says of requests that were refused: one line. A traceback stands for a fault of ours alone."""

import logging
from http import HTTPStatus


class OneLine(logging.Filter):
    """Takes nothing out but the traceback that Django adds to a refusal: no right, no such thing, come too late."""

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True
