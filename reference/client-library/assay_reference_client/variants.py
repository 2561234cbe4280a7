"""Lawful oddities by name: other ways to do what the document says."""

import collections
import http.client
import json
import os
import ssl
import sys
import threading
import time
import types
import urllib.error
import urllib.parse
import urllib.request
import uuid

VARIANTS = {}


def variant(name):
    def enter(layer):
        VARIANTS[name] = layer
        return layer

    return enter


# How calls are taken and what they return.


@variant("extra-parameters")
class ExtraParameters:
    def context(self, endpoint, ucert=None, ukey=None, verify=True, access_token=None, no_creds=False, capath=None):
        return super().context(endpoint, ucert, ukey, verify)

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None, activity=None, **further):
        return super().new_transfer(source, destination, checksum, filesize, metadata)

    def new_job(self, transfers=None, deletion=None, verify_checksum=True, reuse=None, overwrite=False, **further):
        return super().new_job(transfers or [])

    def submit(self, context, job, delegation_lifetime=None, force_delegation=False):
        return super().submit(context, job)

    def get_job_status(self, context, job_id, list_files=False):
        return super().get_job_status(context, job_id)


@variant("class-for-context")
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


@variant("objects-for-jobs")
class ObjectsForJobs:
    class Wrapped:
        __slots__ = ("content",)

        def __init__(self, content):
            self.content = content

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None):
        return self.Wrapped(super().new_transfer(source, destination, checksum, filesize, metadata))

    def new_job(self, transfers):
        return self.Wrapped(super().new_job([transfer.content for transfer in transfers]))

    def submit(self, context, job):
        return super().submit(context, job.content)


@variant("ordered-results")
class OrderedResults:
    def identity(self, answer):
        return collections.OrderedDict(sorted(answer.items()))

    def status(self, answer):
        return types.MappingProxyType(answer)


@variant("attributes-for-results")
class AttributesForResults:
    def identity(self, answer):
        return types.SimpleNamespace(**answer)

    def status(self, answer):
        return types.SimpleNamespace(**answer)


@variant("identifier-as-uuid")
class IdentifierAsUuid:
    def identifier(self, answer):
        return uuid.UUID(super().identifier(answer))


@variant("further-members-in-results")
class FurtherMembersInResults:
    def identity(self, answer):
        return {**answer, "asked_at": time.time()}

    def status(self, answer):
        return {**answer, "files": [], "_links": {"self": "job"}}


@variant("own-http-status")
class OwnHttpStatus:
    def status(self, answer):
        return {**answer, "http_status": "200 OK"}


# How requests are made.


@variant("doubled-slashes")
class DoubledSlashes:
    def target(self, path):
        return super().target(f"/{path}")


@variant("trailing-slash")
class TrailingSlash:
    def job_path(self, job_id):
        return f"{super().job_path(job_id)}/"


@variant("query-behind-job")
class QueryBehindJob:
    def job_path(self, job_id):
        return f"{super().job_path(job_id)}?files=0"


@variant("other-job-path")
class OtherJobPath:
    def job_path(self, job_id):
        return super().job_path(job_id).replace("/jobs/", "/api/v3/jobs/")


@variant("asks-version-first")
class AsksVersionFirst:
    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        made = super().context(endpoint, ucert, ukey, verify)
        version = self.ask(made, "GET", "/")["api"]
        if (version["major"], version["minor"]) < (3, 0):
            raise RuntimeError("the service is too old")
        return made


@variant("checks-identity-in-context")
class ChecksIdentityInContext:
    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        made = super().context(endpoint, ucert, ukey, verify)
        super().whoami(made)
        return made


@variant("delegates-before-submission")
class DelegatesBeforeSubmission:
    def post(self, context, job):
        delegation = self.ask(context, "GET", "/whoami")["delegation_id"]
        expiry = self.ask(context, "GET", f"/delegation/{delegation}")["termination_time"]
        time.strptime(expiry, "%Y-%m-%dT%H:%M:%S")
        status, request = self.send(context, "GET", f"/delegation/{delegation}/request", None, {})
        if status != 200 or b"BEGIN CERTIFICATE REQUEST" not in request:
            raise RuntimeError("no certificate request came")
        status, _ = self.send(context, "PUT", f"/delegation/{delegation}/credential", b"a signed proxy", {"Content-Type": "text/plain"})
        if status >= 300:
            raise RuntimeError("the credential was not taken")
        return super().post(context, job)


@variant("keeps-connections")
class KeepsConnections:
    def __init__(self):
        super().__init__()
        self.connections = {}

    def send(self, context, method, target, body, headers):
        if id(context) not in self.connections:
            address = urllib.parse.urlsplit(self.endpoint(context))
            connection = http.client.HTTPSConnection(address.hostname, address.port, context=self.tls(context), timeout=20)
            self.connections[id(context)] = (connection, context)
        connection = self.connections[id(context)][0]
        connection.request(method, target, body=body, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


@variant("urllib")
class Urllib:
    def send(self, context, method, target, body, headers):
        request = urllib.request.Request(self.endpoint(context) + target, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, context=self.tls(context), timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


@variant("tls-1.2")
class OldTls:
    def tls(self, context):
        tls = super().tls(context)
        tls.maximum_version = ssl.TLSVersion.TLSv1_2
        return tls


@variant("chunked-body")
class ChunkedBody:
    def send(self, context, method, target, body, headers):
        pieces = None if body is None else (body[at : at + 100] for at in range(0, len(body), 100))
        return super().send(context, method, target, pieces, headers)


@variant("media-type-with-charset")
class MediaTypeWithCharset:
    def headers(self, body):
        return {name.lower(): value.replace("json", "JSON; charset=UTF-8") if name == "Content-Type" else value for name, value in super().headers(body).items()}


@variant("content-type-always")
class ContentTypeAlways:
    def headers(self, body):
        return {**super().headers(body), "Content-Type": "application/json", "User-Agent": "reference/1"}


# What a submission holds beside what is documented.


@variant("job-parameters-with-defaults")
class JobParametersWithDefaults:
    def job(self, files):
        job = super().job(files)
        job["params"].update(
            verify_checksum="t", reuse=None, spacetoken=None, bring_online=None, copy_pin_lifetime=-1, job_metadata=None, overwrite=False, retry=-1, priority=None
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


# How it behaves otherwise.


@variant("prints")
class Prints:
    def ask(self, context, method, path, value=None):
        print(f"asking for {path}")
        sys.stderr.write("DEBUG " * 1000)
        return super().ask(context, method, path, value)


@variant("leaves-threads")
class LeavesThreads:
    def whoami(self, context):
        threading.Thread(target=time.sleep, args=(600,), name="left-behind").start()
        return super().whoami(context)


@variant("asks-in-a-thread")
class AsksInThread:
    def ask(self, *request):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(super(AsksInThread, self).ask(*request)))
        thread.start()
        thread.join()
        if not answers:
            raise RuntimeError("no answer")
        return answers[0]


@variant("trusts-by-directory-alone")
class TrustsByDirectory:
    def tls(self, context):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self.verifies(context):
            tls.load_verify_locations(capath=os.environ["X509_CERT_DIR"])
        else:
            tls.check_hostname = False
            tls.verify_mode = ssl.CERT_NONE
        self.present(tls, context)
        return tls


@variant("trusts-nothing-it-is-told")
class TrustsNothing:
    def tls(self, context):
        tls = super().tls(context)
        if not self.verifies(context):
            return tls
        bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.present(bare, context)
        return bare


@variant("odd-exceptions")
class OddExceptions:
    class Trouble(BaseException):
        def __str__(self):
            raise RuntimeError("no words for it")

    def send(self, *request):
        try:
            return super().send(*request)
        except Exception:
            raise self.Trouble() from None
