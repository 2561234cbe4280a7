"""The only place where changes are applied: each part of a call passes through it under a name.

A change is an object {"path", "operator", "argument", "at"?, "when"?, "nth"?, "element"?}. `path` begins with the name of a part, and
leads into it as a JSON Pointer; `*` stands for any characters of a name, or for all elements. `at` names calls, `when` a condition.

The parts, in order: `parameters` and `offer` at the import; then at each call `arguments`, `environment`, `credentials`, `file`, `job`;
for each request `request`, `text` (of its body), `send` (a function), `connection`, `tls`, `answer`; last `result` and `handle`, or `failure`.
"""

import fnmatch
import inspect
import os

MISSING = object()

CONDITIONS = {
    "verify is False": lambda now, value: now.arguments.get("verify") is False,
    "verify left out": lambda now, value: now.arguments.get("verify") is None,
    "verifying": lambda now, value: now.context.verify,
    "answered before": lambda now, value: now.context.answered,
    "not answered yet": lambda now, value: not now.context.answered,
    "ucert alone": lambda now, value: now.arguments.get("ucert") is not None and now.arguments.get("ukey") is None,
    "ucert is ukey": lambda now, value: now.arguments.get("ucert") is not None and now.arguments["ucert"] == now.arguments.get("ukey"),
    "ukey apart": lambda now, value: now.arguments.get("ukey") not in (None, now.arguments.get("ucert")),
    "proxy in environment": lambda now, value: "X509_USER_PROXY" in os.environ,
    "certificate in environment": lambda now, value: "X509_USER_CERT" in os.environ,
    "several transfers": lambda now, value: len(now.arguments["transfers"]) > 1,
    "great file size": lambda now, value: (now.arguments.get("filesize") or 0) >= 2**31,
    "network error": lambda now, value: isinstance(value, OSError),
}

KINDS_OF_PARAMETERS = {
    "by-position": inspect.Parameter.POSITIONAL_ONLY,
    "both": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "rest": inspect.Parameter.VAR_POSITIONAL,
    "by-name": inspect.Parameter.KEYWORD_ONLY,
    "further": inspect.Parameter.VAR_KEYWORD,
}


class Seam:
    """`call`, `arguments` and `context` are those of the call that is being made; `made` holds results by call, `value` the changed part."""

    def __init__(self, changes):
        self.changes = [{**change, "count": 0} for change in changes]
        self.made = {}
        self.handed = []
        self.gathered = []
        self.call, self.arguments, self.context, self.value = None, {}, None, None
        if changes:
            from .operators import OPERATORS

            self.operators = OPERATORS

    def through(self, part, value):
        """The value after every change of this part that applies now."""
        for change in self.changes:
            _, first, *rest = change["path"].split("/")
            if first == part and self.applies(change, value):
                change["count"] += 1
                if is_nth(change.get("nth"), change["count"]):
                    self.value = value
                    operator = self.operators[change["operator"]]
                    value = within(value, rest, change.get("element"), lambda own: operator(own, change.get("argument"), self))
        return value

    def applies(self, change, value):
        at = change.get("at")
        return (at is None or self.call in ([at] if isinstance(at, str) else at)) and (
            "when" not in change or CONDITIONS[change["when"]](self, value)
        )

    def offer(self, name, call):
        """A documented call as the module offers it."""
        plain = inspect.signature(call)
        self.call = name
        documented = [[parameter, "both", parameter] for parameter in plain.parameters]
        taken = self.through("parameters", documented)
        signature = plain if taken is documented else signature_of(taken)
        meanings = {parameter: meaning for parameter, _, meaning in taken}

        def offered(*args, **kwargs):
            self.call, self.arguments, self.context = name, {}, None
            try:
                given = signature.bind(*args, **kwargs).arguments
                self.arguments = {meanings[key]: self.taken_back(value) for key, value in given.items() if meanings[key] is not None}
                self.context = self.arguments.get("context")
                self.arguments = self.through("arguments", self.arguments)
                result = call(**{key: value for key, value in self.arguments.items() if key in plain.parameters})
                self.made.setdefault(name, []).append(result)
                return self.handed_out(self.through("result", result))
            except BaseException as error:
                instead = self.through("failure", error)
                if instead is error:
                    raise
                return instead

        return self.through("offer", offered)

    def handed_out(self, result):
        handle = self.through("handle", result)
        if handle is not result:
            self.handed.append((handle, result))
        return handle

    def taken_back(self, value):
        """The object in whose place this handle was returned to the caller; any other value stays unchanged."""
        if isinstance(value, list):
            return [self.taken_back(each) for each in value]
        return next((result for handle, result in self.handed if handle is value), value)


def signature_of(taken):
    """The signature with parameters [name, kind, meaning]; each of them may be omitted in a call."""
    return inspect.Signature(
        [
            inspect.Parameter(name, KINDS_OF_PARAMETERS[kind], **({} if kind in ("rest", "further") else {"default": None}))
            for name, kind, _ in taken
        ]
    )


def is_nth(nth, count):
    """Whether this is the n-th time, from 1: the n-th alone, those from the n-th on, or each n-th."""
    if isinstance(nth, dict):
        return count >= nth["from"] if "from" in nth else count % nth["every"] == 0
    return nth is None or nth == count


def within(value, path, element, change):
    """The value with a change at a path; unchanged where the path leads nowhere."""
    if not path:
        return change(value)
    name, *rest = path
    if isinstance(value, (list, tuple)):
        chosen = [at for at in range(len(value)) if name in ("*", str(at)) and (name != "*" or is_nth(element, at + 1))]
        made = [within(own, rest, element, change) if at in chosen else own for at, own in enumerate(value)]
        return [own for own in made if own is not MISSING]
    if not isinstance(value, dict):
        return value
    made = dict(value)
    for key in fnmatch.filter(value, name) if "*" in name else [name]:
        made[key] = within(value.get(key, MISSING), rest, element, change)
    return {key: own for key, own in made.items() if own is not MISSING}
