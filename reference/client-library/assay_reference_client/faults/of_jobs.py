"""Faults of the description of transfers and jobs."""

from .registry import fault


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


@fault("new_transfer/takes-positional@checksum-last")
class ChecksumLast:
    def new_transfer(self, source, destination, metadata=None, filesize=None, checksum=None):
        return super().new_transfer(source, destination, checksum, filesize, metadata)


@fault("new_transfer/takes-keywords@checksum-ignored")
class ChecksumByNameIgnored:
    def new_transfer(self, *args, checksum=None, **kwargs):
        return super().new_transfer(*args, **kwargs)


@fault("new_job/holds-each-transfer@one-at-most")
class OneAtMost:
    def new_job(self, transfers):
        if len(transfers) > 1:
            raise ValueError("a job has one transfer")
        return super().new_job(transfers)
