"""The client library of the transfer service as the interface document describes it.

Python 3.9 and its standard library only. Each step is a separate method, so that faults and
lawful variants (faults, variants, drawn) can replace it.
"""

import http.client
import json
import os
import ssl
import urllib.parse

TIMEOUT_S = 20


class TransferError(Exception):
    """The service answered with something other than success."""


class Context:
    """Where the service is, and the credentials to show there."""

    def __init__(self, endpoint, certificate, key, verify):
        self.endpoint = endpoint
        self.certificate = certificate
        self.key = key
        self.verify = verify


class Library:
    def offered(self):
        """The module's members by name."""
        return {
            "Context": self.context,
            "whoami": self.whoami,
            "new_transfer": self.new_transfer,
            "new_job": self.new_job,
            "submit": self.submit,
            "get_job_status": self.get_job_status,
        }

    # The documented calls (Endpoints B, client library).

    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        certificate, key = self.credentials(ucert, ukey)
        return Context(endpoint, certificate, key, verify)

    def whoami(self, context):
        return self.identity(self.ask(context, "GET", "/whoami"))

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None):
        return self.file(source, destination, checksum, filesize, metadata)

    def new_job(self, transfers):
        return self.job(list(transfers))

    def submit(self, context, job):
        return self.identifier(self.post(context, job))

    def get_job_status(self, context, job_id):
        return self.status(self.ask(context, "GET", self.job_path(job_id)))

    # Credentials.

    def credentials(self, ucert, ukey):
        """Files of certificate and key; a proxy file is both."""
        if ucert is None:
            return self.from_environment()
        return ucert, ucert if ukey is None else ukey

    def from_environment(self):
        proxy = os.environ.get("X509_USER_PROXY")
        if proxy:
            return proxy, proxy
        certificate, key = os.environ.get("X509_USER_CERT"), os.environ.get("X509_USER_KEY")
        if certificate and key:
            return certificate, key
        raise ValueError("no credentials: give ucert and ukey, or set X509_USER_PROXY, or X509_USER_CERT and X509_USER_KEY")

    # The wire.

    def verifies(self, context):
        return context.verify

    def tls(self, context):
        tls = ssl.create_default_context()
        directory = os.environ.get("X509_CERT_DIR")
        if directory:
            tls.load_verify_locations(capath=directory)
        if not self.verifies(context):
            tls.check_hostname = False
            tls.verify_mode = ssl.CERT_NONE
        self.present(tls, context)
        return tls

    def present(self, tls, context):
        tls.load_cert_chain(context.certificate, context.key)

    def endpoint(self, context):
        return context.endpoint

    def target(self, path):
        return path

    def headers(self, body):
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        return headers

    def encode(self, value):
        return json.dumps(value).encode("utf-8")

    def send(self, context, method, target, body, headers):
        """Status and octets of the answer."""
        address = urllib.parse.urlsplit(self.endpoint(context))
        connection = http.client.HTTPSConnection(address.hostname, address.port, context=self.tls(context), timeout=TIMEOUT_S)
        try:
            connection.request(method, target, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def ask(self, context, method, path, value=None):
        body = None if value is None else self.encode(value)
        status, octets = self.send(context, method, self.target(path), body, self.headers(body))
        if not 200 <= status < 300:
            raise TransferError(f"{method} {path} was answered with {status}: {octets[:200].decode('utf-8', 'replace')}")
        return json.loads(octets)

    def post(self, context, job):
        return self.ask(context, "POST", "/jobs", job)

    def job_path(self, job_id):
        return f"/jobs/{urllib.parse.quote(str(job_id), safe='')}"

    # Requests and results.

    def file(self, source, destination, checksum, filesize, metadata):
        file = {"sources": [source], "destinations": [destination]}
        further = {"checksum": checksum, "filesize": filesize, "metadata": metadata}
        file.update({name: value for name, value in further.items() if value is not None})
        return file

    def job(self, files):
        return {"files": files, "params": {}}

    def identity(self, answer):
        return answer

    def identifier(self, answer):
        return answer["job_id"]

    def status(self, answer):
        return answer
