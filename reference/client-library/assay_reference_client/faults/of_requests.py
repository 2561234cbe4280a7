"""Faults of submissions and of the reading of jobs."""

from .registry import fault


@fault("submit/sends-post-jobs@put")
class Puts:
    def post(self, context, job):
        return self.ask(context, "PUT", "/jobs", job)


@fault("submit/submits-once@twice")
class SubmitsTwice:
    def post(self, context, job):
        super().post(context, job)
        return super().post(context, job)


@fault("submit/content-type@missing")
class NoContentType:
    def headers(self, body):
        return {name: value for name, value in super().headers(body).items() if name.lower() != "content-type"}


@fault("submit/content-type@form")
class FormContentType:
    def headers(self, body):
        headers = super().headers(body)
        return headers if body is None else {**headers, "Content-Type": "application/x-www-form-urlencoded"}


class ChangesBody:
    def encode(self, value):
        return super().encode(self.changed(value))


@fault("submit/body@no-params")
class NoParams(ChangesBody):
    def changed(self, value):
        return {"files": value["files"]}


@fault("submit/body@params-list")
class ParamsAsList(ChangesBody):
    def changed(self, value):
        return {**value, "params": []}


@fault("submit/body@other-name-for-files")
class OtherNameForFiles(ChangesBody):
    def changed(self, value):
        return {"Files": value["files"], "params": value["params"]}


@fault("submit/body@sources-text")
class SourcesAsText(ChangesBody):
    def changed(self, value):
        return {**value, "files": [{**file, "sources": file["sources"][0]} for file in value["files"]]}


@fault("submit/body@overwrite-text")
class OverwriteAsText(ChangesBody):
    def changed(self, value):
        return {**value, "params": {"overwrite": "false"}}


@fault("submit/body@python-text")
class BodyAsPythonText:
    def encode(self, value):
        return str(value).encode("utf-8")


@fault("submit/returns-job-id@whole-answer")
class WholeAnswer:
    def identifier(self, answer):
        return answer


@fault("submit/returns-job-id@another")
class AnotherIdentifier:
    def identifier(self, answer):
        return answer["job_id"][:-1] + ("0" if answer["job_id"][-1] != "0" else "1")


@fault("submit/returns-job-id@nothing")
class NoIdentifier:
    def identifier(self, answer):
        return None


@fault("submit/returns-job-id@raises")
class IdentifierRaises:
    def identifier(self, answer):
        raise KeyError("job_id")


class Anonymous:
    """Asks some things without a certificate."""

    anonymous = False

    def present(self, tls, context):
        if not self.anonymous:
            super().present(tls, context)

    def without_certificate(self, call, *args):
        self.anonymous = True
        try:
            return call(*args)
        finally:
            self.anonymous = False


@fault("submit/presents-credential@none")
class SubmitsAnonymously(Anonymous):
    def post(self, context, job):
        return self.without_certificate(super().post, context, job)


@fault("get_job_status/asks-for-the-job@searches-the-list")
class SearchesList:
    def get_job_status(self, context, job_id):
        jobs = self.ask(context, "GET", "/jobs")
        return {**next(job for job in jobs if job["job_id"] == job_id), "http_status": "200 Ok"}


@fault("get_job_status/returns-job@member-lost")
class LosesState:
    def status(self, answer):
        return {name: value for name, value in answer.items() if name != "job_state"}


@fault("get_job_status/returns-job@list")
class JobInList:
    def status(self, answer):
        return [answer]


@fault("get_job_status/returns-job@zero-for-null")
class ZeroForNull:
    def status(self, answer):
        return {name: 0 if value is None else value for name, value in answer.items()}


@fault("get_job_status/http-status@missing")
class NoHttpStatus:
    def status(self, answer):
        return {name: value for name, value in answer.items() if name != "http_status"}


@fault("get_job_status/http-status@number")
class HttpStatusAsNumber:
    def status(self, answer):
        return {**answer, "http_status": 200}


@fault("get_job_status/presents-credential@none")
class ReadsAnonymously(Anonymous):
    def get_job_status(self, context, job_id):
        return self.without_certificate(super().get_job_status, context, job_id)


@fault("submit/sends-post-jobs@other-path")
class OtherSubmissionPath:
    def post(self, context, job):
        return self.ask(context, "POST", "/api/jobs", job)


@fault("submit/sends-post-jobs@latest-of-the-list")
class LatestOfList:
    def post(self, context, job):
        return self.ask(context, "GET", "/jobs")[-1]


@fault("submit/content-type@json-patch")
class JsonPatch:
    def headers(self, body):
        headers = super().headers(body)
        return headers if body is None else {**headers, "Content-Type": "application/json-patch+json"}


@fault("submit/body@null-among-files")
class NullAmongFiles(ChangesBody):
    def changed(self, value):
        return {**value, "files": [*value["files"], None]}


@fault("submit/body@null-among-sources")
class NullAmongSources(ChangesBody):
    def changed(self, value):
        return {**value, "files": [{**file, "sources": [*file["sources"], None]} for file in value["files"]]}


@fault("submit/body@checksum-object")
class ChecksumAsObject(ChangesBody):
    def changed(self, value):
        return {**value, "files": [{**file, "checksum": dict([file["checksum"].split(":")])} for file in value["files"]]}


@fault("get_job_status/asks-for-the-job@post")
class PostsForJob:
    def get_job_status(self, context, job_id):
        return self.status(self.ask(context, "POST", self.job_path(job_id)))


@fault("get_job_status/asks-for-the-job@made-up")
class MadeUpStatus:
    def get_job_status(self, context, job_id):
        return {"job_id": job_id, "job_state": "FINISHED", "http_status": "200 Ok"}


@fault("get_job_status/asks-for-the-job@page-by-page")
class SearchesPages:
    def get_job_status(self, context, job_id):
        pages = [self.ask(context, "GET", f"/jobs?page={page}") for page in range(4)]
        return {**next(job for page in pages for job in page if job["job_id"] == job_id), "http_status": "200 Ok"}
