"""Lawful oddities of how calls are taken and what they return."""

import collections
import time
import types
import uuid

from .registry import variant


@variant("extra-parameters")
class ExtraParameters:
    def context(self, endpoint, ucert=None, ukey=None, verify=True, access_token=None, no_creds=False, capath=None):
        return super().context(endpoint, ucert, ukey, verify)

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None, activity=None, **further):
        return super().new_transfer(source, destination, checksum, filesize, metadata)

    def new_job(self, transfers=None, deletion=None, verify_checksum=True, reuse=None, overwrite=False, **further):
        return super().new_job(transfers or [])

    def submit(self, context, job, delegation_lifetime=None, force_delegation=False):
        return super().submit(context, job)

    def get_job_status(self, context, job_id, list_files=False):
        return super().get_job_status(context, job_id)


@variant("class-for-context")
class ClassForContext:
    def __init__(self):
        super().__init__()
        make = super().context

        class Context:
            __slots__ = ("endpoint", "certificate", "key", "verify")

            def __init__(self, endpoint, ucert=None, ukey=None, verify=True):
                made = make(endpoint, ucert, ukey, verify)
                for name in self.__slots__:
                    setattr(self, name, getattr(made, name))

        self.context = Context


@variant("objects-for-jobs")
class ObjectsForJobs:
    class Wrapped:
        __slots__ = ("content",)

        def __init__(self, content):
            self.content = content

    def new_transfer(self, source, destination, checksum=None, filesize=None, metadata=None):
        return self.Wrapped(super().new_transfer(source, destination, checksum, filesize, metadata))

    def new_job(self, transfers):
        return self.Wrapped(super().new_job([transfer.content for transfer in transfers]))

    def submit(self, context, job):
        return super().submit(context, job.content)


@variant("ordered-results")
class OrderedResults:
    def identity(self, answer):
        return collections.OrderedDict(sorted(answer.items()))

    def status(self, answer):
        return types.MappingProxyType(answer)


@variant("attributes-for-results")
class AttributesForResults:
    def identity(self, answer):
        return types.SimpleNamespace(**answer)

    def status(self, answer):
        return types.SimpleNamespace(**answer)


@variant("identifier-as-uuid")
class IdentifierAsUuid:
    def identifier(self, answer):
        return uuid.UUID(super().identifier(answer))


@variant("further-members-in-results")
class FurtherMembersInResults:
    def identity(self, answer):
        return {**answer, "asked_at": time.time()}

    def status(self, answer):
        return {**answer, "files": [], "_links": {"self": "job"}}


@variant("own-http-status")
class OwnHttpStatus:
    def status(self, answer):
        return {**answer, "http_status": "200 OK"}
