#!/usr/bin/env sh
":" //; exec node -- "$0" "$@"
// A shell reads the line above and starts Node; to JavaScript it is a string and a comment.
// Without the `--`, Node looks for the file that --env-file names before any of our code runs, and ends with 9 where it is not there.
import '../dist/src/cli/main.js';
