/** The data hub's faults: each turns one requirement red, and says what turns red with it. */
import { guardedOperations } from '../documented-operations.ts';
import type { Fault } from '../types.ts';
import { byteFaults, CONTENT_KINDS } from './faults-bytes.ts';
import { FLOW_FAULTS, PATH_FORMS } from './faults-flows.ts';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  '404': 'is not found',
  '405': 'does not allow the method',
  '410': 'is gone',
  '501': 'is not implemented',
  '500': 'fails',
  '401': 'refuses the credential that the rest of the service takes',
};

/** Only the prefixed token goes to the creation of a named token, so a 401 there may be the credential's fault. */
const UNDECIDABLE = new Set(['create-named-token/answers@401']);

function statusFaults(): Fault[] {
  return guardedOperations('data-hub').flatMap(({ name: operation }) =>
    Object.entries(STATUS_WORDS)
      .filter(([status]) => !UNDECIDABLE.has(`${operation}/answers@${status}`))
      .map(
        ([status, words]): Fault => ({
          id: `data-hub/${operation}/answers@${status}`,
          kills: `data-hub/${operation}/answers`,
          title: `${operation} ${words} (${status})`,
          origin: 'derived',
          tags: ['status'],
        }),
      ),
  );
}

function refusalFaults(): Fault[] {
  return guardedOperations('data-hub').flatMap(({ name: operation, creates, refused }) =>
    Object.entries(refused).flatMap(([kind, words]): Fault[] => {
      const kills = `data-hub/${operation}/refuses/${kind}`;
      const letIn: Fault = {
        id: `${kills}@let-in`,
        kills,
        title: `${operation} accepts a request ${words}`,
        origin: 'derived',
        tags: ['refusal'],
      };
      const applied: Fault = {
        id: `${kills}@applied`,
        kills,
        title: `${operation} refuses a request ${words} and does what was asked`,
        origin: 'derived',
        tags: ['refusal'],
      };
      // The effect can be seen afterwards.
      return creates === 'files' ? [letIn, applied] : [letIn];
    }),
  );
}

/** Operations that list or describe something, whether each is a list, and the requirements that turn red if it is empty. */
const SPEAKING: Readonly<Record<string, { readonly list: boolean; readonly also?: readonly string[] }>> = {
  'list-handle-services': {
    list: true,
    also: ['list-handle-services/holds-handle-service', 'list-handle-services/identifiers-work'],
  },
  'get-handle-service': { list: false, also: ['get-handle-service/speaks-of-handle-service'] },
  'list-spaces': { list: true, also: ['list-spaces/holds-space'] },
  'get-space': { list: false, also: ['get-space/speaks-of-space'] },
  'get-share': { list: false, also: ['get-share/speaks-of-share'] },
  'list-handles': { list: true, also: ['list-handles/holds-created'] },
  'get-handle': { list: false, also: ['get-handle/speaks-of-handle'] },
  'cdmi-list': { list: true, also: ['cdmi-list/holds-created'] },
  'lookup-file-id': { list: false, also: ['lookup-file-id/identifies-folder', 'lookup-file-id/identifies-file'] },
  'list-children': { list: true, also: ['list-children/holds-created'] },
  'list-files': { list: true, also: ['list-files/holds-created'] },
};
const EMPTY: readonly { readonly what: string; readonly words: string; readonly of: 'any' | 'list' | 'details' }[] = [
  { what: 'no-body', words: 'no body', of: 'any' },
  { what: 'no-content', words: 'no body, status 204', of: 'any' },
  { what: 'blank', words: 'blanks', of: 'any' },
  { what: 'null', words: 'null', of: 'any' },
  { what: 'empty-list', words: 'a list without entries', of: 'list' },
  { what: 'empty-entries', words: 'a list of empty texts', of: 'list' },
  { what: 'empty-identifier', words: 'an empty identifier', of: 'details' },
  { what: 'empty-object', words: 'an empty object', of: 'details' },
  { what: 'empty-array', words: 'an empty array', of: 'details' },
  { what: 'empty-text', words: 'an empty text', of: 'details' },
];

function emptinessFaults(): Fault[] {
  return Object.entries(SPEAKING).flatMap(([operation, { list, also }]) =>
    EMPTY.filter(({ of }) => of === 'any' || (of === 'list') === list).map(({ what, words }): Fault => {
      const kills = `data-hub/${operation}/not-empty`;
      return {
        id: `${kills}@${what}`,
        kills,
        title: `${operation} answers with ${words}`,
        origin: 'derived',
        tags: ['empty'],
        ...(also && { also: also.map((row) => `data-hub/${row}`) }),
      };
    }),
  );
}

const MANY: Readonly<Record<string, readonly string[]>> = {
  path: PATH_FORMS,
  name: PATH_FORMS,
  'read-back': CONTENT_KINDS,
  'read-back-rest': CONTENT_KINDS,
  'read-back-cdmi': CONTENT_KINDS,
};

/** `also` written out: `…/path/*` stands for each form of name, `…/read-back/*` for each kind of content. */
function writtenOut(fault: Fault): Fault {
  if (!fault.also) return fault;
  const rows = fault.also.flatMap((row) => {
    const group = row.endsWith('/*') ? MANY[row.split('/').at(-2) ?? ''] : undefined;
    return group ? group.map((name) => row.replace('*', name)) : [row];
  });
  return { ...fault, also: [...new Set(rows)].filter((row) => row !== fault.kills) };
}

/** All faults of the reference data hub; ids are unique. */
export function dataHubFaults(): Fault[] {
  return [...statusFaults(), ...refusalFaults(), ...emptinessFaults(), ...byteFaults(), ...FLOW_FAULTS].map(writtenOut);
}
