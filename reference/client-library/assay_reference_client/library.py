"""The client library of the transfer service as the interface document describes it.

Python 3.9 and its standard library only. What a call takes, sends and returns passes the seam, where changes act.
"""

import http.client
import json
import os
import ssl
import urllib.parse

from .seam import MISSING, Seam

CALLS = ("Context", "whoami", "new_transfer", "new_job", "submit", "get_job_status")
TRUST = ("SSL_CERT_FILE", "SSL_CERT_DIR", "X509_CERT_DIR")
TIMEOUT_S = 20


class TransferError(Exception):
    """The response of the service is not a success."""


class Context:
    """The address of the service, and the credentials to present."""

    def __init__(self, endpoint, certificate, key, verify):
        self.endpoint = endpoint
        self.certificate = certificate
        self.key = key
        self.verify = verify
        self.answered = False


class Library:
    def __init__(self, seam):
        self.seam = seam

    # The documented calls (Endpoints B, client library).

    def Context(self, endpoint, ucert=None, ukey=None, verify=True):
        certificate, key = self.from_environment() if ucert is None else (ucert, ucert if ukey is None else ukey)
        files = self.seam.through("credentials", {"certificate": certificate, "key": key})
        return Context(endpoint, files["certificate"], files["key"], verify)

    def whoami(self, context):
        return self.ask(context, "GET", "/whoami")

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None):
        further = {"checksum": checksum, "filesize": filesize, "metadata": metadata}
        given = {name: value for name, value in further.items() if value is not None}
        return self.seam.through("file", {"sources": [source], "destinations": [destination], **given})

    def new_job(self, transfers):
        return self.seam.through("job", {"files": list(transfers), "params": {}})

    def submit(self, context, job):
        return self.ask(context, "POST", "/jobs", job)["job_id"]

    def get_job_status(self, context, job_id):
        return self.ask(context, "GET", f"/jobs/{urllib.parse.quote(str(job_id), safe='')}")

    # The wire.

    def from_environment(self):
        """The paths of certificate and key; a proxy file is both."""
        variables = self.seam.through("environment", dict(os.environ))
        proxy = variables.get("X509_USER_PROXY")
        if proxy:
            return proxy, proxy
        certificate, key = variables.get("X509_USER_CERT"), variables.get("X509_USER_KEY")
        if certificate and key:
            return certificate, key
        raise ValueError("no credentials: give ucert and ukey, or set X509_USER_PROXY, or X509_USER_CERT and X509_USER_KEY")

    def ask(self, context, method, path, value=None):
        status, bytes = self.exchange(context, method, path, value)
        if not 200 <= status < 300:
            raise TransferError(f"{method} {path} was answered with {status}: {bytes[:200].decode('utf-8', 'replace')}")
        return self.seam.through("answer", json.loads(bytes))

    def exchange(self, context, method, path, value=None):
        """Returns status and body of the response."""
        through = self.seam.through
        headers = {"Accept": "application/json", **({} if value is None else {"Content-Type": "application/json"})}
        request = through("request", {"method": method, "path": path, "headers": headers, "body": value})
        body = None if request["body"] is None else through("text", json.dumps(request["body"])).encode("utf-8")
        connection = {"url": context.endpoint, "verify": context.verify, "certificate": context.certificate, "key": context.key, "trust": TRUST}
        send = through("send", self.send)
        answer = send(through("connection", connection), request["method"], request["path"], request["headers"], body)
        context.answered = True
        return answer

    def send(self, connection, *request):
        opened = self.open(connection)
        try:
            return answered(opened, *request)
        finally:
            opened.close()

    def open(self, connection):
        url = urllib.parse.urlsplit(connection["url"])
        if url.scheme == "http":
            return http.client.HTTPConnection(url.hostname, url.port, timeout=TIMEOUT_S)
        return http.client.HTTPSConnection(url.hostname, url.port, context=self.tls(connection), timeout=TIMEOUT_S)

    def tls(self, connection):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        for place in filter(None, map(os.environ.get, connection["trust"])):
            tls.load_verify_locations(**{"capath" if os.path.isdir(place) else "cafile": place})
        if not connection["verify"]:
            tls.check_hostname = False
            tls.verify_mode = ssl.CERT_NONE
        if connection["certificate"]:
            tls.load_cert_chain(connection["certificate"], connection["key"])
        return self.seam.through("tls", tls)


def answered(opened, method, path, headers, body):
    opened.request(method, path, body=body, headers=headers)
    answer = opened.getresponse()
    return answer.status, answer.read()


def offered(changes=()):
    """The module's members by name, with changes."""
    seam = Seam(changes)
    seam.library = Library(seam)
    members = {name: seam.offer(name, getattr(seam.library, name)) for name in CALLS}
    return {name: member for name, member in members.items() if member is not MISSING}
