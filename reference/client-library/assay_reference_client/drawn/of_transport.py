"""How requests are carried: by which module, in which pieces, over which TLS, whom it trusts."""

import http.client
import os
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request

from .registry import drawn

TIMEOUT_S = 20
MOST_PIECES = 1000
VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


def by_urllib(url, method, body, headers, tls):
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, context=tls, timeout=TIMEOUT_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def over(connection, method, target, body, headers):
    connection.request(method, target, body=body, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


@drawn("carried")
def carried(by, pieces):
    """By `urllib`, `http-1.0`, `kept` (connections are kept open) or `plain`; bodies in pieces of at least so many octets, 0: as a whole."""

    class Carried:
        kept = {}

        def send(self, context, method, target, body, headers):
            sent = body
            if pieces and body is not None and by != "http-1.0":
                size = max(pieces, len(body) // MOST_PIECES)
                sent = (body[at : at + size] for at in range(0, len(body), size))
            if by == "plain":
                return super().send(context, method, target, sent, headers)
            if by == "urllib":
                return by_urllib(self.endpoint(context) + target, method, sent, headers, self.tls(context))
            connection = self.connection(context)
            if by == "http-1.0":
                connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
                return over(connection, method, target, sent, headers)
            return over(connection, method, target, sent, headers)

        def connection(self, context):
            if by == "kept" and id(context) in self.kept:
                return self.kept[id(context)][0]
            address = urllib.parse.urlsplit(self.endpoint(context))
            made = http.client.HTTPSConnection(address.hostname, address.port, context=self.tls(context), timeout=TIMEOUT_S)
            if by == "kept":
                self.kept[id(context)] = (made, context)
            return made

    return Carried


@drawn("tls")
def tls(version, protocols, curve, trust):
    """A version of TLS, protocols that are offered, a curve, and the variable that names authorities; None: as it was."""

    class Tls:
        def tls(self, context):
            made = super().tls(context)
            if trust is not None:
                made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                place = os.environ[trust]
                if self.verifies(context):
                    made.load_verify_locations(**{"capath" if os.path.isdir(place) else "cafile": place})
                else:
                    made.check_hostname = False
                    made.verify_mode = ssl.CERT_NONE
                self.present(made, context)
            if version is not None:
                made.minimum_version = made.maximum_version = VERSIONS[version]
            if protocols:
                made.set_alpn_protocols(protocols)
            if curve is not None:
                made.set_ecdh_curve(curve)
            return made

    return Tls


@drawn("thread-for-requests")
def thread_for_requests(name):
    class InThread:
        def send(self, *request):
            told = []

            def run():
                try:
                    told.append((True, super(InThread, self).send(*request)))
                except Exception as error:
                    told.append((False, error))

            thread = threading.Thread(target=run, name=name)
            thread.start()
            thread.join()
            (answered, what) = told[0]
            if answered:
                return what
            raise what

    return InThread


@drawn("presents-nothing")
def presents_nothing(method):
    """No certificate on requests of one method."""

    class PresentsNothing:
        bare = False

        def present(self, tls, context):
            if not self.bare:
                super().present(tls, context)

        def send(self, context, own_method, *request):
            self.bare = own_method == method
            try:
                return super().send(context, own_method, *request)
            finally:
                self.bare = False

    return PresentsNothing


@drawn("one-endpoint")
def one_endpoint(of):
    """Every context speaks to the endpoint of the `first` or the `latest`."""

    class OneEndpoint:
        known = None

        def context(self, *args, **kwargs):
            made = super().context(*args, **kwargs)
            if of == "latest" or self.known is None:
                self.known = made.endpoint
            return made

        def endpoint(self, context):
            return self.known

    return OneEndpoint


@drawn("verify-default")
def verify_default(value):
    """`verify` has this value where it is not given."""

    class VerifyDefault:
        def context(self, endpoint, ucert=None, ukey=None, verify=value):
            return super().context(endpoint, ucert, ukey, verify)

    return VerifyDefault
