import { documentNames, documentNamesIn } from './document-names.ts';
import { typeScriptSources } from './project-files.ts';

const names = documentNames();

test('nothing in src/ names an interface, a service, an operation, a message part, a record member, a setting of an interface or a credential', () => {
  const sources = [...typeScriptSources()].filter(([path]) => path.startsWith('src/'));
  expect(sources.flatMap(([path, source]) => documentNamesIn(path, source, names))).toEqual([]);
});

test.each([
  ['an interface', `const of = 'data-hub';`, 'data-hub'],
  ['an operation', 'const id = `x/submit-job/y`;', 'submit-job'],
  ['a setting', `env['TRANSFER_URL'];`, 'TRANSFER_'],
  ['a lane', `if (lane === 'certificate') stop();`, 'certificate'],
])('%s would be found', (_, source, name) => {
  expect(documentNamesIn('src/x.ts', source, names)).toEqual([`src/x.ts: ${name}`]);
});
