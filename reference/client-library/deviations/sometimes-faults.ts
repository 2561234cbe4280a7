/** Intermittent faults: with some values, or after something else. */
import type { WayTable } from '../../sometimes.ts';
import { type FaultTable, raises, status, submit, transfer, whoami } from '../changes.ts';

/** Returns a change of the source in what an expression matches. */
const inSource = (found: string, by: string) => transfer('/file/sources/0', 'replace', [found, by]);
const inDestination = (found: string, by: string) => transfer('/file/destinations/0', 'replace', [found, by]);

/** Intermittent faults that cannot be made from a permanent one. */
export const SECOND_GENERATION: FaultTable = {
  'new_transfer/source': {
    'blank-decoded': inSource('%20', ' '),
    'percent-encoded-twice': inSource('%', '%25'),
    'port-lost': inSource('(?<=\\w):[0-9]+(?=/)', ''),
    'slash-at-the-end-lost': inSource('/$', ''),
    'second-parameter-lost': inSource('&.*', ''),
  },
  'new_transfer/destination': {
    'slash-decoded': inDestination('%2[Ff]', '/'),
    'plus-as-blank': inDestination('\\+', '%20'),
    'two-slashes-as-one': inDestination('(?<!:)//+', '/'),
    'fragment-lost': inDestination('#.*', ''),
  },
  'new_transfer/checksum': {
    'zeros-at-the-start-lost': transfer('/file/checksum', 'replace', [':0+', ':']),
  },
  'new_transfer/takes-positional': {
    'great-file-size': [
      transfer('/arguments', ...raises('OverflowError', 'int too large'), 'great file size'),
      ['new_transfer/takes-keywords'],
    ],
  },
  'submit/own-job': {
    'first-built-again': { ...submit('/request/body', 'copy', '/made/new_job/0'), nth: { every: 2 } },
  },
  'submit/returns-job-id': {
    'of-the-first': { ...submit('/result', 'copy', '/made/submit/0'), nth: { from: 2 } },
  },
  'get_job_status/returns-job': {
    'of-the-first': [
      { ...status('/result', 'copy', '/made/get_job_status/0'), nth: { from: 2 } },
      ['get_job_status/own-job'],
    ],
  },
  'whoami/returns-identity': {
    'lists-without-their-last': {
      ...whoami('/result/*', 'pick', { 1: [], 2: [0], 3: [0, 1], 4: [0, 1, 2] }),
      nth: { every: 2 },
    },
  },
};

/** Permanent faults, and the ways in which they are made intermittent. */
export const SOMETIMES: WayTable = {
  'every-second': `
    whoami/returns-identity@member-lost whoami/presents-credential@none submit/content-type@missing
    submit/returns-job-id@another get_job_status/returns-job@member-lost get_job_status/http-status@missing
    new_transfer/source@query-lost new_job/holds-each-transfer@first-only`,
  'every-third': `
    whoami/returns-identity@member-changed submit/returns-job-id@nothing get_job_status/http-status@number`,
  'the-second-alone': `
    whoami/returns-identity@nothing submit/body@no-params get_job_status/presents-credential@none
    submit/sends-post-jobs@put`,
  'from-the-second-on': `
    whoami/returns-identity@raises submit/presents-credential@none get_job_status/returns-job@list
    new_transfer/checksum@lost get_job_status/asks-for-the-job@post submit/submits-once@twice`,
};

/** Permanent variants, applied only to some calls. */
export const VARIANTS_SOMETIMES: WayTable = {
  'every-second': [
    'ordered-results',
    'further-members-in-results',
    'urllib',
    'chunked-body',
    'content-type-always',
    'body-indented',
    'doubled-slashes',
    'query-behind-job',
    'prints',
    'asks-in-a-thread',
  ].join(' '),
};
