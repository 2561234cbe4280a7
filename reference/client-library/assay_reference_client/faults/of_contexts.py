"""Faults of contexts."""

import os
import tempfile

from .registry import fault


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

    def send(self, context, method, *request):
        self.late = False
        answer = super().send(context, method, *request)
        self.late = True
        return super().send(context, method, *request) if context.verify and method == "GET" else answer


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
    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        made = super().context(endpoint, ucert, ukey, verify)
        made.separate = ukey is not None and ukey != ucert
        return made

    def present(self, tls, context):
        if not context.separate:
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


@fault("Context/takes-positional@verify-false-refused")
class RefusesVerifyFalse:
    def context(self, endpoint, ucert=None, ukey=None, verify=True):
        if verify is False:
            raise TypeError("verify is True, or the path of a certificate authority")
        return super().context(endpoint, ucert, ukey, verify)


@fault("Context/endpoint@first-for-all")
class FirstEndpoint:
    first = None

    def endpoint(self, context):
        self.first = self.first or super().endpoint(context)
        return self.first


@fault("Context/verify-true-refuses-untrusted@failure-swallowed")
class SwallowsFailure:
    def whoami(self, context):
        try:
            return super().whoami(context)
        except OSError:
            return {}


@fault("Context/certificate-and-key@key-in-certificate")
class KeyInCertificate:
    """Every certificate is held to be a proxy, with its key in the same file."""

    def credentials(self, ucert, ukey):
        return super().credentials(ucert, ucert)
