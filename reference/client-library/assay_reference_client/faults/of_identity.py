"""Faults of the identity check."""

import os

from .registry import fault


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


@fault("whoami/returns-identity@ends-the-process")
class IdentityEndsProcess:
    def identity(self, answer):
        os._exit(3)


@fault("whoami/sends-get-whoami@made-up-unasked")
class MadeUpUnasked:
    def whoami(self, context):
        return {"user_dn": "/CN=nobody", "method": "certificate"}


@fault("whoami/sends-get-whoami@not-implemented")
class IdentityNotImplemented:
    def whoami(self, context):
        raise NotImplementedError("whoami is not implemented")


@fault("whoami/returns-identity@other-path-member-lost")
class LosesMemberOfOtherPath(OtherIdentityPath, LosesMember):
    """Asks something else afterwards, whose answer is none of the identity."""

    def whoami(self, context):
        identity = super().whoami(context)
        self.ask(context, "GET", "/jobs")
        return identity


@fault("whoami/returns-identity@pairs")
class IdentityAsPairs:
    def identity(self, answer):
        return tuple(answer.items())


@fault("whoami/returns-identity@arrays-as-objects")
class ArraysAsObjects:
    def identity(self, answer):
        return {name: dict(enumerate(value)) if isinstance(value, list) else value for name, value in answer.items()}


@fault("whoami/returns-identity@lost-within")
class LosesWithin:
    def identity(self, answer):
        return {**answer, "level": {}}
