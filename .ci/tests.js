// Reads reports of vitest's JSON reporter.
//   node .ci/tests.js count REPORT       prints "PASSED FAILED"; a file that could not be loaded counts as one failure. Exits with 1 if nothing was run
//   node .ci/tests.js skipped REPORT     lists the skipped tests. Exits with 1 if one was skipped for a reason other than being run as root
//   node .ci/tests.js failed REPORT…     prints "FAILED <file> > <full name>: <first line of the message>"
//   node .ci/tests.js slowest STEPS REPORT…   the ten slowest test files and steps; STEPS holds lines "<seconds> <name>"
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The only reason to skip a test: every program that the tests need is installed. */
const LAWFUL = /not shown to a superuser/;
const LONGEST = 200;
const SLOWEST = 10;

const failedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');
const unloaded = (file) => file.status === 'failed' && failedIn(file).length === 0;
const filesIn = (reports) =>
  reports
    .filter((report) => existsSync(report))
    .flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults)
    .map((file) => ({ ...file, name: relative(process.cwd(), file.name) }));

const firstLine = (message) => {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '') ?? 'no message';
  return first.slice(0, LONGEST);
};

const COMMANDS = {
  count(report) {
    const files = filesIn([report]);
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const failed = files.flatMap(failedIn).length + files.filter(unloaded).length;
    console.log(passed, failed);
    return passed + failed > 0;
  },
  skipped(report) {
    const tests = filesIn([report]).flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({ name, fullName, status })),
    );
    const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
    for (const { name, fullName } of skipped) console.log(`skipped: ${name}: ${fullName}`);
    console.log(`${tests.length} tests, ${skipped.length} skipped`);
    return tests.length > 0 && skipped.every(({ fullName }) => LAWFUL.test(fullName));
  },
  failed(...reports) {
    for (const file of filesIn(reports)) {
      for (const { fullName, failureMessages } of failedIn(file))
        console.log(`FAILED ${file.name} > ${fullName.trim()}: ${firstLine(failureMessages?.[0])}`);
      if (unloaded(file)) console.log(`FAILED ${file.name} > (not loaded): ${firstLine(file.message)}`);
    }
    return true;
  },
  slowest(steps, ...reports) {
    const timed = [
      ...filesIn(reports).map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
      ...readFileSync(steps, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({ name: line.replace(/^\d+ /, ''), seconds: Number.parseInt(line, 10) })),
    ].toSorted((one, other) => other.seconds - one.seconds);
    console.log('The slowest:');
    for (const { name, seconds } of timed.slice(0, SLOWEST))
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
    return true;
  },
};

const [command, ...files] = process.argv.slice(2);
process.exitCode = COMMANDS[command](...files) ? 0 : 1;
