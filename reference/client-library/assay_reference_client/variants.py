"""Lawful variants by name: other ways to do what the document says."""

import collections
import datetime
import json
import os
import ssl
import sys
import threading
import time
import types
import uuid

from .layers import layer
from .transport import by_kept, by_urllib, in_pieces, in_thread, trusting


def prints(self, below, context, method, path, value=None):
    print(f"asking for {path}")
    sys.stderr.write("DEBUG " * 1000)
    return below(context, method, path, value)


def leaves_threads(self, below, context):
    threading.Thread(target=time.sleep, args=(600,), name="left-behind").start()
    return below(context)


def ignores_authorities(self, below, context):
    tls = below(context)
    if not self.verifies(context):
        return tls
    bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    self.present(bare, context)
    return bare


def raises_instead(caught, raised):
    """A request that fails raises something else."""

    def send(self, below, *request):
        try:
            return below(*request)
        except caught:
            raise raised() from None

    return send


class Trouble(BaseException):
    def __str__(self):
        raise RuntimeError("no words for it")


class Wrapped:
    __slots__ = ("content",)

    def __init__(self, content):
        self.content = content


class ClassForContext:
    def __init__(self):
        super().__init__()
        make = super().context

        class Context:
            __slots__ = ("endpoint", "certificate", "key", "verify")

            def __init__(self, endpoint, ucert=None, ukey=None, verify=True):
                made = make(endpoint, ucert, ukey, verify)
                for name in self.__slots__:
                    setattr(self, name, getattr(made, name))

        self.context = Context


def then(check):
    """Does something with each new context before it is returned."""

    def context(self, below, *args, **kwargs):
        made = below(*args, **kwargs)
        check(self, made)
        return made

    return context


def asks_version(self, context):
    version = self.ask(context, "GET", "/")["api"]
    if (version["major"], version["minor"]) < (3, 0):
        raise RuntimeError("the service is too old")


def asks_identity(self, context):
    self.identity(self.ask(context, "GET", "/whoami"))


def remembers_identity(self, context):
    context.known = self.identity(self.ask(context, "GET", "/whoami"))


def reads_job_back(self, below, context, job):
    answer = below(context, job)
    self.ask(context, "GET", self.job_path(answer["job_id"]))
    return answer


def delegates(self, below, context, job):
    delegation = self.ask(context, "GET", "/whoami")["delegation_id"]
    expiry = self.ask(context, "GET", f"/delegation/{delegation}")["termination_time"]
    time.strptime(expiry, "%Y-%m-%dT%H:%M:%S")
    status, request = self.send(context, "GET", f"/delegation/{delegation}/request", None, {})
    if status != 200 or b"BEGIN CERTIFICATE REQUEST" not in request:
        raise RuntimeError("no certificate request came")
    status, _ = self.send(context, "PUT", f"/delegation/{delegation}/credential", b"a signed proxy", {"Content-Type": "text/plain"})
    if status >= 300:
        raise RuntimeError("the credential was not accepted")
    return below(context, job)


def old_tls(self, below, context):
    tls = below(context)
    tls.maximum_version = ssl.TLSVersion.TLSv1_2
    return tls


def lower_case_names(self, below, body):
    return {name.lower(): value.replace("json", "JSON ; charset=UTF-8") if name == "Content-Type" else value for name, value in below(body).items()}


def with_defaults(self, below, files):
    job = below(files)
    unset = {name: None for name in ("reuse", "spacetoken", "bring_online", "priority")}
    defaults = {"verify_checksum": "t", "copy_pin_lifetime": -1, "overwrite": False, "retry": -1}
    return {**job, "params": {**job["params"], **defaults, **unset}, "delete": []}


VARIANTS = {
    # How calls are taken and what they return.
    "extra-parameters": layer(
        context=lambda self, below, endpoint, ucert=None, ukey=None, verify=True, access_token=None, no_creds=False, capath=None: below(
            endpoint, ucert, ukey, verify
        ),
        new_transfer=lambda self, below, source, destination, checksum=None, filesize=None, metadata=None, activity=None, **further: below(
            source, destination, checksum, filesize, metadata
        ),
        new_job=lambda self, below, transfers=None, deletion=None, verify_checksum=True, reuse=None, overwrite=False, **further: below(transfers or []),
        submit=lambda self, below, context, job, delegation_lifetime=None, force_delegation=False: below(context, job),
        get_job_status=lambda self, below, context, job_id, list_files=False: below(context, job_id),
    ),
    "class-for-context": ClassForContext,
    "objects-for-jobs": layer(
        new_transfer=lambda self, below, *args, **kwargs: Wrapped(below(*args, **kwargs)),
        new_job=lambda self, below, transfers: Wrapped(below([transfer.content for transfer in transfers])),
        submit=lambda self, below, context, job: below(context, job.content),
    ),
    "ordered-results": layer(
        identity=lambda self, _, answer: collections.OrderedDict(sorted(answer.items())), status=lambda self, _, answer: types.MappingProxyType(answer)
    ),
    "attributes-for-results": layer(
        identity=lambda self, _, answer: types.SimpleNamespace(**answer), status=lambda self, _, answer: types.SimpleNamespace(**answer)
    ),
    "identifier-as-uuid": layer(identifier=lambda self, below, answer: uuid.UUID(below(answer))),
    "further-members-in-results": layer(
        identity=lambda self, _, answer: {**answer, "asked_at": time.time()},
        status=lambda self, _, answer: {**answer, "files": [], "_links": {"self": "job"}},
    ),
    "times-as-datetime": layer(
        status=lambda self, _, answer: {
            name: datetime.datetime.fromisoformat(value) if name.endswith("_time") and value else value for name, value in answer.items()
        }
    ),
    "own-http-status": layer(status=lambda self, _, answer: {**answer, "http_status": "200 OK"}),
    # How requests are made.
    "doubled-slashes": layer(target=lambda self, below, path: below(f"/{path}")),
    "trailing-slash": layer(job_path=lambda self, below, job_id: f"{below(job_id)}/"),
    "query-behind-job": layer(job_path=lambda self, below, job_id: f"{below(job_id)}?files=0"),
    "other-job-path": layer(job_path=lambda self, below, job_id: below(job_id).replace("/jobs/", "/api/v3/jobs/")),
    "asks-version-first": layer(context=then(asks_version)),
    "checks-identity-in-context": layer(context=then(asks_identity)),
    "remembers-identity": layer(context=then(remembers_identity), whoami=lambda self, below, context: getattr(context, "known", None) or below(context)),
    "reads-job-back": layer(post=reads_job_back),
    "delegates-before-submission": layer(post=delegates),
    "keeps-connections": layer(send=by_kept),
    "urllib": layer(send=by_urllib),
    "tls-1.2": layer(tls=old_tls),
    "chunked-body": layer(send=lambda self, below, context, method, target, body, headers: below(context, method, target, in_pieces(body, 100), headers)),
    "media-type-with-charset": layer(headers=lower_case_names),
    "content-type-always": layer(
        headers=lambda self, below, body: {**below(body), "Content-Type": "application/json", "User-Agent": "reference/1"}
    ),
    # Members of a submission beyond the documented ones.
    "job-parameters-with-defaults": layer(job=with_defaults),
    "file-fields-beyond": layer(
        file=lambda self, below, *fields: {"selection_strategy": "auto", "activity": "default", **below(*fields), "source_tokens": [], "destination_tokens": []}
    ),
    "filesize-and-metadata-left-out": layer(
        file=lambda self, below, source, destination, checksum, filesize, metadata: below(source, destination, checksum, None, None)
    ),
    "files-in-other-order": layer(job=lambda self, below, files: below(files[::-1])),
    "body-indented": layer(encode=lambda self, _, value: json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False).encode("utf-8")),
    # How the library behaves otherwise.
    "prints": layer(ask=prints),
    "leaves-threads": layer(whoami=leaves_threads),
    "asks-in-a-thread": layer(ask=in_thread("asking")),
    "trusts-by-directory-alone": layer(tls=trusting("X509_CERT_DIR")),
    "trusts-nothing-it-is-told": layer(tls=ignores_authorities),
    "silent-about-tls": layer(tls=ignores_authorities, send=raises_instead(OSError, lambda: RuntimeError("the service cannot be reached"))),
    "odd-exceptions": layer(send=raises_instead(Exception, Trouble)),
}
