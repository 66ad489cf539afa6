"""Files in one file, the same bytes every time: no clock, no order of a folder."""

import io
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The oldest time that the format can tell. When a report was written stands in the report."""


def packed(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, body in files.items():
            entry = ZipInfo(name, FIRST_DAY)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, body)
    return out.getvalue()
