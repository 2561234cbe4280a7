/** A process that runs commands of an installed package one after another: starting each takes longer than most. */
const [, , main] = process.argv;
let output = '';
let count = 0;

// Each command adds listeners for its end and its output.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
for (const stream of [process.stdout, process.stderr])
  stream.write = (text, ...more) => {
    output += text;
    more.find((one) => typeof one === 'function')?.();
    return true;
  };

process.on('message', async ({ words, cwd }) => {
  process.chdir(cwd);
  process.argv.splice(1, process.argv.length, `${cwd}/node_modules/.bin/assay`, ...words);
  output = '';
  count += 1;
  await import(`${main}?${count}`);
  process.send({ code: process.exitCode, output });
});
process.on('disconnect', () => process.exit(0));
