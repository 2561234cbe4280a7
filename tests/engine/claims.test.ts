/** Operations that are said not to be offered are asked where that is safe, and an answer is reported. */
import { describe, expect, test } from 'vitest';
import type { Operation, Parameter } from '../../src/contract/types.ts';
import { checkClaims } from '../../src/engine/claims.ts';
import type { Lane, Prepared, ProbeContext, RequestOptions, Suite } from '../../src/engine/types.ts';
import { contractOf, exchange, operation } from './exchanges.ts';

const parameter = (name: string, where: Parameter['in']): Parameter => ({ name, in: where, required: true });
const lane = (name: string, more: Partial<Lane> = {}): Lane => ({ name, credentials: new Map(), settings: { id: 'x' }, ...more });

/** What is asked in which lane, and what is reported. */
async function claims(
  operations: readonly Operation[],
  more: { lanes?: readonly Lane[]; notOffered?: readonly string[]; status?: number; good?: boolean; claimed?: Suite['claimed'] } = {},
) {
  const asked: string[] = [];
  const options: (RequestOptions | undefined)[] = [];
  const notices: string[] = [];
  const contextFor = (of: Lane): ProbeContext =>
    ({
      send: async (name: string, how?: RequestOptions) => {
        asked.push(`${of.name} ${name} ${JSON.stringify(how?.params)}`);
        options.push(how);
        return exchange({ status: more.status ?? 404 });
      },
      hasCredential: (credential: string) => credential === 'good' && (more.good ?? true),
      notice: (text: string) => notices.push(text),
    }) as unknown as ProbeContext;
  const suite = { ...(more.claimed && { claimed: more.claimed }) } as unknown as Suite;
  const prepared = { lanes: more.lanes ?? [lane('certificate')], services: { transfer: 'https://transfer.example.org' } } as unknown as Prepared;
  const notOffered = new Set(more.notOffered ?? operations.map(({ name }) => name));
  await checkClaims(suite, contractOf([], [], operations), prepared, notOffered, contextFor);
  return { asked, options, notices };
}

describe('an operation that is said not to be offered', () => {
  test.each<[string, Operation, Parameters<typeof claims>[1], readonly string[]]>([
    ['a GET without parameters is asked', operation('identity'), {}, ['certificate identity {}']],
    ['so is one whose parameters need not be there', operation('jobs', { parameters: [parameter('vo_name', 'query')] }), {}, ['certificate jobs {}']],
    ['one whose path is to be filled is not', operation('job', { parameters: [parameter('id', 'path')] }), {}, []],
    [
      'unless the suite knows with what',
      operation('job', { parameters: [parameter('vo_name', 'query'), parameter('id', 'path')] }),
      { claimed: (name, given) => ({ of: name, id: String(given['id']) }) },
      ['certificate job {"of":"job","id":"x"}'],
    ],
    ['a suite that does not know leaves it', operation('job', { parameters: [parameter('id', 'path')] }), { claimed: () => undefined }, []],
    ['what may change something is not asked', operation('submit', { method: 'POST' }), {}, []],
    ['nor one without a path', { ...operation('status'), path: undefined } as unknown as Operation, {}, []],
    ['nor one of a service that is not configured', operation('spaces', { service: 'zone' }), {}, []],
    ['nor what is offered', operation('identity'), { notOffered: ['jobs'] }, []],
    ['nor without a credential', operation('identity'), { good: false }, []],
    ['nor without a lane', operation('identity'), { lanes: [] }, []],
    [
      'a lane with which nothing can be sent is passed over',
      operation('identity'),
      { lanes: [lane('a', { problems: ['old'] }), lane('b')] },
      ['b identity {}'],
    ],
  ])('%s', async (_, own, more, asked) => expect((await claims([own], more)).asked).toEqual(asked));

  test('is asked as what judges nothing', async () => {
    expect((await claims([operation('identity')])).options).toEqual([{ params: {}, purpose: 'other', label: 'not-offered' }]);
  });

  test.each([
    [200, [/^ASSAY_NOT_OFFERED names identity, but it answered with 200/]],
    [204, [/answered with 204/]],
    [404, []],
  ])('and answers with %i', async (status, notices) => {
    expect((await claims([operation('identity')], { status })).notices).toEqual(notices.map((notice) => expect.stringMatching(notice)));
  });
});
