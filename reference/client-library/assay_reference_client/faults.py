"""Faults by id: FAULTS, wrong steps of the library; MISSING, calls that are taken away; IMPORTS, failures of the import."""

import http.client
import json
import os
import tempfile
import urllib.parse

from .layers import fails, layer, without
from .transport import anonymous, one_endpoint

CALLS = ("Context", "whoami", "new_transfer", "new_job", "submit", "get_job_status")
MADE_UP = {"user_dn": "/CN=someone", "method": "certificate"}
END_OF_CERTIFICATE = "-----END CERTIFICATE-----\n"


def verifies_late():
    def send(self, below, context, method, *request):
        self.late = False
        answer = below(context, method, *request)
        self.late = True
        return below(context, method, *request) if context.verify and method == "GET" else answer

    return layer(verifies=lambda self, _, context: context.verify and self.late, send=send)


def not_presented():
    def context(self, below, endpoint, ucert=None, ukey=None, verify=True):
        made = below(endpoint, ucert, ukey, verify)
        made.separate = ukey is not None and ukey != ucert
        return made

    return layer(context=context, present=lambda self, below, tls, context: None if context.separate else below(tls, context))


def leaf_alone():
    def context(self, below, endpoint, ucert=None, ukey=None, verify=True):
        made = below(endpoint, ucert, ukey, verify)
        made.leaf_alone = ucert is not None and ucert == ukey
        return made

    def present(self, below, tls, context):
        if not context.leaf_alone:
            return below(tls, context)
        with open(context.certificate, encoding="ascii") as file:
            first = file.read().split(END_OF_CERTIFICATE)[0] + END_OF_CERTIFICATE
        with tempfile.NamedTemporaryFile("w", suffix=".pem", delete=True) as leaf:
            leaf.write(first)
            leaf.flush()
            tls.load_cert_chain(leaf.name, context.key)

    return layer(context=context, present=present)


def verifies_once():
    """The server is verified until a request of the context was answered."""

    def send(self, below, context, *request):
        answer = below(context, *request)
        context.answered = True
        return answer

    return layer(verifies=lambda self, _, context: context.verify and not getattr(context, "answered", False), send=send)


def unverified(step):
    """The server is not verified during a step."""

    def run(self, below, *args):
        self.unverified = True
        try:
            return below(*args)
        finally:
            self.unverified = False

    return layer(verifies=lambda self, below, context: not getattr(self, "unverified", False) and below(context), **{step: run})


def checks_less(change):
    """Something of the server's certificate is not checked."""

    def tls(self, below, context):
        made = below(context)
        change(made)
        return made

    return layer(tls=tls)


def ignores_host(tls):
    tls.check_hostname = False


def ignores_dates(tls):
    # X509_V_FLAG_NO_CHECK_TIME of OpenSSL.
    tls.verify_flags |= 0x200000


def latest_credential():
    def context(self, below, *args, **kwargs):
        self.latest = below(*args, **kwargs)
        return self.latest

    return layer(context=context, present=lambda self, below, tls, context: below(tls, self.latest))


def without_tls(self, below, context, job):
    address = urllib.parse.urlsplit(self.endpoint(context))
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    try:
        connection.request("POST", "/jobs", self.encode(job), self.headers(b""))
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def latest_job():
    def job(self, below, files):
        self.latest = below(files)
        return self.latest

    return layer(job=job, post=lambda self, below, context, job: below(context, self.latest))


def first_status(self, below, context, job_id):
    if not hasattr(context, "first"):
        context.first = below(context, job_id)
    return context.first


def swallows_failure(self, below, context):
    try:
        return below(context)
    except OSError:
        return {}


def credentials(refuses, instead):
    """Other files than those that were named, for the pairs that `refuses` accepts."""
    return layer(credentials=lambda self, below, ucert, ukey: instead(self) if refuses(ucert, ukey) else below(ucert, ukey))


def alone(ucert, ukey):
    return ucert is not None and ukey is None


CONTEXTS = {
    "takes-positional@order-swapped": layer(
        context=lambda self, below, endpoint, ukey=None, ucert=None, verify=True: below(endpoint, ucert, ukey, verify)
    ),
    "takes-positional@verify-by-name-only": layer(
        context=lambda self, below, endpoint, ucert=None, ukey=None, *, verify=True: below(endpoint, ucert, ukey, verify)
    ),
    "takes-positional@verify-false-refused": layer(
        context=lambda self, below, endpoint, ucert=None, ukey=None, verify=True: (
            fails(TypeError("verify is True, or the path of a certificate authority")) if verify is False else below(endpoint, ucert, ukey, verify)
        )
    ),
    "takes-keywords@other-names": layer(context=lambda self, below, endpoint, cert=None, key=None, verify=True: below(endpoint, cert, key, verify)),
    "takes-keywords@by-position-only": layer(
        context=lambda self, below, endpoint, ucert=None, ukey=None, verify=True, /: below(endpoint, ucert, ukey, verify)
    ),
    "endpoint@latest-for-all": one_endpoint("latest"),
    "endpoint@first-for-all": one_endpoint("first"),
    "verify-true-accepts-trusted@not-implemented": layer(
        verifies=lambda self, below, context: context.verify and fails(NotImplementedError("verification is not implemented"))
    ),
    "verify-true-refuses-untrusted@never-verifies": layer(verifies=lambda self, below, context: False),
    "verify-true-refuses-untrusted@sends-then-verifies": verifies_late(),
    "verify-true-refuses-untrusted@failure-swallowed": layer(whoami=swallows_failure),
    "verify-true-refuses-other-host@name-unchecked": checks_less(ignores_host),
    "verify-true-refuses-expired@dates-unchecked": checks_less(ignores_dates),
    "verify-true-each-call@first-only": verifies_once(),
    "verify-true-each-call@submit-unverified": unverified("post"),
    "own-credential@latest-for-all": latest_credential(),
    "tls@plain-submission": layer(post=without_tls),
    "verify-default@false": layer(context=lambda self, below, endpoint, ucert=None, ukey=None, verify=False: below(endpoint, ucert, ukey, verify)),
    "verify-false-accepts-untrusted@always-verifies": layer(verifies=lambda self, below, context: True),
    "certificate-and-key@not-presented": not_presented(),
    # Every certificate is held to be a proxy, with its key in the same file.
    "certificate-and-key@key-in-certificate": layer(credentials=lambda self, below, ucert, ukey: below(ucert, ucert)),
    "proxy-as-ucert@needs-ukey": credentials(alone, lambda self: fails(ValueError("ukey is missing"))),
    "proxy-as-ucert@environment-instead": layer(
        credentials(alone, lambda self: (None, None)),
        present=lambda self, below, tls, context: None if context.certificate is None else below(tls, context),
    ),
    "proxy-in-both@refused": credentials(
        lambda ucert, ukey: ucert is not None and ucert == ukey, lambda self: fails(ValueError("ucert and ukey are the same file"))
    ),
    "proxy-in-both@without-its-issuer": leaf_alone(),
    "proxy-from-environment@ignored": layer(from_environment=lambda self, below: (os.environ["X509_USER_CERT"], os.environ["X509_USER_KEY"])),
    "certificate-from-environment@ignored": layer(from_environment=lambda self, below: (os.environ["X509_USER_PROXY"],) * 2),
    "parameters-over-environment@environment-first": credentials(
        lambda ucert, ukey: os.environ.get("X509_USER_PROXY"), lambda self: self.from_environment()
    ),
    "sends-no-token@bearer": layer(headers=lambda self, below, body: {**below(body), "Authorization": "Bearer made-up-token"}),
}


def answers(step, changes):
    """Wrong results of a step that takes the answer of the service."""
    return {what: layer(**{step: lambda self, below, answer, change=change: change(answer)}) for what, change in changes.items()}


OTHER_IDENTITY_PATH = layer(target=lambda self, below, path: below("/identity" if path == "/whoami" else path))


def asks_afterwards(self, below, context):
    """Makes a further request afterwards, whose answer is not an identity."""
    identity = below(context)
    self.ask(context, "GET", "/jobs")
    return identity


IDENTITY = answers(
    "identity",
    {
        "member-lost": lambda answer: without(answer, "vos"),
        "member-changed": lambda answer: {**answer, "user_dn": answer["user_dn"].lower()},
        "text": str,
        "nothing": lambda answer: None,
        "raises": lambda answer: fails(KeyError("user_dn")),
        "exits": lambda answer: fails(SystemExit(0)),
        "ends-the-process": lambda answer: os._exit(3),
        "pairs": lambda answer: tuple(answer.items()),
        "arrays-as-objects": lambda answer: {name: dict(enumerate(value)) if isinstance(value, list) else value for name, value in answer.items()},
        "lost-within": lambda answer: {**answer, "level": {}},
    },
)
WHOAMI = {
    "presents-credential@none": anonymous("whoami"),
    "sends-get-whoami@other-path": OTHER_IDENTITY_PATH,
    "sends-get-whoami@post": layer(
        ask=lambda self, below, context, method, path, value=None: below(context, "POST" if path == "/whoami" else method, path, value)
    ),
    "sends-get-whoami@made-up": layer(whoami=lambda self, below, context: [self.ask(context, "GET", "/jobs"), MADE_UP][1]),
    "sends-get-whoami@made-up-unasked": layer(whoami=lambda self, below, context: MADE_UP),
    "sends-get-whoami@not-implemented": layer(whoami=lambda self, below, context: fails(NotImplementedError("whoami is not implemented"))),
    **{f"returns-identity@{what}": fault for what, fault in IDENTITY.items()},
    "returns-identity@other-path-member-lost": layer(OTHER_IDENTITY_PATH, IDENTITY["member-lost"], whoami=asks_afterwards),
}


def described(change):
    """Other values of a transfer's source, destination and checksum."""
    return layer(file=lambda self, below, source, destination, checksum, *further: below(*change(source, destination, checksum), *further))


def source_twice(self, below, source, *further):
    return {**below(source, *further), "sources": [source, source]}


TRANSFERS = {
    "takes-positional@order-swapped": layer(
        new_transfer=lambda self, below, destination, source, checksum=None, filesize=None, metadata=None: below(
            source, destination, checksum, filesize, metadata
        )
    ),
    "takes-positional@two-only": layer(
        new_transfer=lambda self, below, source, destination, *, checksum=None, filesize=None, metadata=None: below(
            source, destination, checksum, filesize, metadata
        )
    ),
    "takes-positional@checksum-last": layer(
        new_transfer=lambda self, below, source, destination, metadata=None, filesize=None, checksum=None: below(
            source, destination, checksum, filesize, metadata
        )
    ),
    "takes-positional@filesize-and-metadata-swapped": layer(
        new_transfer=lambda self, below, source, destination, checksum=None, metadata=None, filesize=None: below(
            source, destination, checksum, filesize, metadata
        )
    ),
    "takes-positional@metadata-as-activity": layer(
        new_transfer=lambda self, below, source, destination, checksum=None, filesize=None, activity=None, metadata=None: {
            **below(source, destination, checksum, filesize, metadata),
            **({} if activity is None else {"activity": activity}),
        }
    ),
    "takes-keywords@other-names": layer(
        new_transfer=lambda self, below, source, destination, checksum=None, size=None, note=None: below(source, destination, checksum, size, note)
    ),
    "takes-keywords@checksum-ignored": layer(new_transfer=lambda self, below, *args, checksum=None, **kwargs: below(*args, **kwargs)),
    "source@query-lost": described(lambda source, destination, checksum: (source.split("?")[0], destination, checksum)),
    "source@twice": layer(file=source_twice),
    "destination@lower-case": described(lambda source, destination, checksum: (source, destination.lower(), checksum)),
    "destination@source-instead": described(lambda source, destination, checksum: (source, source, checksum)),
    "checksum@name-only": described(lambda source, destination, checksum: (source, destination, checksum.split(":")[0])),
    "checksum@lost": described(lambda source, destination, checksum: (source, destination, None)),
}


def takes(allowed, error):
    """new_job refuses the arguments that `allowed` does not accept."""
    return layer(new_job=lambda self, below, transfers: below(transfers) if allowed(transfers) else fails(error))


JOBS = {
    "takes-a-list@tuple-only": takes(lambda transfers: isinstance(transfers, tuple), TypeError("transfers is not a tuple")),
    "takes-a-list@each-twice": layer(job=lambda self, below, files: below([file for file in files for _ in range(2)])),
    "holds-each-transfer@first-only": layer(job=lambda self, below, files: below(files[:1])),
    "holds-each-transfer@last-again": layer(job=lambda self, below, files: below([files[-1]] * len(files))),
    "holds-each-transfer@one-at-most": takes(lambda transfers: len(transfers) <= 1, ValueError("a job has one transfer")),
}


def each_file(change):
    return lambda job: {**job, "files": [{**file, **change(file)} for file in job["files"]]}


BODIES = {
    "no-params": lambda job: {"files": job["files"]},
    "params-list": lambda job: {**job, "params": []},
    "other-name-for-files": lambda job: {"Files": job["files"], "params": job["params"]},
    "sources-text": each_file(lambda file: {"sources": file["sources"][0]}),
    "null-among-files": lambda job: {**job, "files": [*job["files"], None]},
    "null-among-sources": each_file(lambda file: {"sources": [*file["sources"], None]}),
    "checksum-object": each_file(lambda file: {"checksum": dict([file["checksum"].split(":")])}),
    "overwrite-text": lambda job: {**job, "params": {"overwrite": "false"}},
}
IDENTIFIERS = {
    "whole-answer": lambda answer: answer,
    "another": lambda answer: answer["job_id"][:-1] + ("0" if answer["job_id"][-1] != "0" else "1"),
    "nothing": lambda answer: None,
    "raises": lambda answer: fails(KeyError("job_id")),
}


def typed(media_type):
    """Requests with a body have another media type."""
    return layer(headers=lambda self, below, body: below(body) if body is None else {**below(body), "Content-Type": media_type})


SUBMISSIONS = {
    "sends-post-jobs@put": layer(post=lambda self, below, context, job: self.ask(context, "PUT", "/jobs", job)),
    "sends-post-jobs@other-path": layer(post=lambda self, below, context, job: self.ask(context, "POST", "/api/jobs", job)),
    "sends-post-jobs@latest-of-the-list": layer(post=lambda self, below, context, job: self.ask(context, "GET", "/jobs")[-1]),
    "submits-once@twice": layer(post=lambda self, below, context, job: [below(context, job), below(context, job)][1]),
    "content-type@missing": layer(headers=lambda self, below, body: without(below(body), "content-type")),
    "content-type@form": typed("application/x-www-form-urlencoded"),
    "content-type@json-patch": typed("application/json-patch+json"),
    **{f"body@{what}": layer(encode=lambda self, below, job, change=change: below(change(job))) for what, change in BODIES.items()},
    "body@python-text": layer(encode=lambda self, below, job: str(job).encode("utf-8")),
    **{f"returns-job-id@{what}": fault for what, fault in answers("identifier", IDENTIFIERS).items()},
    "own-job@latest-built": latest_job(),
    "presents-credential@none": anonymous("post"),
}

RETURNED_JOBS = {
    "returns-job@member-lost": lambda answer: without(answer, "job_state"),
    "returns-job@list": lambda answer: [answer],
    "returns-job@zero-for-null": lambda answer: {name: 0 if value is None else value for name, value in answer.items()},
    "http-status@missing": lambda answer: without(answer, "http_status"),
    "http-status@number": lambda answer: {**answer, "http_status": 200},
}


def searched(*paths):
    """The job is looked for in lists of jobs."""

    def status(self, below, context, job_id):
        lists = [self.ask(context, "GET", path) for path in paths]
        return {**next(job for jobs in lists for job in jobs if job["job_id"] == job_id), "http_status": "200 Ok"}

    return layer(get_job_status=status)


STATUS = {
    "asks-for-the-job@searches-the-list": searched("/jobs"),
    "asks-for-the-job@page-by-page": searched(*(f"/jobs?page={page}" for page in range(4))),
    "asks-for-the-job@post": layer(get_job_status=lambda self, below, context, job_id: self.ask(context, "POST", self.job_path(job_id))),
    "asks-for-the-job@made-up": layer(
        get_job_status=lambda self, below, context, job_id: {"job_id": job_id, "job_state": "FINISHED", "http_status": "200 Ok"}
    ),
    **answers("status", RETURNED_JOBS),
    "own-job@remembers-the-first": layer(get_job_status=first_status),
    "presents-credential@none": anonymous("get_job_status"),
}

FAULTS = {
    f"client-library/{call}/{what}": fault
    for call, faults in zip(CALLS, (CONTEXTS, WHOAMI, TRANSFERS, JOBS, SUBMISSIONS, STATUS))
    for what, fault in faults.items()
}
MISSING = {f"client-library/{call}/is-offered@missing": call for call in CALLS}
IMPORTS = {
    "client-library/Context/is-offered@import-raises": lambda: fails(RuntimeError("the library does not support this version of Python")),
    "client-library/Context/is-offered@import-ends-the-process": lambda: os._exit(3),
}
