/** `assay init` on a pseudo-terminal of util-linux's `script`, which also shows the echoed input. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { shellWord } from '../../../src/engine/repeat/shell.ts';
import { closing } from '../../afterwards.ts';
import { COMMAND, Workplace } from '../command.ts';

/** A program on a pseudo-terminal. */
class Terminal {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #shown = '';
  #read = 0;

  constructor(line: string, directory: string, env: Record<string, string> = {}) {
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null'], {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '', HOME: directory, TMPDIR: directory, TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#shown += chunk.toString();
    });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  get shown(): string {
    return this.#shown;
  }

  /** Waits for the next occurrence of a text. Throws with the whole screen if the program ends first. */
  async shows(text: string) {
    let over = false;
    void this.#ended.then(() => {
      over = true;
    });
    while (this.#shown.indexOf(text, this.#read) === -1) {
      if (over) throw new Error(`ended without ${JSON.stringify(text)}:\n${this.#shown}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    this.#read = this.#shown.indexOf(text, this.#read) + text.length;
  }

  type(text: string) {
    this.#child.stdin?.write(text);
  }

  /** Answers questions in order. */
  async answers(all: readonly (readonly [question: string, answer: string])[]) {
    for (const [question, answer] of all) {
      await this.shows(question);
      this.type(`${answer}\r`);
    }
  }

  end() {
    return this.#ended;
  }

  stop() {
    this.#child.kill();
  }
}

const reference = closing(await startTransferReference());
let place: Workplace;
let terminal: Terminal | undefined;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => terminal?.stop());

function init(options = '') {
  terminal = new Terminal(`${shellWord(process.execPath)} -- ${shellWord(COMMAND)} init ${options}`, place.directory);
  return terminal;
}

test('asks, hides a secret, writes a file that only its owner can read, and checks it', async () => {
  const { TRANSFER_URL: url = '', TRANSFER_CA: ca = '', TRANSFER_TOKEN: token = '' } = reference.env;
  const screen = init();
  await screen.answers([
    ['Interfaces to test', 'transfers'],
    ['did you mean transfer?', 'transfer'],
    ['TRANSFER_URL: ', 'transfer.example'],
    ['TRANSFER_URL must be a URL', url],
    ['TRANSFER_CERT: ', ''],
    ['TRANSFER_CA: ', ca],
    ['TRANSFER_TOKEN: ', token],
    ['ASSAY_PROFILE: ', 'fts'],
    ['did you mean fts3?', 'fts3'],
  ]);
  expect({ code: await screen.end(), shown: screen.shown }).toMatchObject({ code: 0 });
  expect(screen.shown).not.toContain(token);
  expect(parse(readFileSync(place.path('.env')))).toEqual({
    TRANSFER_URL: url,
    TRANSFER_CA: ca,
    TRANSFER_TOKEN: token,
    ASSAY_PROFILE: 'fts3',
  });
  expect(statSync(place.path('.env')).mode & 0o777).toBe(0o600);
  expect(screen.shown).toMatch(/transfer, token: .*credential accepted/);
  expect(screen.shown).toContain('Then: assay run');
});

test('a secret pasted with line breaks shows nowhere, not even in the next question', async () => {
  const screen = init('--interface transfer,client-library');
  await screen.answers([
    ['TRANSFER_URL: ', 'http://127.0.0.1:9'],
    ['TRANSFER_CERT: ', ''],
    ['TRANSFER_CA: ', ''],
  ]);
  await screen.shows('TRANSFER_TOKEN: ');
  screen.type('first-part\rsecond-part\rthird-part');
  await screen.shows('CLIENT_LIBRARY_MODULE: ');
  screen.type('\u0003');
  await screen.end();
  expect(screen.shown).not.toMatch(/(first|second|third)-part/);
});

test.each([
  [
    'Ctrl-C while a secret is typed',
    'half-a-secret\u0003',
    [
      ['TRANSFER_URL: ', 'http://127.0.0.1:9'],
      ['TRANSFER_CERT: ', ''],
      ['TRANSFER_CA: ', ''],
    ],
    'TRANSFER_TOKEN: ',
  ],
  ['Ctrl-D', '\u0004', [], 'TRANSFER_URL: '],
] as const)('%s abandons: no file is left, and the terminal echoes again', async (_, keys, before, question) => {
  const screen = init('--interface transfer; echo "ended with $?"; stty -a');
  await screen.answers(before);
  await screen.shows(question);
  screen.type(keys);
  await screen.end();
  expect(screen.shown).toContain('No file was written.');
  expect(screen.shown).toContain('ended with 130');
  expect(screen.shown).toMatch(/ icanon .* echo /s);
  expect(screen.shown).not.toContain('half-a-secret');
  expect(existsSync(place.path('.env'))).toBe(false);
});
