"""What the reference client library does in one session: each call, what is sent, what comes back. Standard input: changes by name."""

import io
import json
import os
import re
import sys
import tempfile
import threading

from assay_reference_client import library, operators

IDENTITY = {"user_dn": "/CN=Ada", "vos": ["assay"], "level": {"transfer": "vo"}, "delegation_id": "1a", "method": "certificate"}
JOB = {"job_id": "1", "job_state": "ACTIVE", "submit_time": "2026-03-04T05:06:07", "job_finished": None, "http_status": "200 Ok"}
LISTED = [JOB, {"job_id": "01874efb-4735-4595-bc9c-591aef8240c9"}]
UNTRUSTED = "https://untrusted.example.org"
END = os._exit


class Tls:
    check_hostname = True
    verify_flags = maximum_version = 0


def shown(value):
    text = json.dumps(value) if isinstance(value, (dict, list, str)) else f"{type(value).__name__} {value!r}"
    return re.sub(r"0x[0-9a-f]{6,}|tmp\w+", "…", text)


def session(changes, files):
    log = []
    running = set(threading.enumerate())

    def send(self, connection, method, path, headers, body):
        log.append(["sent", threading.current_thread().name.split("-")[0], connection, vars(self.seam.through("tls", Tls())), method, path, headers, shown(body)])
        if connection["url"] == UNTRUSTED and connection["verify"]:
            raise OSError("not trusted")
        if method == "POST":
            return 200, json.dumps({"job_id": "01874efb-4735-4595-bc9c-591aef8240c9"}).encode()
        answer = {**IDENTITY, "user_dn": f"/CN=Ada of {connection['url']}"} if path.strip("/") == "whoami" else LISTED if path.split("?")[0] == "/jobs" else {**JOB, "job_id": path.split("/")[-1]}
        return 200, json.dumps({**answer, "termination_time": "2026-03-04T05:06:07"} if isinstance(answer, dict) else answer).encode()

    def call(name, *args, **kwargs):
        try:
            result = members[name](*args, **kwargs)
        except BaseException as error:
            result = None
            log.append([name, "raised", type(error).__name__, "" if type(error) is operators.Trouble else str(error)])
        else:
            log.append([name, shown(vars(result) if isinstance(result, library.Context) else result)])
        return result

    def ended(code):
        raise SystemExit(code)

    library.Library.send, os._exit = send, ended
    try:
        members = library.offered(changes)
        log.append(sorted(members))
        contexts = [
            call("Context", "https://one.example.org", files["certificate"], files["key"], True),
            call("Context", "https://two.example.org", files["proxy"]),
            call("Context", verify=False, ukey=files["proxy"], ucert=files["proxy"], endpoint="https://one.example.org"),
            call("Context", UNTRUSTED, files["proxy"]),
            call("Context", "https://one.example.org", files["proxy"], access_token=None),
        ]
        for variables in ({"X509_USER_PROXY": files["proxy"]}, {"X509_USER_CERT": files["certificate"], "X509_USER_KEY": files["key"]}):
            os.environ.update(variables)
            contexts.append(call("Context", "https://one.example.org"))
            call("whoami", call("Context", "https://two.example.org"))
            call("Context", "https://one.example.org", files["certificate"], files["key"])
            for name in variables:
                del os.environ[name]
        for context in [contexts[0], *contexts]:
            call("whoami", context)
        described = ("https://a.example.org/Data?x=1", "https://b.example.org/Out", "ADLER32:1a2b3c40", 1, "some text")
        transfers = [call("new_transfer", f"{number}{described[0]}", f"{number}{described[1]}", f"ADLER32:{number}", number, f"text {number}") for number in range(3)]
        named = dict(zip(("source", "destination", "checksum", "filesize", "metadata"), described))
        jobs = [call("new_job", transfers), call("new_job", [call("new_transfer", **named)])]
        for context, job in zip(contexts, jobs):
            call("submit", context, job)
        call("new_job", transfers[:2])
        for context, job_id in zip((*contexts[:2], contexts[0], contexts[0]), ("01874efb-4735-4595-bc9c-591aef8240c9", "1", "1", "1")):
            call("get_job_status", context, job_id)
        log.append(["left behind", sorted(thread.name for thread in set(threading.enumerate()) - running)])
    except BaseException as error:
        log.append(["the import raised", type(error).__name__])
    return log


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        files = {name: os.path.join(folder, name) for name in ("certificate", "key", "proxy")}
        for path in files.values():
            with open(path, "w", encoding="ascii") as file:
                file.write("-----END CERTIFICATE-----\n" * 2)
        answers = {}
        for name, changes in json.load(sys.stdin).items():
            out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
            errors, sys.stderr = sys.stderr, io.TextIOWrapper(io.BytesIO())
            made = session(changes, files)
            sys.stdout.flush()
            sys.stderr.flush()
            answers[name] = [*made, ["printed", len(sys.stdout.buffer.getvalue()), len(sys.stderr.buffer.getvalue())]]
            sys.stdout, sys.stderr = out, errors
        print(json.dumps(answers).replace(folder, ""), flush=True)
        for path in os.listdir(folder):
            os.unlink(os.path.join(folder, path))
    END(0)


main()
