"""Lawful oddities of how the library behaves otherwise."""

import os
import ssl
import sys
import threading
import time

from .registry import variant


@variant("prints")
class Prints:
    def ask(self, context, method, path, value=None):
        print(f"asking for {path}")
        sys.stderr.write("DEBUG " * 1000)
        return super().ask(context, method, path, value)


@variant("leaves-threads")
class LeavesThreads:
    def whoami(self, context):
        threading.Thread(target=time.sleep, args=(600,), name="left-behind").start()
        return super().whoami(context)


@variant("asks-in-a-thread")
class AsksInThread:
    def ask(self, *request):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(super(AsksInThread, self).ask(*request)))
        thread.start()
        thread.join()
        if not answers:
            raise RuntimeError("no answer")
        return answers[0]


@variant("trusts-by-directory-alone")
class TrustsByDirectory:
    def tls(self, context):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self.verifies(context):
            tls.load_verify_locations(capath=os.environ["X509_CERT_DIR"])
        else:
            tls.check_hostname = False
            tls.verify_mode = ssl.CERT_NONE
        self.present(tls, context)
        return tls


class IgnoresAuthorities:
    def tls(self, context):
        tls = super().tls(context)
        if not self.verifies(context):
            return tls
        bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.present(bare, context)
        return bare


@variant("trusts-nothing-it-is-told")
class TrustsNothing(IgnoresAuthorities):
    """Raises whatever came."""


@variant("silent-about-tls")
class SilentAboutTls(IgnoresAuthorities):
    def send(self, *request):
        try:
            return super().send(*request)
        except OSError:
            raise RuntimeError("the service cannot be reached") from None


@variant("odd-exceptions")
class OddExceptions:
    class Trouble(BaseException):
        def __str__(self):
            raise RuntimeError("no words for it")

    def send(self, *request):
        try:
            return super().send(*request)
        except Exception:
            raise self.Trouble() from None
