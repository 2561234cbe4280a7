"""Lawful oddities of what a submission holds beside what is documented."""

import json

from .registry import variant


@variant("job-parameters-with-defaults")
class JobParametersWithDefaults:
    def job(self, files):
        job = super().job(files)
        job["params"].update(
            verify_checksum="t", reuse=None, spacetoken=None, bring_online=None, copy_pin_lifetime=-1, overwrite=False, retry=-1, priority=None
        )
        return {**job, "delete": []}


@variant("file-fields-beyond")
class FileFieldsBeyond:
    def file(self, *fields):
        return {"selection_strategy": "auto", "activity": "default", **super().file(*fields), "source_tokens": [], "destination_tokens": []}


@variant("filesize-and-metadata-left-out")
class LeftOut:
    def file(self, source, destination, checksum, filesize, metadata):
        return super().file(source, destination, checksum, None, None)


@variant("files-in-other-order")
class FilesInOtherOrder:
    def job(self, files):
        return super().job(files[::-1])


@variant("body-indented")
class BodyIndented:
    def encode(self, value):
        return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False).encode("utf-8")
