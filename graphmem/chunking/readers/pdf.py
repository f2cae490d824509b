"""PDF files."""

import io
import logging
import re

from graphmem.chunking.reading import ReadText
from graphmem.errors import InputError

_BROKEN_WORD = re.compile(r"(?<=[a-z])-\n(?=[a-z])")


def pdf(data: bytes) -> ReadText:
    """Text of all pages, a blank line between two; words broken at a line end are joined.

    Raises InputError when the file is encrypted, damaged, or holds no text (a scan).
    """
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError("is encrypted; remove the password first")
        pages = [page.extract_text() for page in reader.pages]
        title = reader.metadata.title if reader.metadata else None
    except InputError:
        raise
    except PyPdfError as error:
        raise InputError(f"is a damaged PDF: {str(error)[:120]}") from error
    except Exception as error:
        raise InputError(f"is a damaged PDF ({type(error).__name__})") from error
    text = "\n\n".join(page.strip() for page in pages if page.strip())
    text = _BROKEN_WORD.sub("", text.replace("\x00", ""))
    # Fonts without a proper map give halves of surrogate pairs, which are no text.
    text = "".join(c for c in text if not "\ud800" <= c <= "\udfff")
    if not text:
        raise InputError("holds no text; a scan must be read by OCR first")
    return ReadText(text=text, title=title.strip() if title and title.strip() else None)
