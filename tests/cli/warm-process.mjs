/** A process that runs commands one after another: to start a process takes longer than most of them. */
const [, , main] = process.argv;
const printed = { stdout: '', stderr: '' };
let count = 0;

// Each command adds listeners for its end and its output.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
for (const name of ['stdout', 'stderr'])
  process[name].write = (text, ...more) => {
    printed[name] += text;
    more.find((one) => typeof one === 'function')?.();
    return true;
  };

process.on('message', async ({ script, words, cwd, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, process.argv.length, script, ...words);
  Object.assign(printed, { stdout: '', stderr: '' });
  count += 1;
  await import(`${main}?${count}`);
  process.send({ code: process.exitCode, ...printed });
});
const exit = process.exit.bind(process);
process.on('uncaughtException', () => exit(1));
process.on('disconnect', () => exit(0));
// After an error, a command ends the process some seconds later, when the next ones have begun.
process.exit = () => undefined;
