/**
 * The same bytes in place of several operations' responses are not those of the service; equal responses that the
 * operations may legally give are.
 */
import { standInsIn } from '../../../src/engine/judge/pages.ts';
import { exchange } from '../exchanges.ts';

const TEXTS: Record<string, string> = {
  who: '{"user":"me"}',
  status: '{"state":"new"}',
  list: '[{"id":"a"}]',
  spaces: '[{"id":"b"}]',
  read: 'content',
  stored: '',
  create: '<s:Envelope><s:Body>create</s:Body></s:Envelope>',
  modify: '<s:Envelope><s:Body>modify</s:Body></s:Envelope>',
};
const DOWN = '{"maintenance":"yes"}';

/**
 * Each word is a request: its operation, `?` with an invalid credential, `!` rejected, and after a colon the response
 * instead of its usual one.
 */
const sent = (words: string) =>
  words.split(' ').map((word) => {
    const [, service = 'transfer', operation = '', bare, rejected, instead] =
      /^(?:(\w+)\/)?(\w+)(\?)?(!)?(?::(.*))?$/.exec(word) ?? [];
    const text = instead === 'DOWN' ? DOWN : (instead ?? TEXTS[operation] ?? '');
    const purpose = bare ? 'refusal' : 'documented';
    return exchange({ service, operation, purpose, text, status: rejected ? 404 : 200 });
  });

test.each([
  ['two operations, until the end', 'who list who:DOWN list:DOWN', 2],
  ['two operations, for a while, with attempts', 'who list who:DOWN who?:DOWN list:DOWN who', 3],
  ['one operation, and attempts of another', 'who list who:DOWN list?:DOWN who', 2],
  ['attempts alone, which are rejected so', 'who list who?:DOWN list?:DOWN who', 0],
  ['one operation', 'who list who:DOWN who:DOWN list who:DOWN', 0],
  ['two operations that never respond otherwise', 'list who:DOWN status:DOWN', 0],
  ['two operations, at different times', 'who list who:DOWN list who list:DOWN', 0],
  ['two operations, with a rejection between them', 'who list who:DOWN read! list:DOWN who', 0],
  ['uploads with the same empty content before it', 'who status stored who: status: stored:', 4],
  ['uploads, and an emptied file', 'who stored read stored: read: stored', 0],
  ['lists that become empty', 'list spaces list:[] spaces:[]', 0],
  ['lists that are null for a while', 'list spaces list:null spaces:null list', 0],
  ['lists that are nothing until the end', 'list spaces list: spaces:', 2],
  ['records that have other members of the same name', 'who status who:{"user":"x"} status:{"state":"x"}', 0],
  ['two services, each with one operation', 'who zone/list who:DOWN zone/list:DOWN', 2],
  ['one of two services', 'who status zone/list who:DOWN zone/list status:DOWN zone/list', 2],
])('%s', (_, words, found) => {
  expect(standInsIn(sent(words), {})).toHaveLength(found);
});

test.each([
  ['two operations until the end', 'create modify:DOWN attach:DOWN', 2],
  ['two that never respond otherwise, for a while', 'create modify:DOWN attach:DOWN create', 0],
  ['two, of which one responds otherwise', 'create modify create:DOWN attach:DOWN modify', 2],
  ['every operation from the beginning', 'create:DOWN modify:DOWN', 0],
  ['equal messages', 'create modify:<e:Envelope/> attach:<e:Envelope/>', 0],
])('a service with one format: %s', (_, words, found) => {
  expect(standInsIn(sent(words), { format: 'SOAP' })).toHaveLength(found);
});
