"""Small PDFs by hand, a text for each page; None is a page that holds a picture and no letter."""

_FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_PICTURE = (
    "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\n"
    "\x7f\nendstream\n"
)


def paper(*pages: str | None) -> bytes:
    kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
        _FONT,
        _PICTURE,
    ]
    for at, text in enumerate(pages):
        resources = "<</Font<</F1 3 0 R>>/XObject<</I1 4 0 R>>>>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {6 + 2 * at} 0 R/Resources{resources}>>"
        )
        stream = _drawn(text)
        objects.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream\n")
    out = "%PDF-1.4\n" + "".join(f"{number} 0 obj{body}endobj\n" for number, body in enumerate(objects, start=1))
    return f"{out}trailer<</Root 1 0 R/Size {len(objects) + 1}>>\n%%EOF".encode("latin-1")


def placed(rows: list[list[str]], columns: list[int]) -> str:
    """A page's text with each cell drawn where its column begins, as typesetters do; an empty one is not drawn."""
    cells = [
        f"1 0 0 1 {left} {700 - 14 * at} Tm ({cell}) Tj"
        for at, row in enumerate(rows)
        for left, cell in zip(columns, row, strict=False)
        if cell
    ]
    return f"\x00BT /F1 12 Tf {' '.join(cells)} ET"


def _drawn(text: str | None) -> str:
    if text is None:
        return "q 600 0 0 700 0 0 cm /I1 Do Q"
    if text.startswith("\x00"):
        return text[1:]
    lines = "".join(f"({line}) Tj T* " for line in text.split("\n"))
    return f"BT /F1 12 Tf 14 TL 72 700 Td {lines}ET" if text else ""
