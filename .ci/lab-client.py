"""Uses the command-line client and the Python interface of FTS from start to end, with every credential; prints what it does and what comes back.

usage: lab-client.py   with CLIENT_LIBRARY_PATH, TRANSFER_* and ASSAY_USER_CERT, ASSAY_USER_KEY, ASSAY_CA_DIRECTORY in the environment

Exit code 1 if a step fails. Tokens are printed as names of variables.
"""

import os
import re
import subprocess
import sys

ENV = os.environ
URL, CA = ENV["TRANSFER_URL"], ENV["ASSAY_CA_DIRECTORY"]
SOURCE, DESTINATION = ENV["TRANSFER_SOURCE"], ENV["TRANSFER_DESTINATION"]
CHECKSUM = ENV["TRANSFER_CHECKSUM"]
TOKENS = ("TRANSFER_TOKEN", "TRANSFER_SOURCE_TOKEN", "TRANSFER_DESTINATION_TOKEN")
COMMANDS = {
    "fts-rest-whoami": "WhoAmI",
    "fts-rest-delegate": "Delegator",
    "fts-rest-transfer-submit": "JobSubmitter",
    "fts-rest-transfer-list": "JobLister",
    "fts-rest-transfer-status": "JobShower",
    "fts-rest-transfer-cancel": "JobCanceller",
}
# Lines of output that are printed of a command that succeeds.
LINES = 8
JOB_ID = re.compile(r"Job id: (\S+)")
failed = 0


def hidden(text):
    """The text with names in place of tokens and of the folder of credentials."""
    for name in TOKENS:
        text = text.replace(ENV[name], f"${name}")
    return text.replace(os.path.dirname(ENV["TRANSFER_CERT"]), "CREDENTIALS").replace(URL, "$TRANSFER_URL")


def run(command, *arguments):
    """Output of a command of the client, in a process of its own as its users start it."""
    global failed
    words = [command, "-s", URL, "--capath", CA, *arguments]
    print("$", hidden(" ".join(words)), flush=True)
    program = f"import sys, fts3.cli\nfts3.cli.{COMMANDS[command]}()(sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", program, *words[1:]], capture_output=True, text=True, timeout=60, check=False)
    said = done.stdout + (done.stderr if done.returncode != 0 else "")
    lines = hidden(said).strip().splitlines() or ["(no output)"]
    more = [f"({len(lines) - LINES} more lines)"] if done.returncode == 0 and len(lines) > LINES else []
    print("\n".join([*lines[:LINES], *more] if more else lines), flush=True)
    if done.returncode != 0:
        failed += 1
        print(f"exit code {done.returncode}", flush=True)
    return said


def commands(credential, storage=()):
    run("fts-rest-whoami", *credential)
    run("fts-rest-delegate", "--force", *credential)
    run("fts-rest-delegate", "--force", "--legacy-mode", *credential)
    submitted = JOB_ID.search(run("fts-rest-transfer-submit", *credential, *storage, SOURCE, DESTINATION, CHECKSUM))
    job = submitted.group(1) if submitted else "none"
    run("fts-rest-transfer-list", *credential, "-o", ENV["TRANSFER_VO"])
    run("fts-rest-transfer-status", *credential, job)
    run("fts-rest-transfer-cancel", *credential, job)


def interface(name, tokens=None, **credential):
    """The same with the Python interface."""
    global failed
    from fts3.rest.client import easy

    def step(shown, call):
        global failed
        print(f">>> {shown}", flush=True)
        try:
            result = call()
        except Exception as error:
            failed += 1
            print(f"{type(error).__name__}: {hidden(str(error))}", flush=True)
            return None
        print(hidden(repr(result))[:160], flush=True)
        return result

    context = step(f"easy.Context(endpoint, {name})", lambda: easy.Context(URL, capath=CA, **credential))
    if context is None:
        return
    step("easy.whoami(context)", lambda: easy.whoami(context)["user_dn"])
    step("easy.delegate(context, force=True)", lambda: easy.delegate(context, force=True))
    step("easy.delegate(context, force=True, legacy_mode=True)", lambda: easy.delegate(context, force=True, legacy_mode=True))
    transfer = easy.new_transfer(SOURCE, DESTINATION, CHECKSUM, filesize=1024, metadata="lab", **(tokens or {}))
    job = step("easy.submit(context, easy.new_job([transfer], overwrite=True))", lambda: easy.submit(context, easy.new_job([transfer], overwrite=True)))
    step("len(easy.list_jobs(context, vo=...)) > 0", lambda: len(easy.list_jobs(context, vo=ENV["TRANSFER_VO"])) > 0)
    step("easy.get_job_status(context, job)['job_state']", lambda: easy.get_job_status(context, job)["job_state"])
    step("easy.cancel(context, job)['job_state']", lambda: easy.cancel(context, job)["job_state"])


CERTIFICATE = {"ucert": ENV["ASSAY_USER_CERT"], "ukey": ENV["ASSAY_USER_KEY"]}
PROXY = {"ucert": ENV["TRANSFER_CERT"]}
TOKEN, SOURCE_TOKEN, DESTINATION_TOKEN = (ENV[name] for name in TOKENS)

print("# user certificate and key")
commands(["--cert", CERTIFICATE["ucert"], "--key", CERTIFICATE["ukey"]])
print("# VOMS proxy")
commands(["--cert", PROXY["ucert"]])
print("# access token")
commands(["--fts-access-token", TOKEN], ["--src-access-token", SOURCE_TOKEN, "--dst-access-token", DESTINATION_TOKEN])
print("# Python interface")
sys.path.insert(0, ENV["CLIENT_LIBRARY_PATH"])
interface("ucert=..., ukey=...", **CERTIFICATE)
interface("ucert=proxy", **PROXY)
interface("fts_access_token=...", {"source_token": SOURCE_TOKEN, "destination_token": DESTINATION_TOKEN}, fts_access_token=TOKEN)
sys.exit(1 if failed else 0)
