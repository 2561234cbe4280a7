// Lists the skipped tests in a report of vitest's JSON reporter. Exits with 1 if any was skipped for a reason other than being run as root,
// or if the report has no tests: every program that the tests need is installed here.
import { readFileSync } from 'node:fs';

const LAWFUL = /not shown to a superuser/;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const tests = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status }) => ({ name, fullName, status })),
);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
for (const { name, fullName } of skipped) console.log(`skipped: ${name}: ${fullName}`);
console.log(`${tests.length} tests, ${skipped.length} skipped`);
process.exitCode = tests.length > 0 && skipped.every(({ fullName }) => LAWFUL.test(fullName)) ? 0 : 1;
