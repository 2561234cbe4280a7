"""Requests: headers, what stands around paths, further requests; other methods, paths and headers."""

from .of_values import spelled
from .registry import drawn


@drawn("headers")
def headers(further, spelling):
    """Further headers, and all names in another case."""

    class Headers:
        def headers(self, body):
            taken = {name.lower() for name, _ in further}
            own = {name: value for name, value in super().headers(body).items() if name.lower() not in taken}
            return {spelled(name, spelling): value for name, value in [*own.items(), *further]}

    return Headers


@drawn("media-type")
def media_type(text, always):
    """The media type of submissions in this writing; `always`: of every request. None: no media type."""

    class MediaType:
        def headers(self, body):
            own = {name: value for name, value in super().headers(body).items() if name.lower() != "content-type"}
            return {**own, "Content-Type": text} if text is not None and (always or body is not None) else own

    return MediaType


@drawn("targets")
def targets(slashes, query, before, behind):
    """Slashes before every path, a query behind it, and what stands before and behind the identifier of a job that is read."""

    class Targets:
        def target(self, path):
            made = super().target(path)
            return "/" * slashes + made + (("&" if "?" in made else "?") + query if query else "")

        def job_path(self, job_id):
            own = super().job_path(job_id)
            return (before + own[own.rindex("/") + 1 :] if before else own) + behind

    return Targets


@drawn("further-requests")
def further_requests(requests, when):
    """Requests of no documented kind before or behind the documented one of a call, whatever they are answered."""

    class FurtherRequests:
        def further(self, context):
            for method, path in requests:
                self.send(context, method, path, None, self.headers(None))

        def around(self, call, *args):
            if when == "before":
                self.further(args[0])
            result = call(*args)
            if when == "behind":
                self.further(args[0])
            return result

        def context(self, *args, **kwargs):
            made = super().context(*args, **kwargs)
            if when == "in-context":
                self.further(made)
            return made

        def whoami(self, context):
            return self.around(super().whoami, context)

        def submit(self, context, job):
            return self.around(super().submit, context, job)

        def get_job_status(self, context, job_id):
            return self.around(super().get_job_status, context, job_id)

    return FurtherRequests


@drawn("asks-otherwise")
def asks_otherwise(of, method, path):
    """The request of one call with another method or path; None: as it was."""

    class AsksOtherwise:
        def ask(self, context, own_method, own_path, *value):
            asked = "submit" if own_method == "POST" else "whoami" if own_path == "/whoami" else "get_job_status"
            if asked != of:
                return super().ask(context, own_method, own_path, *value)
            return super().ask(context, method or own_method, path or own_path, *value)

    return AsksOtherwise


@drawn("asks-for-another-job")
def asks_for_another_job(another):
    class AsksForAnother:
        def get_job_status(self, context, job_id):
            return super().get_job_status(context, another)

    return AsksForAnother


@drawn("authorization")
def authorization(value, on):
    """A header Authorization on all requests, or on those of one method."""

    class Authorization:
        def send(self, context, method, target, body, headers):
            own = {**headers, "Authorization": value} if on in ("all", method) else headers
            return super().send(context, method, target, body, own)

    return Authorization


@drawn("submits-again")
def submits_again(times):
    class SubmitsAgain:
        def post(self, context, job):
            for _ in range(times):
                super().post(context, job)
            return super().post(context, job)

    return SubmitsAgain
