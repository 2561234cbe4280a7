"""Other ways to carry requests: by which module, in which pieces, in a thread, over which TLS, with which credential, to whom."""

import http.client
import os
import ssl
import threading
import urllib.parse

from .layers import layer
from .library import TIMEOUT_S


def by_urllib(self, _, context, method, target, body, headers):
    # Imported here, because it takes long and few need it.
    import urllib.error
    import urllib.request

    request = urllib.request.Request(self.endpoint(context) + target, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, context=self.tls(context), timeout=TIMEOUT_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def connected(self, context):
    address = urllib.parse.urlsplit(self.endpoint(context))
    return http.client.HTTPSConnection(address.hostname, address.port, context=self.tls(context), timeout=TIMEOUT_S)


def over(connection, method, target, body, headers):
    connection.request(method, target, body=body, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


KEPT = {}


def by_kept(self, _, context, *request):
    """Connections are kept open."""
    if id(context) not in KEPT:
        KEPT[id(context)] = (connected(self, context), context)
    return over(KEPT[id(context)][0], *request)


def by_http_1_0(self, _, context, *request):
    connection = connected(self, context)
    connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
    return over(connection, *request)


def in_pieces(body, size):
    """A body in pieces of this many octets."""
    return None if body is None else (body[at : at + size] for at in range(0, len(body), size))


def in_thread(name):
    """A step that runs in a thread of this name."""

    def call(self, below, *args):
        ended = []

        def run():
            try:
                ended.append((below(*args), None))
            except Exception as error:
                ended.append((None, error))

        thread = threading.Thread(target=run, name=name)
        thread.start()
        thread.join()
        result, error = ended[0]
        if error is not None:
            raise error
        return result

    return call


def trusting(variable):
    """Only the authorities in the file or directory that an environment variable names are trusted."""

    def tls(self, _, context):
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        place = os.environ[variable]
        if self.verifies(context):
            made.load_verify_locations(**{"capath" if os.path.isdir(place) else "cafile": place})
        else:
            made.check_hostname = False
            made.verify_mode = ssl.CERT_NONE
        self.present(made, context)
        return made

    return tls


def anonymous(step, applies=lambda *args: True):
    """No certificate is presented during a step, for the arguments that `applies` accepts."""

    def present(self, below, *args):
        if not getattr(self, "bare", False):
            below(*args)

    def run(self, below, *args, **kwargs):
        self.bare = applies(*args)
        try:
            return below(*args, **kwargs)
        finally:
            self.bare = False

    return layer(present=present, **{step: run})


def one_endpoint(of):
    """Every context uses the endpoint of the `first` context, or of the `latest`."""

    def context(self, below, *args, **kwargs):
        made = below(*args, **kwargs)
        if of == "latest" or not hasattr(self, "known"):
            self.known = made.endpoint
        return made

    return layer(context=context, endpoint=lambda self, _, context: self.known)
