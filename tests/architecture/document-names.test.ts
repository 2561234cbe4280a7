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

test.each([
  ['src/wire/x.ts', `const kind = 'certificate';`],
  ['src/soap/x.ts', `const type = 'token';`],
])('in %s, a word of a standard is not the name of a lane', (path, source) =>
  expect(documentNamesIn(path, source, names)).toEqual([]),
);

test('a word for credentials in a sentence is not the name of a lane', () => {
  expect(documentNamesIn('src/x.ts', `const hint = 'set a token'; const place = { token: 1 };`, names)).toEqual([]);
});

test('addresses of imports and ordinary words are not names of the document', () => {
  expect(
    documentNamesIn('src/x.ts', `import { a } from '../data-hub/a.ts'; const b = 'reason, method';`, names),
  ).toEqual([]);
});
