/** Commands for clients, claims and the self-test. */
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { type Act, baseline, envFile, examples, failOn, globs, json } from './options.ts';

/** Adds them to the program. */
export function addClaimCommands(program: Command, context: Context, act: Act): void {
  program.commandsGroup('Clients, claims, proofs:');
  program
    .command('serve')
    .description('serve the references for client developers, and judge each request')
    .addHelpText('after', examples('assay serve INTERFACE', 'assay serve INTERFACE --once OPERATION --out report'))
    .argument('<interface...>', 'interfaces to serve; an unknown name prints them all')
    .option('--fault <id>', 'serve with one documented defect, to test how a client copes')
    .addOption(new Option('--variant <id>', 'serve with a legal variation; repeatable').argParser(globs))
    .addOption(
      new Option(
        '--once <operation>',
        'stop when each of these operations has been seen; comma-separated or repeated',
      ).argParser(globs),
    )
    .addOption(
      new Option('--keys <kind>', 'kind of the keys of certificates; some clients read RSA keys only')
        .choices(['rsa', 'ec'])
        .default('rsa'),
    )
    .option(
      '--port <n>',
      'port of the first service; each further service uses the next port (default: any free ports)',
    )
    .option('--out <dir>', 'directory for results and evidence, and for the settings (client.env) while serving')
    .addOption(baseline)
    .addOption(failOn)
    .addOption(json)
    .action((interfaces, options) =>
      act(async () => (await import('../commands/serve.ts')).serveCommand(context, interfaces, options)),
    );

  program
    .command('certify')
    .description('pack and sign a conformant, complete run for a certifier; exit 1 if it cannot be certified')
    .addHelpText(
      'after',
      examples(
        'assay certify --new-key vendor.key --new-statement statement.yaml',
        'assay certify claim --statement statement.yaml --key vendor.key --out claim.assay',
      ),
    )
    .argument('[dir]', 'directory of a run')
    .option('--plan <plan>', 'certification plan (default: the plan of the run)')
    .option('--statement <file>', 'statement of vendor, product and interfaces; YAML')
    .option('--key <file>', 'private key, PEM: Ed25519 or P-256')
    .option('--certificate <file>', "the key's certificate and its chain, PEM")
    .option('--selftest <file>', 'self-test report whose digest is included in the bundle')
    .option('--out <file>', 'file for the bundle')
    .option('--replace', 'replace an existing file of --out')
    .option('--practice', 'accept a run against the embedded reference; the bundle is marked as practice')
    .option('--new-key <file>', 'create a private key, readable only by you, and its public key in FILE.pub')
    .option('--new-statement <file>', 'write a template of a statement')
    .option('--challenge <file>', "for certifiers: create a challenge for a vendor's next run")
    .addOption(envFile)
    .addOption(json)
    .action((directory, options) =>
      act(async () => (await import('../commands/certify.ts')).certifyCommand(context, directory, options)),
    );

  program
    .command('verify')
    .description('check a bundle offline, and report the level it reaches; exit 0 verified, 1 refused, 2 usage')
    .addHelpText('after', examples('assay verify claim.assay --key vendor.key.pub'))
    .argument('<bundle>', 'file written by assay certify')
    .addOption(
      new Option('--key <file>', 'public key of the vendor, obtained separately from the bundle; repeatable').argParser(
        globs,
      ),
    )
    .addOption(new Option('--trust <file>', 'trusted certificates, PEM; repeatable').argParser(globs))
    .option('--nonce <file>', 'the challenge that you created for this claim')
    .option('--sample <dir>', 'directory of your own run against the same deployment')
    .option('--practice', 'accept a practice bundle, made against the embedded reference')
    .option('--html <file>', 'write an HTML certificate')
    .addOption(json)
    .action((bundle, options) =>
      act(async () => (await import('../commands/verify.ts')).verifyCommand(context, bundle, options)),
    );

  addSelftest(program, context, act);
}

function addSelftest(program: Command, context: Context, act: Act): void {
  program
    .command('selftest')
    .description('verify that the suite detects every fault of the embedded references and accepts every legal variant')
    .addHelpText(
      'after',
      examples(
        'assay selftest',
        'assay selftest --interface INTERFACE --seeds 100',
        'assay selftest --fault ID --variant ID',
      ),
    )
    .addOption(
      new Option('--interface <name>', 'interface to test; comma-separated or repeated (default: all)').argParser(
        globs,
      ),
    )
    .option(
      '--seeds <n>',
      'number of random legal deployments, and of random contradictions, per interface (default: 10)',
    )
    .option('--seed <s>', 'first seed (default: 1)')
    .option(
      '--alone',
      'each fault and each variant by itself, instead of several at once: about six times as many runs',
    )
    .addOption(
      new Option(
        '--fault <glob>',
        'try these faults only, each by itself, and print what turned red: an id, or a pattern as for --only; repeatable',
      ).argParser(globs),
    )
    .addOption(new Option('--variant <glob>', 'the same for variants; repeatable').argParser(globs))
    .option(
      '--workers <n>',
      'number of worker processes; 0 runs everything in the main process (default: one per processor, at most 4)',
    )
    .option('--out <dir>', 'directory for selftest.json and selftest.html')
    .option('--proof <file>', 'write the proof page (docs/proof.md); with --interface, those sections of it')
    .addOption(json)
    .action((options) => act(async () => (await import('../commands/selftest.ts')).selftestCommand(context, options)));
}
