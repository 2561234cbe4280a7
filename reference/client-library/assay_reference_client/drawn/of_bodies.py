"""Submissions: how the JSON is written, further members, order; wrong members, transfers and files."""

import json
import random

from .of_values import another, in_another_order
from .registry import drawn


@drawn("json-writing")
def json_writing(order, indent, comma, colon, ascii_only, escaped_slashes, around):
    """Order of members by a seed (None: kept), indentation, separators, non-ASCII escaped or not, white space around."""

    class JsonWriting:
        def encode(self, value):
            ordered = value if order is None else in_another_order(value, order)
            text = json.dumps(ordered, indent=indent, separators=(comma, colon), ensure_ascii=ascii_only)
            # A slash stands in strings only.
            return (around[0] + (text.replace("/", "\\/") if escaped_slashes else text) + around[1]).encode("utf-8")

    return JsonWriting


@drawn("submission-members")
def submission_members(top, params, file, overwrite, left_out):
    """Further members of the body, of params and of each file; `overwrite` in params, None: not there; members of files that are left out."""

    class SubmissionMembers:
        def file(self, *fields):
            return {**file, **{name: value for name, value in super().file(*fields).items() if name not in left_out}}

        def job(self, files):
            own = super().job(files)
            given = {} if overwrite is None else {"overwrite": overwrite}
            return {**top, **own, "params": {**params, **own["params"], **given}}

    return SubmissionMembers


@drawn("order-of-files")
def order_of_files(seed):
    class OrderOfFiles:
        def job(self, files):
            return super().job(random.Random(seed).sample(files, len(files)))

    return OrderOfFiles


@drawn("body-changed")
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

    class BodyChanged:
        def post(self, context, job):
            return super().post(context, changed(job, path) if path else another(job, value[0]))

    return BodyChanged


@drawn("body-text")
def body_text(text, cut, put):
    """The text of the body replaced; or cut at a share of its length, and something put there."""

    class BodyText:
        def encode(self, value):
            own = super().encode(value).decode("utf-8")
            at = int(len(own) * cut)
            return (text if text is not None else own[:at] + put).encode("utf-8")

    return BodyText


@drawn("transfer-changed")
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
        if change == "further":
            return [*value, *own]
        return value

    class TransferChanged:
        def file(self, *fields):
            own = super().file(*fields)
            if change == "lost":
                return {name: each for name, each in own.items() if name != field}
            return {**own, field: changed(own[field])}

    return TransferChanged


@drawn("files-picked")
def files_picked(count, picked):
    """Of a job of so many transfers, those at the picked places."""

    class FilesPicked:
        def job(self, files):
            return super().job([files[at] for at in picked] if len(files) == count else files)

    return FilesPicked
