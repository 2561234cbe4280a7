"""Requests: headers, paths, further requests, methods; how they are carried, over which TLS, with which credential."""

import ssl

from ..layers import layer, without
from ..transport import anonymous, by_http_1_0, by_kept, by_urllib, in_pieces, in_thread, one_endpoint, trusting
from .of_values import spelled

MOST_PIECES = 1000
VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}
CARRIERS = {"urllib": by_urllib, "http-1.0": by_http_1_0, "kept": by_kept, "plain": lambda self, below, *request: below(*request)}


def headers(further, spelling):
    """Further headers, and all names in another case."""

    def changed(self, below, body):
        own = without(below(body), *(name.lower() for name, _ in further))
        return {spelled(name, spelling): value for name, value in [*own.items(), *further]}

    return layer(headers=changed)


def media_type(text, always):
    """The media type of submissions in this writing; `always`: of every request. None: no media type."""

    def changed(self, below, body):
        own = without(below(body), "content-type")
        return {**own, "Content-Type": text} if text is not None and (always or body is not None) else own

    return layer(headers=changed)


def targets(slashes, query, before, behind):
    """Slashes before every path, a query behind it, and what stands before and behind the identifier of a job that is read."""

    def target(self, below, path):
        made = below(path)
        return "/" * slashes + made + (("&" if "?" in made else "?") + query if query else "")

    def job_path(self, below, job_id):
        own = below(job_id)
        return (before + own[own.rindex("/") + 1 :] if before else own) + behind

    return layer(target=target, job_path=job_path)


def further_requests(requests, when):
    """Undocumented requests before or after the documented one of a call, with any answers."""

    def further(self, context):
        for method, path in requests:
            self.send(context, method, path, None, self.headers(None))

    def around(self, below, context, *args, **kwargs):
        if when == "before":
            further(self, context)
        result = below(context, *args, **kwargs)
        if when == "behind":
            further(self, context)
        return result

    def made(self, below, *args, **kwargs):
        context = below(*args, **kwargs)
        if when == "in-context":
            further(self, context)
        return context

    return layer(context=made, whoami=around, submit=around, get_job_status=around)


def asks_otherwise(of, method, path):
    """The request of one call with another method or path; None: as it was."""

    def ask(self, below, context, own_method, own_path, *value):
        asked = "submit" if own_method == "POST" else "whoami" if own_path == "/whoami" else "get_job_status"
        return below(context, *((method or own_method, path or own_path) if asked == of else (own_method, own_path)), *value)

    return layer(ask=ask)


def authorization(value, on):
    """A header Authorization on all requests, or on those of one method."""

    def send(self, below, context, method, target, body, own):
        return below(context, method, target, body, {**own, "Authorization": value} if on in ("all", method) else own)

    return layer(send=send)


def submits_again(times):
    def post(self, below, context, job):
        for _ in range(times):
            below(context, job)
        return below(context, job)

    return layer(post=post)


def carried(by, pieces):
    """By `urllib`, `http-1.0`, `kept` (connections are kept open) or `plain`; bodies in pieces of at least this many octets, 0: as a whole."""

    def send(self, below, context, method, target, body, own):
        split = pieces and body is not None and by != "http-1.0"
        sent = in_pieces(body, max(pieces, len(body) // MOST_PIECES)) if split else body
        return CARRIERS[by](self, below, context, method, target, sent, own)

    return layer(send=send)


def tls(version, protocols, curve, trust):
    """A version of TLS, protocols that are offered, a curve, and the variable that names authorities; None: as it was."""

    def made(self, below, context):
        own = below(context) if trust is None else trusting(trust)(self, below, context)
        if version is not None:
            own.minimum_version = own.maximum_version = VERSIONS[version]
        if protocols:
            own.set_alpn_protocols(protocols)
        if curve is not None:
            own.set_ecdh_curve(curve)
        return own

    return layer(tls=made)


DRAWN = {
    "headers": headers,
    "media-type": media_type,
    "targets": targets,
    "further-requests": further_requests,
    "asks-otherwise": asks_otherwise,
    "asks-for-another-job": lambda another: layer(get_job_status=lambda self, below, context, job_id: below(context, another)),
    "authorization": authorization,
    "submits-again": submits_again,
    "carried": carried,
    "tls": tls,
    "thread-for-requests": lambda name: layer(send=in_thread(name)),
    # No certificate on requests of one method.
    "presents-nothing": lambda method: anonymous("send", lambda context, own, *request: own == method),
    "one-endpoint": one_endpoint,
    # `verify` has this value where it is not given.
    "verify-default": lambda value: layer(
        context=lambda self, below, endpoint, ucert=None, ukey=None, verify=value: below(endpoint, ucert, ukey, verify)
    ),
}
