import { DriverError } from '../../suites/client-library/driver/driver.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { driverFor, gone } from './hostile-library.ts';

const LIMIT_MS = 30_000;
const call = (name: string, ...args: unknown[]) => ({ call: name, args });
type Driver = Awaited<ReturnType<typeof driverFor>>;
const whoami = (driver: Driver) => driver.call(call('whoami'), LIMIT_MS);
/** Returns the result of a call. */
const returnedBy = async <T>(driver: Driver, name: string) =>
  ((await driver.call(call(name), LIMIT_MS)) as unknown as { returned: { value: T } }).returned.value;

describeWith(PEERS.python, 'a call', () => {
  test('returns JSON, with the name of the Python type', async () => {
    const driver = await driverFor('def whoami(a, b=2): return {"sum": a + b, "none": None, "list": [True, 1.5, "ü"]}');
    expect(driver.loaded).toMatchObject({ imported: true, offers: ['whoami'] });
    const called = await driver.call({ call: 'whoami', args: [1], kwargs: { b: 5 } }, LIMIT_MS);
    expect(called).toEqual({
      returned: { type: 'dict', value: { sum: 6, none: null, list: [true, 1.5, 'ü'] } },
      threads: [],
    });
  });

  test('takes what an earlier call returned, which is not reported', async () => {
    const driver = await driverFor(
      'class Secret: pass\ndef make():\n  s = Secret(); s.key = "hidden"; return s\ndef use(things): return [t.key for t in things]',
    );
    const made = await driver.call({ call: 'make', keep: 'it' }, LIMIT_MS);
    expect(made).toEqual({ returned: { type: 'hostile.Secret', kept: true }, threads: [] });
    expect(await driver.call(call('use', [{ $ref: 'it' }, { $ref: 'it' }]), LIMIT_MS)).toMatchObject({
      returned: { value: ['hidden', 'hidden'] },
    });
  });

  test.each([
    [
      'an object with slots, properties and an attribute',
      'class A:\n  __slots__ = ("a", "never", "__dict__")\n  b = property(lambda self: 2)\n  c = property(lambda self: 1 / 0)\ndef whoami():\n  made = A(); made.a = 1; made.d = 4; return made',
      { value: { a: 1, b: 2, d: 4 } },
    ],
    [
      'an object that alone lists its members',
      'class A:\n  def __dir__(self): return ["a", "b"]\n  def __getattr__(self, name):\n    if name == "a": return 1\n    raise AttributeError(name)\ndef whoami(): return A()',
      { value: { a: 1 } },
    ],
    [
      'a sequence that is no list',
      'import collections\ndef whoami(): return collections.UserList([1, range(2), bytes(1), collections.UserString("ab")])',
      { value: [1, [0, 1], { $text: "b'\\x00'" }, 'ab'] },
    ],
    [
      'something by a library that replaced json.dumps',
      'import json\njson.dumps = lambda value: "odd"\ndef whoami(): return 1',
      { value: 1 },
    ],
    [
      'a member without a text beside others',
      'class Mute:\n  def __str__(self): raise SystemExit(1)\ndef whoami(): return {"mute": Mute(), "a": 1}',
      { value: { mute: { $text: 'its text cannot be had (SystemExit)' }, a: 1 } },
    ],
    ['a huge member before others', 'def whoami(): return {"huge": [0] * 1_000_000, "a": 1}', { value: { a: 1 } }],
    [
      'what is no JSON number',
      'def whoami(): return [float("nan"), float("inf"), 10 ** 40]',
      { value: [{ $text: 'nan' }, { $text: 'inf' }, { $text: `1${'0'.repeat(40)}` }] },
    ],
    [
      'something cyclic',
      'def whoami():\n  a = []; a.append(a); return a',
      { type: 'list', value: [[[[expect.any(Array)]]]] },
    ],
    ['lone surrogates', 'def whoami(): return "\\ud800"', { value: '?' }],
    [
      'something that cannot be read',
      'class A(dict):\n  def items(self): raise SystemExit(1)\ndef whoami(): return A(a=1)',
      { value: { $text: "{'a': 1}" } },
    ],
    [
      'an endless mapping',
      'import collections.abc\nclass A(dict):\n  def items(self):\n    while True: yield "a", 1\ndef whoami(): return A()',
      { type: 'hostile.A' },
    ],
  ])('that returns %s is reported', async (_, source, returned) => {
    const driver = await driverFor(source);
    expect(await whoami(driver)).toMatchObject({ returned });
  });

  test.each([
    ['an exception', 'raise ValueError("no such thing")', 'ValueError', 'no such thing'],
    ['SystemExit', 'raise SystemExit(3)', 'SystemExit', '3'],
    ['a BaseException of its own', 'raise type("Odd", (BaseException,), {})("odd")', 'hostile.Odd', 'odd'],
    [
      'something without a text',
      'raise type("Mute", (Exception,), {"__str__": lambda self: 1 / 0})()',
      'hostile.Mute',
      'its text cannot be had (ZeroDivisionError)',
    ],
    ['a RecursionError', 'whoami()', 'RecursionError', expect.stringContaining('recursion')],
  ])('that raises %s is reported, and the next works', async (_, line, type, message) => {
    const driver = await driverFor(`def whoami(): ${line}\ndef submit(): return 1`);
    expect(await whoami(driver)).toMatchObject({ raised: { type, message } });
    expect(await returnedBy(driver, 'submit')).toBe(1);
    expect(driver.ended).toBeUndefined();
  });

  test.each([
    ['os._exit', 'import os\ndef whoami(): os._exit(7)', { how: 'exited', detail: 'with code 7' }],
    [
      'a signal',
      'import os, signal\ndef whoami(): os.kill(os.getpid(), signal.SIGSEGV)',
      { how: 'killed', detail: 'by SIGSEGV' },
    ],
  ])('that ends the process by %s is reported, and so is every later one', async (_, source, ended) => {
    const driver = await driverFor(source);
    expect(await whoami(driver)).toEqual({ ended });
    expect(await whoami(driver)).toEqual({ ended });
  });

  test.each([
    ['spins', 'def whoami():\n  while True: pass'],
    [
      'ignores signals',
      'import signal, time\ndef whoami():\n  signal.signal(signal.SIGTERM, signal.SIG_IGN)\n  time.sleep(600)',
    ],
  ])('that %s is ended at its limit', async (_, source) => {
    const driver = await driverFor(`import os\ndef submit(): return os.getpid()\n${source}`);
    const id = await returnedBy<number>(driver, 'submit');
    expect(await driver.call(call('whoami'), 200)).toMatchObject({ ended: { how: 'hung' } });
    await driver.close();
    expect(await gone(id)).toBe(true);
  });
});

describeWith(PEERS.python, 'an import', () => {
  test.each([
    ['needs what is not there', 'import no_such_package_at_all', { raised: { type: 'ModuleNotFoundError' } }],
    ['calls sys.exit', 'import sys; sys.exit(3)', { raised: { type: 'SystemExit', message: '3' } }],
    ['ends the process', 'import os; os._exit(4)', { ended: { how: 'exited', detail: 'with code 4' } }],
  ])('that %s is reported', async (_, source, loaded) => {
    expect((await driverFor(source)).loaded).toMatchObject(loaded);
  });

  test('of a library that ended the process is closed without a signal to what may have its number now', async () => {
    const driver = await driverFor('import os; os._exit(4)');
    const kill = vi.spyOn(process, 'kill');
    await driver.close();
    expect(kill.mock.calls.filter(([id]) => id < 0)).toEqual([]);
    kill.mockRestore();
  });

  test('is not led astray by modules of the library that have the names of standard ones', async () => {
    const driver = await driverFor('import json\ndef whoami(): return json.dumps([1])', {
      environment: { PATH: process.env.PATH ?? '' },
    });
    expect(await returnedBy(driver, 'whoami')).toBe('[1]');
  });

  test('by an interpreter that is not there is our own trouble', async () => {
    await expect(driverFor('', { python: '/no/such/python' })).rejects.toThrow(DriverError);
  });
});

describeWith(PEERS.python, 'what a library does beside', () => {
  test('printing does not disturb the answers, and is kept', async () => {
    const driver = await driverFor(
      'import os, sys\nprint("at import")\ndef whoami():\n  print("{}"); sys.stderr.write("oops"); os.write(1, b"raw"); return 1',
    );
    expect(await returnedBy(driver, 'whoami')).toBe(1);
    await driver.close();
    const { stdout, stderr } = driver.takePrinted();
    expect(stdout).toEqual({ bytes: 16, text: 'at import\nraw{}\n' });
    expect(stderr).toEqual({ bytes: 4, text: 'oops' });
  });

  test('of a flood of output the first 64 KiB are kept, and the rest is counted', async () => {
    const driver = await driverFor('def whoami():\n  for _ in range(500): print("x" * 99_999)\n  return 1');
    expect(await returnedBy(driver, 'whoami')).toBe(1);
    await driver.close();
    const { stdout } = driver.takePrinted();
    expect(stdout.bytes).toBe(50_000_000);
    expect(stdout.text.length).toBe(64 * 1024);
  });

  test('closing or replacing the standard streams is survived', async () => {
    const driver = await driverFor(
      'import sys\ndef whoami():\n  sys.stdout.close(); sys.stderr = None; sys.stdin = None; return 1\ndef submit(): return 2',
    );
    expect(await returnedBy(driver, 'whoami')).toBe(1);
    expect(await returnedBy(driver, 'submit')).toBe(2);
  });

  test('the environment is what it was given, and nothing of ours', async () => {
    const driver = await driverFor('import os\ndef whoami(): return dict(os.environ)', {
      environment: { PATH: process.env.PATH ?? '', ONLY: 'this' },
    });
    const value = await returnedBy<Record<string, string>>(driver, 'whoami');
    const inherited = Object.keys(process.env).filter(
      (name) => name !== 'PATH' && name in value && name !== 'LC_CTYPE',
    );
    expect(inherited).toEqual([]);
    expect(value).toMatchObject({ ONLY: 'this' });
  });
});
