/** Commands for clients, claims and the self-test. */
import { INTERFACES } from '../../../suites/index.ts';
import type { CommandRow } from './command.ts';

const SERVED = INTERFACES.flatMap(({ name, served }) => (served ? [name] : []));

/** Commands in the order of the help. */
export const CLAIM_COMMANDS: readonly CommandRow[] = [
  {
    name: 'serve',
    groups: {
      Services: '--port --keys --profile',
      'Results and gate': '--replace --baseline --fail-on --json --verbose',
    },
    suggested: { '<interface...>': () => SERVED },
    load: async () => (await import('../commands/claims/serve.ts')).serveCommand,
  },
  {
    name: 'certify',
    usual: '--new-key --new-statement --statement --key --out',
    groups: {
      'Prepare a claim (without a run)': '--new-key --new-statement',
      'Pack a claim (the run and these three options are required)': '--statement --key --out',
      'Pack a claim (optional)': '--plan --certificate --selftest --replace --practice --env-file',
      'For certifiers (without a run)': '--challenge',
    },
    load: async () => (await import('../commands/claims/certify.ts')).certifyCommand,
  },
  {
    name: 'verify',
    load: async () => (await import('../commands/claims/certify.ts')).verifyCommand,
  },
  {
    name: 'selftest',
    suggested: { '--interface': () => SERVED },
    load: async () => (await import('../commands/claims/selftest.ts')).selftestCommand,
  },
];
