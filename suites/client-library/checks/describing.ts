/** Judges how a transfer is described: the parameters, and their values in a submission. */

import { isDeepStrictEqual } from 'node:util';
import { check, type Exchange, ifSent, memberOf, preview, type Reporter, restsOn, sent } from '../../words.ts';
import { FORMS, type Form, type TransferParameters } from '../calls.ts';
import { builtOf, type DescribedTransfer, madeOf, transferOf, transfersIn } from '../made.ts';
import { mixed } from '../probes/alternating.ts';
import { submissions } from '../probes/calls.ts';
import { callsOf, failureOf, stepOf, wasMade } from '../scenario.ts';
import { failed } from './due.ts';
import { state } from './offering.ts';
import { bodyOf, filesIn, filesOf, usable } from './submissions.ts';

const takes = (form: Form) => `client-library/new_transfer/takes-${form}` as const;
const otherThan = (form: Form) => (form === 'positional' ? 'keywords' : 'positional');

const UNFORMED = 'no transfer was submitted in the documented form';

const NAMES = ['source', 'destination', 'checksum'] as const;
type Name = (typeof NAMES)[number];
const requirementOn = (name: Name) => `client-library/new_transfer/${name}` as const;

/** Returns the member of a submitted file that describes a parameter. */
const memberFor = (name: Name) => (name === 'checksum' ? name : (`${name}s` as const));
/** Returns the value of that member. */
const described = (transfer: TransferParameters, name: Name) =>
  name === 'checksum' ? transfer[name] : [transfer[name]];

type File = Readonly<Record<string, unknown>>;

const isRight = (file: File | undefined, transfer: TransferParameters, name: Name) =>
  isDeepStrictEqual(file?.[memberFor(name)], described(transfer, name));
const rightIn = (file: File | undefined, transfer: TransferParameters) =>
  NAMES.filter((name) => isRight(file, transfer, name)).length;
const isWholly = (file: File | undefined, transfer: TransferParameters) => rightIn(file, transfer) === NAMES.length;

interface Submitted {
  readonly exchange: Exchange;
  readonly file: File;
  /** The described transfer with which the file shares most: if several do, that of the same place in the job. */
  readonly transfer: DescribedTransfer;
}

/** Returns every submitted file that shares something with a transfer of its job. */
const submittedFiles = ({ returned }: Reporter) =>
  madeOf('submit', returned).flatMap(({ exchange, step, about }) => {
    const own = transfersIn(about);
    const all = builtOf('new_transfer', [exchange]).flatMap((built) => transfersIn(built.about));
    return (filesIn(step) ?? []).flatMap((file, at) => {
      let [transfer, right]: [DescribedTransfer | undefined, number] = [undefined, 0];
      for (const one of [...own.slice(at, at + 1), ...own, ...all]) {
        if (right === NAMES.length) break;
        const shared = rightIn(file, one);
        if (shared > right) [transfer, right] = [one, shared];
      }
      return transfer === undefined ? [] : [{ exchange, file, transfer }];
    });
  });

/** Returns the first transfer that an exchange was to describe. */
const describedIn = (exchange: Exchange) =>
  transferOf(callsOf(exchange).find(({ call }) => call === 'new_transfer') ?? {});

export const describing = check({
  needs: [sent(submissions), ifSent(mixed)],
  decides: [...FORMS.map(takes), ...NAMES.map(requirementOn)],
  judge({ submissions }, report) {
    const transfer = describedIn(submissions.positional);
    const all = submittedFiles(report);
    const isFormRight = (form: Form) => isWholly(filesOf(submissions[form])?.[0], transfer);
    // An error in both forms is not due to the form; the requirements of the members judge it.
    const spoilt = FORMS.filter(
      (form) =>
        !isFormRight(form) &&
        isFormRight(otherThan(form)) &&
        all.every(({ file, transfer: own }) => own.form === form || isWholly(file, own)),
    );
    for (const form of FORMS) {
      const exchange = submissions[form];
      const built = stepOf(exchange, 'new_transfer');
      const failure = failureOf(built);
      const file = filesOf(exchange)?.[0];
      state(report, takes(form), exchange, {
        unless: [
          restsOn(wasMade(built, exchange), failure ?? 'the submission did not end'),
          restsOn(file ?? failure, UNFORMED),
        ],
        ok: failure === undefined && !spoilt.includes(form),
        expected: `${preview(Object.fromEntries(NAMES.map((name) => [memberFor(name), described(transfer, name)])))}, as in the arguments`,
        got: failure ?? {
          sources: file?.['sources'],
          destinations: file?.['destinations'],
          checksum: file?.['checksum'],
        },
      });
    }
    for (const made of builtOf('new_transfer', report.returned)) {
      const first = submissions[made.form];
      if (!(made.first && made.exchange === first) && failed(made) && filesOf(first))
        state(report, takes(made.form), made.exchange, {
          ok: false,
          expected: 'a transfer, as an earlier call in this form returned',
          got: failureOf(made.step),
        });
    }
    const exchange = isFormRight('keywords') ? submissions.keywords : usable(submissions);
    const file = filesOf(exchange)?.[0];
    judgeMembers(report, exchange, file, transfer);
    for (const { exchange: other, file: each, transfer: own } of all)
      if (other !== exchange && !spoilt.includes(own.form)) judgeMembers(report, other, each, own);
    judgeValues(report, all, submissions);
    const body = bodyOf(exchange);
    for (const name of ['filesize', 'metadata'] as const) {
      const place = `${name} at ${placeOf(body, transfer[name]) ?? 'no place'}`;
      if (body !== undefined) report.observe('client-library/gap/filesize-and-metadata', place, exchange);
    }
  },
});

/**
 * Judges that every file contains the file size and metadata that were described for it, at one place: by name it is
 * clear which value is meant.
 */
function judgeValues(
  report: Reporter,
  all: readonly Submitted[],
  { keywords, positional }: Readonly<Record<Form, Exchange>>,
) {
  const described = all.flatMap(({ transfer }) => [transfer.filesize, transfer.metadata]).map(String);
  for (const name of ['filesize', 'metadata'] as const) {
    const [place] = [keywords, positional].flatMap((one) => placeOf(filesOf(one)?.[0], describedIn(one)[name]) ?? []);
    for (const { exchange, file, transfer } of place === undefined ? [] : all) {
      const value = place?.split('/').slice(1).reduce<unknown>(memberOf, file);
      // A library may leave out a zero.
      const isKnown = value === undefined ? transfer[name] !== 0 : described.includes(String(value));
      if (isKnown && isWholly(file, transfer))
        state(report, takes(transfer.form), exchange, {
          ok: String(value) === String(transfer[name]),
          expected: `${name} ${preview(transfer[name])} at /files/0${place}`,
          got: value === undefined ? `${name} is not submitted` : preview(value),
        });
    }
  }
}

function judgeMembers(
  report: Reporter,
  exchange: Exchange | undefined,
  file: File | undefined,
  transfer: TransferParameters,
): void {
  for (const name of NAMES) {
    const member = memberFor(name);
    const value = file?.[member];
    const texts = member === 'checksum' ? [value] : value;
    const formed = value === undefined || (Array.isArray(texts) && texts.every((each) => typeof each === 'string'));
    state(report, requirementOn(name), exchange, {
      unless: restsOn(file && formed, UNFORMED),
      ok: isRight(file, transfer, name),
      expected: preview(described(transfer, name)),
      got: preview(value),
      at: `/files/0/${member}`,
    });
  }
}

/** JSON pointer of a value; undefined if it is not found. */
function placeOf(within: unknown, wanted: unknown, at = ''): string | undefined {
  if (typeof within !== 'object' || within === null) return String(within) === String(wanted) ? at : undefined;
  return Object.entries(within)
    .map(([name, value]) => placeOf(value, wanted, `${at}/${name}`))
    .find((place) => place !== undefined);
}
