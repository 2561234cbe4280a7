/** Roles of exchanges in evidence of earlier versions, by the label that each had. */
import type { UnnamedRoles } from '../../src/engine/words/roles.ts';

const alone = {
  'letters beyond ASCII': 'letters beyond ASCII',
  'characters beyond the basic plane': 'characters beyond the basic plane',
  'markup characters and quotes': 'markup characters and quotes',
  'line breaks in Correspondence': 'line breaks in Correspondence',
};

export const unnamedRoles: UnnamedRoles = {
  createTickets: { rich: 'rich', plain: 'plain', elsewhere: 'other-namespace', alone },
  modifyTicket: { rich: 'rich', plain: 'plain', alone },
  attachFiles: {
    rich: 'rich',
    large: 'large',
    empty: 'empty',
    oddName: 'odd-name',
    plain: 'plain',
    everyByte: 'every-byte',
    wrapped: 'wrapped',
  },
};
