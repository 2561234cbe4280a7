#!/usr/bin/env sh
":" //; exec node -- "$0" "$@"
// A shell reads the line above and starts Node; to JavaScript it is a string and a comment.
// Without the `--`, Node looks for the file that --env-file names before any of our code runs, and ends with 9 where it is not there.
try {
  await import('../dist/src/cli/main.js');
} catch (error) {
  // Node would end with 1, which is a failed requirement.
  process.stderr.write(`Assay cannot start: ${error.message}\n`);
  process.exitCode = 4;
}
