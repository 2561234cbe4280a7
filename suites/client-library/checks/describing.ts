/** Judges how a transfer is described: the parameters, and the values that a submission contains of them. */

import { isDeepStrictEqual } from 'node:util';
import { check, type Exchange, ifSent, preview, type Reporter, restsOn, sent, state } from '../../words.ts';
import type { Form, TransferParameters } from '../calls.ts';
import { builtOf, type DescribedTransfer, madeOf, transferOf, transfersIn } from '../made.ts';
import { mixed } from '../probes/alternating.ts';
import { submissions } from '../probes/calls.ts';
import { callsOf, failureOf, stepOf, wasMade } from '../scenario.ts';
import { failed } from './due.ts';
import { bodyOf, filesIn, filesOf, usable } from './submissions.ts';

const FORMS = [
  ['positional', 'client-library/new_transfer/takes-positional'],
  ['keywords', 'client-library/new_transfer/takes-keywords'],
] as const;

const UNFORMED = 'no transfer was submitted in the documented form';

const MEMBERS = [
  ['client-library/new_transfer/source', 'sources', 'source'],
  ['client-library/new_transfer/destination', 'destinations', 'destination'],
  ['client-library/new_transfer/checksum', 'checksum', 'checksum'],
] as const;

/** Returns the value of a member of a submitted file that describes a transfer. */
const described = (transfer: TransferParameters, [, member, name]: (typeof MEMBERS)[number]): unknown =>
  member === 'checksum' ? transfer[name] : [transfer[name]];

type File = Readonly<Record<string, unknown>>;

const isRight = (file: File | undefined, transfer: TransferParameters, member: (typeof MEMBERS)[number]): boolean =>
  isDeepStrictEqual(file?.[member[1]], described(transfer, member));
const rightIn = (file: File | undefined, transfer: TransferParameters): number =>
  MEMBERS.filter((member) => isRight(file, transfer, member)).length;

interface Submitted {
  readonly exchange: Exchange;
  readonly file: File;
  /** The transfer of the job with which the file shares most. */
  readonly transfer: DescribedTransfer;
}

/** Returns every submitted file that shares something with a transfer of its job. */
const submittedFiles = ({ returned }: Reporter): readonly Submitted[] =>
  madeOf('submit', returned).flatMap(({ exchange, step, about }) =>
    (filesIn(step) ?? []).flatMap((file) => {
      const [transfer] = transfersIn(about).toSorted((one, other) => rightIn(file, other) - rightIn(file, one));
      return transfer && rightIn(file, transfer) > 0 ? [{ exchange, file, transfer }] : [];
    }),
  );

/** Returns the first transfer that an exchange was to describe. */
const describedIn = (exchange: Exchange): TransferParameters =>
  transferOf(callsOf(exchange).find(({ call }) => call === 'new_transfer') ?? {});

export const describing = check({
  needs: [sent(submissions), ifSent(mixed)],
  decides: [...FORMS.map(([, requirement]) => requirement), ...MEMBERS.map(([requirement]) => requirement)],
  judge({ submissions }, report) {
    const transfer = describedIn(submissions.positional);
    const all = submittedFiles(report);
    const right = FORMS.map(([form]) => rightIn(filesOf(submissions[form])?.[0], transfer) === MEMBERS.length);
    // An error in both forms is not due to the form; the requirements of the members judge it.
    const spoiled = FORMS.map(
      (_, index) =>
        !right[index] &&
        right[1 - index] &&
        !all.some(({ file, transfer: own }) => own.form !== FORMS[index]?.[0] && rightIn(file, own) < MEMBERS.length),
    );
    for (const [index, [form, requirement]] of FORMS.entries()) {
      const exchange = submissions[form];
      const built = stepOf(exchange, 'new_transfer');
      const failure = failureOf(built);
      const file = filesOf(exchange)?.[0];
      const elsewhere = failure === undefined ? misplaced(submissions, form) : undefined;
      state(report, requirement, exchange, {
        unless: [
          restsOn(wasMade(built, exchange), failure ?? 'the submission did not end'),
          restsOn(file ?? failure, UNFORMED),
        ],
        ok: failure === undefined && !elsewhere && !spoiled[index],
        expected: 'the transfer that was described',
        got: failure ?? {
          sources: file?.['sources'],
          destinations: file?.['destinations'],
          checksum: file?.['checksum'],
        },
        ...elsewhere,
      });
    }
    for (const made of builtOf('new_transfer', report.returned)) {
      const [form, requirement] = FORMS[made.form === 'positional' ? 0 : 1];
      if (!(made.first && made.exchange === submissions[form]) && failed(made) && filesOf(submissions[form]))
        state(report, requirement, made.exchange, {
          ok: false,
          expected: 'a transfer, as an earlier call in this form returned',
          got: failureOf(made.step),
        });
    }
    const exchange = right[1] ? submissions.keywords : usable(submissions);
    const file = filesOf(exchange)?.[0];
    judgeMembers(report, exchange, file, transfer);
    for (const { exchange: other, file: each, transfer: own } of all)
      if (other !== exchange && !spoiled[own.form === 'positional' ? 0 : 1]) judgeMembers(report, other, each, own);
    judgeValues(report, all, submissions);
    const body = bodyOf(exchange);
    for (const name of ['filesize', 'metadata'] as const) {
      const place = `${name} at ${placeOf(body, transfer[name]) ?? 'no place'}`;
      if (body !== undefined) report.observe('client-library/gap/filesize-and-metadata', place, exchange);
    }
  },
});

/**
 * Judges that no file contains the file size or metadata of another transfer, at the place where its form submits them.
 */
function judgeValues(report: Reporter, all: readonly Submitted[], submissions: Readonly<Record<Form, Exchange>>): void {
  for (const [form, requirement] of FORMS)
    for (const name of ['filesize', 'metadata'] as const) {
      const place = placeOf(bodyOf(submissions[form]), describedIn(submissions[form])[name]);
      const member = /^\/files\/0\/(.+)$/.exec(place ?? '')?.[1];
      const values = all.map(({ transfer }) => String(transfer[name]));
      for (const { exchange, file, transfer } of member === undefined ? [] : all) {
        const value = placeOf(file, transfer[name]) === undefined ? file[member ?? ''] : transfer[name];
        if (transfer.form === form && rightIn(file, transfer) === MEMBERS.length && values.includes(String(value)))
          state(report, requirement, exchange, {
            ok: value === transfer[name],
            expected: `${name} ${preview(transfer[name])} at ${place}`,
            got: preview(value),
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
  for (const of of MEMBERS) {
    const [requirement, member] = of;
    const value = file?.[member];
    const texts = member === 'checksum' ? [value] : value;
    const formed = value === undefined || (Array.isArray(texts) && texts.every((each) => typeof each === 'string'));
    state(report, requirement, exchange, {
      unless: restsOn(file && formed, UNFORMED),
      ok: isRight(file, transfer, of),
      expected: preview(described(transfer, of)),
      got: preview(value),
      at: `/files/0/${member}`,
    });
  }
}

/**
 * Returns a file size or metadata that a form submits at another place than the other form, or not at all. By name it
 * is clear which value is meant, so if both forms submit it, the place of the positional form is wrong.
 */
function misplaced(
  submissions: Readonly<Record<Form, Exchange>>,
  form: Form,
): { readonly expected: string; readonly got: string } | undefined {
  const transfer = describedIn(submissions.positional);
  const [own, other] = [
    bodyOf(submissions[form]),
    bodyOf(submissions[form === 'positional' ? 'keywords' : 'positional']),
  ];
  if (own === undefined || other === undefined) return undefined;
  for (const name of ['filesize', 'metadata'] as const) {
    const [here, there] = [placeOf(own, transfer[name]), placeOf(other, transfer[name])];
    if (there === undefined || here === there || (form === 'keywords' && here !== undefined)) continue;
    return {
      expected: `${name} at ${there}, where the other form puts it`,
      got: here === undefined ? `${name} is not submitted` : `${name} at ${here}`,
    };
  }
  return undefined;
}

/** JSON pointer of a value; undefined if it is not found. */
function placeOf(within: unknown, wanted: unknown, at = ''): string | undefined {
  if (typeof within !== 'object' || within === null) return String(within) === String(wanted) ? at : undefined;
  return Object.entries(within)
    .map(([name, value]) => placeOf(value, wanted, `${at}/${name}`))
    .find((place) => place !== undefined);
}
