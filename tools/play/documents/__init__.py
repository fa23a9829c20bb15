"""Converts the documents for players and builders to web pages, for the page of make play and for the demo.

The folder docs/ of the page has the paths of the repository: docs/firmware/PLAYING.html is firmware/PLAYING.md. A link
to a file that is not among them becomes plain text.
"""

import functools
import html
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools import ROOT

FOLDER = "docs/"
GUIDE = "firmware/PLAYING.md"
STYLE = "style.css"
_HERE = Path(__file__).parent
_OTHERS = (
    "README.md",
    "firmware/VARIANTS.md",
    "firmware/RANDOMNESS.md",
    "tools/research/solve/SIMPLE_RULES.md",
    "tools/research/solve_phases/PHASE_TEN.md",
)
_EXTERNAL = re.compile(r"[a-z]+:")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
"""A line that marks a generated part."""


def names() -> list[str]:
    """The documents, as paths in the repository."""
    return [GUIDE, *_OTHERS, *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "hardware").glob("*.md")))]


@functools.cache
def documents() -> dict[str, bytes]:
    """The pages, their style sheet and pictures by path in the page."""
    files = {FOLDER + STYLE: (_HERE / STYLE).read_bytes()}
    for name in names():
        files |= document(name)
    return files


@functools.cache
def document(name: str) -> dict[str, bytes]:
    """The page of a document and its pictures by path in the page."""
    tokens = _parser().parse(_COMMENT.sub("\n", (ROOT / name).read_text(encoding="utf-8")))
    pictures: dict[str, bytes] = {}
    for token in _all(tokens):
        if token.type == "image":
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), str(token.attrs["src"])))
            pictures[FOLDER + path] = (ROOT / path).read_bytes()
            token.attrs["loading"] = "lazy"
    _name_headings(tokens)
    for token in tokens:
        _convert_links(token.children or [], name)
    body = _parser().renderer.render(tokens, _parser().options, {}).replace("<th></th>", "<td></td>")
    title = next(token.content for token in tokens if token.type == "inline")
    up = "../" * (FOLDER + name).count("/")
    page = (_HERE / "page.html").read_text(encoding="utf-8")
    for mark, text in (("@TITLE@", html.escape(title)), ("@UP@", up), ("@BODY@", body)):
        page = page.replace(mark, text)
    return {_page_of(name): page.encode(), **pictures}


@functools.cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _page_of(name: str) -> str:
    return FOLDER + name.removesuffix(".md") + ".html"


def _all(tokens: list[Token]) -> Iterator[Token]:
    """Yields the tokens and those inside them."""
    for token in tokens:
        yield token
        yield from token.children or []


def _name_headings(tokens: list[Token]) -> None:
    """Gives each heading the name that links on the web sites of repositories use."""
    for token, words in zip(tokens, tokens[1:], strict=False):
        if token.type == "heading_open":
            token.attrs["id"] = re.sub(r"[^\w -]", "", words.content.lower()).replace(" ", "-")


def _convert_links(tokens: list[Token], name: str) -> None:
    """Makes links to documents links to their pages, and links to other files of the repository plain text."""
    opened: list[Token] = []
    for token in tokens:
        if token.type == "link_open":
            opened.append(token)
            path, hash_sign, anchor = str(token.attrs["href"]).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if target in names():
                token.attrs["href"] = path.removesuffix(".md") + ".html" + hash_sign + anchor
            elif path and not _EXTERNAL.match(path):
                token.tag, token.attrs = "span", {}
        elif token.type == "link_close":
            token.tag = opened.pop().tag
