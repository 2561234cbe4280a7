// Prints one line per failed test of a report that vitest's JSON reporter wrote: "FAILED <file> > <full name>: <first line of the message>".
// A file that could not be loaded is one line, too. A report that is missing or cannot be read gives none: the step itself counts as failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LONGEST = 200;
const [report] = process.argv.slice(2);

const lineOf = (message) => {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '') ?? 'no message';
  return first.slice(0, LONGEST);
};

if (existsSync(report)) {
  for (const { name, status, message, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failed)
      console.log(`FAILED ${file} > ${fullName.trim()}: ${lineOf(failureMessages?.[0])}`);
    if (status === 'failed' && failed.length === 0) console.log(`FAILED ${file} > (not loaded): ${lineOf(message)}`);
  }
}
