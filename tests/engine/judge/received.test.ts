/** Requests of clients are judged rule by rule; a missing request is inconclusive. */
import { loadClientContract } from '../../../src/clients/client-side.ts';
import { OTHERS, receivedRecording, receivingSuite } from '../../../src/clients/received.ts';
import { judge } from '../../../src/engine/judge/judge.ts';
import { exchange } from '../exchanges.ts';

const contract = loadClientContract('transfer');

/** Returns the facts about submissions with these bodies, of which perhaps only the beginning was kept. */
function facts(texts: string[], truncated = false, operation = 'submit-job') {
  const exchanges = texts.map((text) => {
    const bytes = new TextEncoder().encode(text);
    const url = 'https://t.example.org/elsewhere?x=1';
    const body = { bytes, size: bytes.length, digest: text, truncated };
    return exchange({ operation, request: { method: 'POST', url, headers: [], credential: 'token', body } });
  });
  const all = judge(receivedRecording(contract, exchanges), contract, receivingSuite(contract));
  return Object.fromEntries(
    // No request of another operation came, which decides nothing.
    all
      .filter(({ kind, requirement }) => /held|contra/.test(kind) || !requirement.endsWith('/known-operation'))
      .map((fact) => {
        const more = fact.kind === 'contradicted' ? ` ${fact.got}` : 'reason' in fact ? ` ${fact.reason.blame}` : '';
        return [fact.requirement.replace(/^transfer\/(client\/)?(submit-job\/)?/, ''), `${fact.kind}${more}`];
      }),
  );
}

test.each<[string, string[], boolean, object]>([
  [
    'that do as they should, and do not',
    ['{"files":[],"params":{"overwrite":1}}', '{"files":[]}'],
    false,
    { ...{ 'known-operation': 'upheld', body: 'upheld', files: 'upheld', params: 'contradicted no member params' } },
  ],
  ['without optional members', ['{}'], false, { 'files/checksum': 'not-applicable settings' }],
  ['of which a rule says nothing', ['x'], false, { files: 'undecided target' }],
  ['longer than what is kept', ['{'], true, { body: 'undecided target', 'params/overwrite': 'undecided target' }],
  ['of which none came', [], false, { body: 'skipped settings', 'list-jobs/credential': 'skipped settings' }],
])('submissions %s', (_, texts, truncated, expected) => expect(facts(texts, truncated)).toMatchObject(expected));

test('an undocumented request is a finding', () => {
  expect(facts([''], false, OTHERS)['known-operation']).toBe('contradicted POST /elsewhere?x=1');
});
