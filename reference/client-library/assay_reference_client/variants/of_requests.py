"""Lawful oddities of how requests are made."""

import http.client
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request

from .registry import variant


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


@variant("remembers-identity")
class RemembersIdentity:
    def __init__(self):
        super().__init__()
        self.known = {}

    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        made = super().context(endpoint, ucert, ukey, verify)
        self.known[id(made)] = (super().whoami(made), made)
        return made

    def whoami(self, context):
        return self.known[id(context)][0] if id(context) in self.known else super().whoami(context)


@variant("reads-job-back")
class ReadsJobBack:
    def post(self, context, job):
        answer = super().post(context, job)
        self.ask(context, "GET", self.job_path(answer["job_id"]))
        return answer


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
        headers = super().headers(body)
        return {name.lower(): value.replace("json", "JSON ; charset=UTF-8") if name == "Content-Type" else value for name, value in headers.items()}


@variant("content-type-always")
class ContentTypeAlways:
    def headers(self, body):
        return {**super().headers(body), "Content-Type": "application/json", "User-Agent": "reference/1"}
