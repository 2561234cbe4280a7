"""Operators on requests: further and repeated ones, reused responses, other ways."""

import functools
import json
from concurrent.futures import ThreadPoolExecutor

from . import library

MOST_PIECES = 1000


def further(value, requests, now):
    """Makes further requests; `{name}` in a path stands for a member of the value, or of an earlier answer."""
    call, context = now.call, now.context
    # Faults that apply to a call do not apply to these further requests.
    now.call, now.context = None, context or value
    known = dict(value) if isinstance(value, dict) else {}
    try:
        for method, path, *body in requests:
            _, bytes = now.library.exchange(now.context, method, path.format_map(known), *body)
            try:
                known.update(json.loads(bytes))
            except (TypeError, ValueError):
                continue
    finally:
        now.call, now.context = call, context
    return value


def repeat(send, argument, now):
    """Sends each request `times` more times before the actual one; `connection` may change the connection of these."""

    def again(connection, *request):
        for _ in range(argument["times"]):
            send({**connection, **argument.get("connection", {})}, *request)
        return send(connection, *request)

    return again


def once(send, only, now):
    """Each context reuses its first response: for one path, for each path (`*`), or (None) for all requests of one call."""
    call, known = now.call, vars(now.context).setdefault("known", {})

    def remembering(connection, method, path, *request):
        if only not in (None, "*", path):
            return send(connection, method, path, *request)
        key = path if only == "*" else only or call
        if key not in known:
            known[key] = send(connection, method, path, *request)
        return known[key]

    return remembering


def carry(send, argument, now):
    """`by` urllib, http-1.0, kept or shared connections; bodies in `pieces`, in a `thread`; other header `names`."""
    by, size, thread = argument.get("by"), argument.get("pieces"), argument.get("thread")
    spell = SPELLINGS[argument.get("names", "kept")]

    def carried(connection, method, path, headers, body):
        if size and body is not None and by != "http-1.0":
            body = in_pieces(body, max(size, len(body) // MOST_PIECES))
        request = (connection, method, path, {spell(name): value for name, value in headers.items()}, body)
        carrier = functools.partial(CARRIERS[by], now) if by in CARRIERS else send
        return carrier(*request) if thread is None else in_thread(thread, lambda: carrier(*request))

    return carried


SPELLINGS = {
    "kept": str,
    "lower": str.lower,
    "upper": str.upper,
    "mixed": lambda name: "".join(letter.upper() if at % 2 else letter.lower() for at, letter in enumerate(name)),
}


def in_pieces(body, size):
    return (body[at : at + size] for at in range(0, len(body), size))


def in_thread(name, run):
    with ThreadPoolExecutor(1, name) as threads:
        return threads.submit(run).result()


def by_urllib(now, connection, method, path, headers, body):
    # Imported here, because it takes long and few need it.
    import urllib.error
    import urllib.request

    request = urllib.request.Request(connection["url"] + path, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, context=now.library.tls(connection), timeout=library.TIMEOUT_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def by_http_1_0(now, connection, *request):
    opened = now.library.open(connection)
    opened._http_vsn, opened._http_vsn_str = 10, "HTTP/1.0"
    return library.answered(opened, *request)


def by_kept(now, connection, *request):
    kept = vars(now.context)
    if "opened" not in kept:
        kept["opened"] = now.library.open(connection)
    return library.answered(kept["opened"], *request)


def by_shared(now, connection, *request):
    """Contexts that would open the same connection share it."""
    kept, same = vars(now.library).setdefault("opened", {}), json.dumps(connection, sort_keys=True)
    # One that failed is not put back.
    opened = kept.pop(same, None) or now.library.open(connection)
    answer = library.answered(opened, *request)
    kept[same] = opened
    return answer


CARRIERS = {"urllib": by_urllib, "http-1.0": by_http_1_0, "kept": by_kept, "shared": by_shared}
