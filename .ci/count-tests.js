// Prints "PASSED FAILED" of a report that vitest's JSON reporter wrote; a file that could not be loaded counts as one failure.
// Ends with 1 where there is no report, or nothing was run.
import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const unloaded = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
);
if (numPassedTests + numFailedTests + unloaded.length === 0) process.exit(1);
console.log(numPassedTests, numFailedTests + unloaded.length);
