"""Faults by id: each replaces a step of the library by a wrong one."""

import os
import tempfile

#: Faults that take a call away, with its name.
MISSING = {f"client-library/{name}/is-offered@missing": name for name in ("Context", "whoami", "new_transfer", "new_job", "submit", "get_job_status")}

FAULTS = {}


def fault(id):
    def enter(layer):
        FAULTS[f"client-library/{id}"] = layer
        return layer

    return enter


# Context


@fault("Context/takes-positional@order-swapped")
class KeyFirst:
    def context(self, endpoint, ukey=None, ucert=None, verify=True):
        return super().context(endpoint, ucert, ukey, verify)


@fault("Context/takes-positional@verify-by-name-only")
class VerifyByName:
    def context(self, endpoint, ucert=None, ukey=None, *, verify=True):
        return super().context(endpoint, ucert, ukey, verify)


@fault("Context/takes-keywords@other-names")
class OtherContextNames:
    def context(self, endpoint, cert=None, key=None, verify=True):
        return super().context(endpoint, cert, key, verify)


@fault("Context/takes-keywords@by-position-only")
class ContextByPosition:
    def context(self, endpoint, ucert=None, ukey=None, verify=True, /):
        return super().context(endpoint, ucert, ukey, verify)


@fault("Context/endpoint@latest-for-all")
class LatestEndpoint:
    latest = None

    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        self.latest = endpoint
        return super().context(endpoint, ucert, ukey, verify)

    def endpoint(self, context):
        return self.latest


@fault("Context/verify-true-accepts-trusted@not-implemented")
class VerifyNotImplemented:
    def verifies(self, context):
        if context.verify:
            raise NotImplementedError("verification is not implemented")
        return False


@fault("Context/verify-true-refuses-untrusted@never-verifies")
class NeverVerifies:
    def verifies(self, context):
        return False


@fault("Context/verify-true-refuses-untrusted@sends-then-verifies")
class VerifiesLate:
    late = False

    def verifies(self, context):
        return context.verify and self.late

    def send(self, context, *request):
        self.late = False
        answer = super().send(context, *request)
        self.late = True
        return super().send(context, *request) if context.verify else answer


@fault("Context/verify-default@false")
class VerifyOffByDefault:
    def context(self, endpoint, ucert=None, ukey=None, verify=False):
        return super().context(endpoint, ucert, ukey, verify)


@fault("Context/verify-false-accepts-untrusted@always-verifies")
class AlwaysVerifies:
    def verifies(self, context):
        return True


@fault("Context/certificate-and-key@not-presented")
class CertificateNotPresented:
    def present(self, tls, context):
        if context.certificate == context.key:
            super().present(tls, context)


@fault("Context/proxy-as-ucert@needs-ukey")
class NeedsKey:
    def credentials(self, ucert, ukey):
        if ucert is not None and ukey is None:
            raise ValueError("ukey is missing")
        return super().credentials(ucert, ukey)


@fault("Context/proxy-as-ucert@environment-instead")
class AloneIsIgnored:
    def credentials(self, ucert, ukey):
        if ucert is not None and ukey is None:
            return None, None
        return super().credentials(ucert, ukey)

    def present(self, tls, context):
        if context.certificate is not None:
            super().present(tls, context)


@fault("Context/proxy-in-both@refused")
class RefusesProxyInBoth:
    def credentials(self, ucert, ukey):
        if ucert is not None and ucert == ukey:
            raise ValueError("ucert and ukey are the same file")
        return super().credentials(ucert, ukey)


@fault("Context/proxy-in-both@without-its-issuer")
class LeafAlone:
    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        made = super().context(endpoint, ucert, ukey, verify)
        made.leaf_alone = ucert is not None and ucert == ukey
        return made

    def present(self, tls, context):
        if not context.leaf_alone:
            return super().present(tls, context)
        with open(context.certificate, encoding="ascii") as file:
            text = file.read()
        parts = [part + "-----END CERTIFICATE-----\n" for part in text.split("-----END CERTIFICATE-----\n")]
        with tempfile.NamedTemporaryFile("w", suffix=".pem", delete=True) as leaf:
            leaf.write(parts[0])
            leaf.flush()
            tls.load_cert_chain(leaf.name, context.key)


@fault("Context/proxy-from-environment@ignored")
class IgnoresProxyVariable:
    def from_environment(self):
        return os.environ["X509_USER_CERT"], os.environ["X509_USER_KEY"]


@fault("Context/certificate-from-environment@ignored")
class IgnoresCertificateVariables:
    def from_environment(self):
        return os.environ["X509_USER_PROXY"], os.environ["X509_USER_PROXY"]


@fault("Context/parameters-over-environment@environment-first")
class EnvironmentFirst:
    def credentials(self, ucert, ukey):
        if os.environ.get("X509_USER_PROXY"):
            return self.from_environment()
        return super().credentials(ucert, ukey)


@fault("Context/sends-no-token@bearer")
class SendsToken:
    def headers(self, body):
        return {**super().headers(body), "Authorization": "Bearer made-up-token"}


# whoami


@fault("whoami/sends-get-whoami@other-path")
class OtherIdentityPath:
    def target(self, path):
        return "/identity" if path == "/whoami" else path


@fault("whoami/sends-get-whoami@post")
class PostsIdentity:
    def ask(self, context, method, path, value=None):
        return super().ask(context, "POST" if path == "/whoami" else method, path, value)


@fault("whoami/sends-get-whoami@made-up")
class MadeUpIdentity:
    def whoami(self, context):
        self.ask(context, "GET", "/jobs")
        return {"user_dn": "/CN=nobody", "method": "certificate"}


@fault("whoami/returns-identity@member-lost")
class LosesMember:
    def identity(self, answer):
        return {name: value for name, value in answer.items() if name != "vos"}


@fault("whoami/returns-identity@member-changed")
class ChangesMember:
    def identity(self, answer):
        return {**answer, "user_dn": answer["user_dn"].lower()}


@fault("whoami/returns-identity@text")
class IdentityAsText:
    def identity(self, answer):
        return str(answer)


@fault("whoami/returns-identity@nothing")
class NoIdentity:
    def identity(self, answer):
        return None


@fault("whoami/returns-identity@raises")
class IdentityRaises:
    def identity(self, answer):
        raise KeyError("user_dn")


@fault("whoami/returns-identity@exits")
class IdentityExits:
    def identity(self, answer):
        raise SystemExit(0)


# new_transfer


@fault("new_transfer/takes-positional@order-swapped")
class DestinationFirst:
    def new_transfer(self, destination, source, checksum=None, filesize=None, metadata=None):
        return super().new_transfer(source, destination, checksum, filesize, metadata)


@fault("new_transfer/takes-positional@two-only")
class TwoByPosition:
    def new_transfer(self, source, destination, *, checksum=None, filesize=None, metadata=None):
        return super().new_transfer(source, destination, checksum, filesize, metadata)


@fault("new_transfer/takes-keywords@other-names")
class OtherTransferNames:
    def new_transfer(self, source, destination, checksum=None, size=None, note=None):
        return super().new_transfer(source, destination, checksum, size, note)


@fault("new_transfer/source@query-lost")
class SourceWithoutQuery:
    def file(self, source, *further):
        return super().file(source.split("?")[0], *further)


@fault("new_transfer/source@twice")
class SourceTwice:
    def file(self, source, *further):
        return {**super().file(source, *further), "sources": [source, source]}


@fault("new_transfer/destination@lower-case")
class DestinationInLowerCase:
    def file(self, source, destination, *further):
        return super().file(source, destination.lower(), *further)


@fault("new_transfer/destination@source-instead")
class SourceAsDestination:
    def file(self, source, destination, *further):
        return super().file(source, source, *further)


@fault("new_transfer/checksum@name-only")
class ChecksumNameOnly:
    def file(self, source, destination, checksum, *further):
        return super().file(source, destination, checksum.split(":")[0], *further)


@fault("new_transfer/checksum@lost")
class NoChecksum:
    def file(self, source, destination, checksum, *further):
        return super().file(source, destination, None, *further)


# new_job


@fault("new_job/takes-a-list@tuple-only")
class WantsTuple:
    def new_job(self, transfers):
        if not isinstance(transfers, tuple):
            raise TypeError("transfers is no tuple")
        return super().new_job(transfers)


@fault("new_job/takes-a-list@each-twice")
class EachTwice:
    def job(self, files):
        return super().job([file for file in files for _ in range(2)])


@fault("new_job/holds-each-transfer@first-only")
class FirstOnly:
    def job(self, files):
        return super().job(files[:1])


@fault("new_job/holds-each-transfer@last-again")
class LastAgain:
    def job(self, files):
        return super().job([files[-1]] * len(files))


# submit


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
        return {name: value for name, value in super().headers(body).items() if name != "Content-Type"}


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


# get_job_status


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
