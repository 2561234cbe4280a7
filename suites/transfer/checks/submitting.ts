/** Judges submissions and the identifiers that they return. */

import {
  check,
  configured,
  decidable,
  type Exchange,
  ifAnswered,
  ifSent,
  judgeForms,
  named,
  preview,
  reportUntried,
  restsOn,
  sent,
  succeeded,
} from '../../words.ts';
import { type FormRoles, forms, submissionsIn, submitCombined } from '../probes/forms.ts';
import { idsIn } from '../probes/reading.ts';
import { submitPlain } from '../probes/submitting.ts';
import { jobIdOf } from '../submission.ts';

const OWN_ID = 'transfer/submit-job/returns-own-id';

/** The identifier differs from that of any other job: at least one more is submitted, to compare with. */
export const ownIdentifiers = check({
  needs: [submitPlain, ...forms.slice(0, 1).map(({ probe }) => named('further', ifAnswered(probe)))],
  decides: [OWN_ID],
  judge({ submitPlain: { exchange } }, report) {
    const isOwn = (one: Exchange) => one.operation === 'submit-job' && one.lane === report.lane;
    const named = restsOn(jobIdOf(exchange) !== undefined, 'not judged: the submission returned no valid identifier');
    if (!decidable(report, OWN_ID, exchange, named)) return;
    const submissions = report.exchanges.filter((one) => jobIdOf(one) !== undefined);
    const listings = report.exchanges.filter(({ operation }) => operation === 'list-jobs');
    const known = submissions.map(idOf);
    const others = submissions.length > 1 || listings.some((by) => [...idsIn(by)].some((id) => !known.includes(id)));
    for (const by of submissions.filter(isOwn)) {
      const id = idOf(by);
      const other =
        submissions.find((one) => one !== by && idOf(one) === id) ??
        listings.find((one) => one.endedAt <= by.startedAt && idsIn(one).has(id));
      if (other === undefined) continue;
      const where = other.operation === 'submit-job' ? 'another submission returned' : 'was listed before';
      const got = `${preview(jobIdOf(by))}, which ${where} (${other.id})`;
      return void report.assert(OWN_ID, false, 'an identifier that no other job has', got, by, '/job_id');
    }
    if (others) return report.uphold(OWN_ID, exchange);
    const refused = report.exchanges.find(
      (one) => one !== exchange && isOwn(one) && one.purpose === 'documented' && !succeeded(one),
    );
    if (refused) return reportUntried(report, OWN_ID, refused);
    report.undecided(OWN_ID, 'document', 'this run knows no other job to compare with');
  },
});

const idOf = (submission: Exchange) => String(jobIdOf(submission)).toLowerCase();

/**
 * A documented addition to an accepted submission is also accepted, by itself and together with other additions that
 * were each accepted.
 */
export const submittingForms = forms.map(({ probe, requirement }) =>
  check({
    needs: [submitPlain, named('alone', sent(probe)), named('combined', ifSent(submitCombined))],
    decides: [requirement],
    judge({ submitPlain: plain, alone, combined }, report) {
      // The two values of a boolean are forms of one requirement.
      const all = Object.entries<FormRoles | undefined>({ ...alone, ...combined });
      const own = all.filter(
        ([name, one]) =>
          name in alone || (partsOf(name).some((part) => part in alone) && (!one?.control || succeeded(one.control))),
      );
      const each = own.flatMap(([, one]) => one ?? []);
      const control = Object.values(alone).flatMap(({ control }) => control ?? [])[0];
      const nameless = [plain.exchange, ...each.flatMap(submissionsIn)].find(
        (one) => succeeded(one) && jobIdOf(one) === undefined,
      );
      const open = decidable(report, requirement, nameless ?? control, [
        restsOn(!nameless, 'unclear whether the submission was accepted: the response contains no valid job_id'),
        configured(!control || succeeded(control), 'at that time, a plain submission was not accepted either', control),
      ]);
      if (!open) return;
      const refused = all.flatMap(([name, one]) => (one?.control ? [name] : []));
      for (const [name, one] of own) {
        const parts = partsOf(name);
        const smaller = refused.some((other) => other !== name && partsOf(other).every((part) => parts.includes(part)));
        const words = parts
          .join(' and ')
          .replaceAll('-', ' ')
          .replace('checksum', 'a checksum')
          .replace('no overwrite', 'overwrite false');
        const expected = `a success with ${words}, as with ${parts.length > 1 ? 'each of them alone' : 'a plain submission'}`;
        if (one && !smaller) judgeForms(report, requirement, one.tries, expected, one.twin);
      }
    },
  }),
);

const partsOf = (combination: string) => combination.split('+');
