/** Third-party programs that npm does not install: how they are found, and how tests behave without them. */
import { spawnSync } from 'node:child_process';

/** Debian's interpreter, for which its Python packages are installed. */
export const PYTHON = '/usr/bin/python3';

export interface Peer {
  /** Its name, for people. */
  readonly name: string;
  /** The Debian package that contains it. */
  readonly debian: string;
  /** A command with exit code 0 if the program is installed. */
  readonly probe: readonly [command: string, ...args: string[]];
}

export const PEERS = {
  'soap-lite': {
    name: 'SOAP::Lite',
    debian: 'libsoap-lite-perl',
    probe: ['perl', '-MSOAP::Lite', '-MSOAP::Transport::HTTP', '-MHTTP::Daemon', '-e', '1'],
  },
  zeep: { name: 'zeep', debian: 'python3-zeep', probe: [PYTHON, '-c', 'import zeep'] },
  suds: { name: 'suds', debian: 'python3-suds', probe: [PYTHON, '-c', 'import suds'] },
  'voms-clients': { name: 'the VOMS clients', debian: 'voms-clients', probe: ['voms-proxy-info', '--version'] },
  python: { name: 'Python', debian: 'python3', probe: ['python3', '--version'] },
  curl: { name: 'curl', debian: 'curl', probe: ['curl', '--version'] },
  openssl: { name: 'OpenSSL', debian: 'openssl', probe: ['openssl', 'version'] },
  chromium: { name: 'Chromium', debian: 'chromium', probe: ['/usr/bin/chromium', '--version'] },
  shellcheck: { name: 'ShellCheck', debian: 'shellcheck', probe: ['shellcheck', '--version'] },
  promtool: { name: 'promtool', debian: 'prometheus', probe: ['promtool', '--version'] },
  'monitoring-plugin': {
    name: 'Monitoring::Plugin',
    debian: 'libmonitoring-plugin-perl',
    probe: ['perl', '-MMonitoring::Plugin::Performance', '-e', '1'],
  },
} as const satisfies Record<string, Peer>;

const known = new Map<Peer, boolean>();

/** Returns whether a peer is installed. If not, prints once per file why its tests are skipped. */
function isThere(peer: Peer) {
  const before = known.get(peer);
  if (before !== undefined) return before;
  const [command, ...args] = peer.probe;
  const there = spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  known.set(peer, there);
  if (!there && !isRequired())
    console.log(`skipped: tests with ${peer.name}, because the Debian package ${peer.debian} is not installed`);
  return there;
}

/**
 * Returns whether a missing peer is a failure (`REQUIRE_PEERS=1`, as in .ci/run), so that no proof is lost unnoticed.
 */
function isRequired() {
  return (process.env.REQUIRE_PEERS ?? '') !== '';
}

/**
 * Registers a test that needs a peer. Without the peer, the test is skipped with a printed reason, or fails if peers
 * are required.
 */
export function testWith(peer: Peer, name: string, run: () => Promise<void> | void) {
  if (isThere(peer)) test(name, run);
  else withoutPeer(peer, name);
}

/**
 * Registers tests that need a peer. Without the peer, `define` is not called, and the group is skipped with a printed
 * reason, or fails if peers are required.
 */
export function describeWith(peer: Peer, name: string, define: () => void) {
  describe(name, () => {
    if (isThere(peer)) define();
    else withoutPeer(peer, `tests with ${peer.name}`);
  });
}

function withoutPeer(peer: Peer, name: string) {
  const fail = () => {
    throw new Error(`${peer.name} is required here (REQUIRE_PEERS) and is not there: apt-get install ${peer.debian}`);
  };
  if (isRequired()) test(name, fail);
  else test.skip(name, fail);
}
