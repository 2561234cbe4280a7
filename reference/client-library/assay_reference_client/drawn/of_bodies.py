"""Submissions: how the JSON is written, further members, order; wrong members, transfers and files."""

import json
import random

from ..layers import layer, without
from .of_values import another, in_another_order


def json_writing(order, indent, comma, colon, ascii_only, escaped_slashes, around):
    """Order of members by a seed (None: kept), indentation, separators, non-ASCII escaped or not, white space around."""

    def encode(self, _, value):
        ordered = value if order is None else in_another_order(value, order)
        text = json.dumps(ordered, indent=indent, separators=(comma, colon), ensure_ascii=ascii_only)
        # A slash stands in strings only.
        return (around[0] + (text.replace("/", "\\/") if escaped_slashes else text) + around[1]).encode("utf-8")

    return layer(encode=encode)


def submission_members(top, params, file, overwrite, left_out):
    """Further members of the body, of params and of each file; `overwrite` in params, None: not there; members of files that are left out."""

    def job(self, below, files):
        own = below(files)
        given = {} if overwrite is None else {"overwrite": overwrite}
        return {**top, **own, "params": {**params, **own["params"], **given}}

    return layer(file=lambda self, below, *fields: {**file, **without(below(*fields), *left_out)}, job=job)


def body_changed(path, value):
    """The member of the body at a path (file 0 stands for all) replaced by a value, or lost where the value is [] (else it is [value])."""

    def changed(within, rest):
        name, *further = rest
        if isinstance(within, list):
            return [changed(each, further) for each in within]
        if further:
            return {**within, name: changed(within.get(name), further)}
        kept = {key: own for key, own in within.items() if key != name}
        return {**kept, name: value[0]} if value else kept

    return layer(post=lambda self, below, context, job: below(context, changed(job, path) if path else another(job, value[0])))


def body_text(text, cut, put):
    """The text of the body replaced; or cut at a share of its length, and something appended."""

    def encode(self, below, value):
        own = below(value).decode("utf-8")
        return (text if text is not None else own[: int(len(own) * cut)] + put).encode("utf-8")

    return layer(encode=encode)


def transfer_changed(field, change, value):
    """A documented member of each file is lost, becomes other values, gets further ones, or is changed in one character."""

    def within(text):
        at = value % len(text)
        return text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]

    def changed(own):
        if change == "character":
            return within(own) if isinstance(own, str) else [within(each) for each in own]
        if change == "cut":
            short = value % len(own if isinstance(own, str) else own[0])
            return own[:short] if isinstance(own, str) else [own[0][:short]]
        return [*value, *own] if change == "further" else value

    def file(self, below, *fields):
        own = below(*fields)
        return without(own, field) if change == "lost" else {**own, field: changed(own[field])}

    return layer(file=file)


DRAWN = {
    "json-writing": json_writing,
    "submission-members": submission_members,
    "order-of-files": lambda seed: layer(job=lambda self, below, files: below(random.Random(seed).sample(files, len(files)))),
    "body-changed": body_changed,
    "body-text": body_text,
    "transfer-changed": transfer_changed,
    # Of a job of `count` transfers, those at the picked places.
    "files-picked": lambda count, picked: layer(
        job=lambda self, below, files: below([files[at] for at in picked] if len(files) == count else files)
    ),
}
