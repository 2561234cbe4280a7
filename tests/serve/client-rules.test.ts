/** Every requirement of clients is shown to pass and to fail. */
import { loadClientContract, SERVED } from '../../src/clients/client-side.ts';
import { exchangeOf, presentedCredential, secretsOf } from '../../src/clients/received-exchange.ts';
import type { ReceivedRequest } from '../../src/contract/types.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import { LAWFUL, NAMESPACE, type Sent, spoil } from './requests.ts';

function received(sent: Sent): ReceivedRequest {
  return {
    method: sent.method,
    target: sent.target,
    header: (name) => Object.entries(sent.headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
    body: new TextEncoder().encode(sent.body),
    truncated: false,
    credential: sent.credential,
  };
}

/** Returns the requirements on an operation that a request contradicts. */
const contradictedBy = (sent: Sent, { rules }: ReturnType<typeof loadClientContract>, operation: string) =>
  (rules.get(operation) ?? []).flatMap(({ judge, requirement }) =>
    judge(received(sent))?.ok === false ? [requirement] : [],
  );

describe.each(SERVED)('clients of %s', (of) => {
  const contract = loadClientContract(of, { namespace: NAMESPACE });
  const operations = Object.entries(LAWFUL[of] ?? {});

  test('the legal requests are those of all documented operations', () => {
    expect(operations.map(([operation]) => operation).sort()).toEqual([...contract.rules.keys()].sort());
    for (const [operation, sent] of operations) expect(contract.operationOf(received(sent)), operation).toBe(operation);
  });

  test('a legal request contradicts nothing, and every rule speaks of it', () => {
    for (const [operation, sent] of operations) {
      for (const rule of contract.rules.get(operation) ?? [])
        expect(rule.judge(received(sent)), rule.requirement).toMatchObject({ ok: true });
    }
  });

  test('each rule is contradicted by what spoils it, and no other rule is', () => {
    for (const [operation, sent] of operations) {
      const rules = contract.rules.get(operation) ?? [];
      for (const rule of rules) {
        const statement = rule.requirement.split('/').slice(3).join('/');
        const spoilt = spoil(of, statement, sent);
        expect(spoilt, `nobody knows how to spoil ${rule.requirement}`).toBeDefined();
        expect(contradictedBy(spoilt as Sent, contract, operation), rule.requirement).toEqual([rule.requirement]);
      }
    }
  });
});

const instead = (old: string | RegExp, other: string) => (sent: Sent) => ({
  ...sent,
  body: sent.body.replace(old, other),
});

const variations: [string, keyof typeof LAWFUL, string, (sent: Sent) => Sent][] = [
  [
    'a charset beside the media type',
    'transfer',
    'submit-job',
    (sent) => ({ ...sent, headers: { 'content-type': 'application/json; charset=utf-8' } }),
  ],
  ['further members', 'transfer', 'submit-job', instead('"params":{', '"extra":1,"params":{"retry":3,')],
  [
    'further caveats and their members',
    'data-hub',
    'create-named-token',
    instead('"rest"}', '"rest"},{"type":"x","interface":"","more":1}'),
  ],
  ['no caveats in the array', 'data-hub', 'create-named-token', instead('{"type":"interface","interface":"rest"}', '')],
  ['an access token beside its type', 'data-hub', 'create-named-token', instead('}}', '}},"accessToken":1')],
  ['escaped quotes', 'data-hub', 'create-handle', instead('<metadata/>', ' <m a=\\\\\\"b\\\\\\"/>\\t')],
  ['no xsi:type', 'ticket-bridge', 'TicketCreate', instead(/ xsi:type="[^"]*"/g, '')],
  [
    'another prefix',
    'ticket-bridge',
    'TicketModify',
    (sent) => ({ ...sent, body: sent.body.replaceAll('soap:', 'S:').replaceAll('xmlns:soap', 'xmlns:S') }),
  ],
];

test.each<[string, keyof typeof LAWFUL, string, (sent: Sent) => Sent]>([
  [
    'credential',
    'data-hub',
    'create-named-token',
    (sent) => ({ ...sent, headers: { ...sent.headers, 'X-Auth-Token': '[redacted:client-token]' } }),
  ],
  ['body', 'transfer', 'submit-job', instead(/^/, '\ufeff')],
  ['type', 'data-hub', 'create-named-token', instead('{"accessToken":{}}', '{},"accessToken":{}')],
  ['type/accessToken', 'data-hub', 'create-named-token', instead('"accessToken":{}', '"accessToken":{"a":1}')],
  ['caveats', 'data-hub', 'create-named-token', instead('{"type":"interface","interface":"rest"}', '{}')],
  ['caveats', 'data-hub', 'create-named-token', instead('"rest"}', '"rest"},{"type":"interface"}')],
  ['metadata', 'data-hub', 'create-handle', instead('<metadata/>', '<metadata>\\n</metadata>')],
  ['metadata', 'data-hub', 'create-handle', instead('<metadata/>', '<metadata>\\r</metadata>')],
  ['metadata', 'data-hub', 'create-handle', instead('<metadata/>', 'metadata')],
])('what contradicts %s (%s, %s)', (statement, of, operation, change) => {
  expect(contradictedBy(change(LAWFUL[of]?.[operation] as Sent), loadClientContract(of), operation)).toEqual([
    `${of}/client/${operation}/${statement}`,
  ]);
});

test.each([
  ['Bearer a.b-c_d~+/=', 'token'],
  ['bearer   x', 'token'],
  ['Bearer "x"', undefined],
  ['Bearer x, Bearer y', undefined],
  ['Bearer', undefined],
])('Authorization: %s shows %s', (value, credential) => {
  const among = { token: { setting: 'T', header: 'Authorization', scheme: 'Bearer' } };
  expect(presentedCredential(among, [['authorization', value]])).toBe(credential);
});

test.each(variations)('what clients are free in: %s (%s, %s)', (_, of, operation, change) => {
  const contract = loadClientContract(of, { namespace: NAMESPACE });
  const sent = change(LAWFUL[of]?.[operation] as Sent);
  expect(contract.operationOf(received(sent))).toBe(operation);
  expect(contradictedBy(sent, contract, operation)).toEqual([]);
});

test.each([
  ['hub-idp:0123456789abcdef', 'hub-idp:[redacted:client-token]'],
  ['0123456789abcdef:hub-idp', '[redacted:client-token]'],
  ['Bearer ey.ab-12.c_d', 'Bearer [redacted:client-token]'],
  ['ey.0123456789.abc x', '[redacted:client-token]'],
])('X-Auth-Token: %s is recorded as %s, and the credential nowhere', (value, shown) => {
  const redactor = createRedactor();
  const credential = value.split(/[ :]/).find((part) => part.length > 10) ?? '';
  const request = { method: 'GET', target: `/?again=${credential}`, headers: { 'x-auth-token': value }, peer: [] };
  const response = { status: 200, headers: [], body: new Uint8Array() };
  const arrived = { request: { ...request, body: new Uint8Array() }, content: new Uint8Array(), size: 0, response };
  secretsOf(redactor)(Object.entries(request.headers));
  const about = {
    id: 'e1',
    interface: 'data-hub',
    operation: '',
    service: 'zone',
    base: 'https://zone.example',
    credentials: {},
  };
  const { request: recorded } = exchangeOf({ ...arrived, startedAt: 0, endedAt: 1 }, about, redactor);
  expect(recorded.headers).toEqual([['x-auth-token', shown]]);
  expect(JSON.stringify(recorded)).not.toContain(credential);
});
