/** The subscription stays open, and reports changes. */

import {
  arrives,
  CLOSED_BY_US,
  check,
  configured,
  count,
  decidable,
  type Exchange,
  ifSent,
  mediaTypeOf,
  named,
  restsOn,
  sent,
  shows,
  succeeded,
  unredacted,
} from '../../words.ts';
import { settingsOf } from '../known-settings.ts';
import { subscription } from '../probes/changes.ts';
import { contents } from '../probes/contents.ts';
import { findFolder } from '../probes/folder.ts';
import { type Mark, spokenIn } from '../stream.ts';
import { answersOf } from './lists.ts';

const of = (statement: string) => `data-hub/subscribe-changes/${statement}` as const;

/** The check needs the subscription to have been accepted. */
const accepted = named('accepted', subscription);

/** Every response stays open until Assay closes it. */
export const stayingOpen = check({
  needs: [accepted, sent(subscription)],
  decides: [of('stays-open')],
  judge({ subscription: { held } }, report) {
    if (held?.outcome.kind !== 'answer') return;
    const { bytes } = held.outcome.body;
    for (const one of [held, ...answersOf(report, held.operation, held, ['closing'])])
      report.assert(
        of('stays-open'),
        one.notes?.[CLOSED_BY_US] === true,
        `a response that stays open until the expected events arrive, or DATA_HUB_CHANGES_WAIT_MS (${settingsOf(report.settings).changesWaitMs} ms) elapses`,
        `a response that ended after ${count(one.outcome.body?.size ?? 0, 'byte')}`,
        one,
      );
    report.observe(
      'data-hub/gap/subscribe-changes-request',
      String(settingsOf(report.settings).changesBody ?? '{}'),
      held,
    );
    report.observe(
      'data-hub/gap/subscribe-changes-stream',
      `${mediaTypeOf(held) || 'no media type'}, ${framingOf(bytes)}`,
      held,
    );
  },
});

function framingOf(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.trim() === '') return text === '' ? 'no bytes came' : 'blank lines';
  if (/^(?:data|event|id):/m.test(text)) return 'framed as an event stream';
  if (text.includes('\u001e')) return 'a JSON text sequence';
  return /\r?\n/.test(text)
    ? `lines that end in ${text.includes('\r\n') ? 'CRLF' : 'LF'}`
    : 'not separated by line ends';
}

/** A change is followed by something other than a heartbeat. */
export const speakingOfChanges = check({
  needs: [sent(contents.cdmi.text), accepted, sent(subscription), ifSent(findFolder)],
  decides: [of('speaks-after-cdmi-write'), of('speaks-after-upload')],
  judge({ subscription: { held, changes = [] }, findFolder: { lookup, listings = [] } }, report) {
    if (held?.outcome.kind !== 'answer') return;
    // Without a directory no file is uploaded.
    const unknown = [lookup, ...listings].find((one) => one !== undefined && !succeeded(one));
    const { body } = held.outcome;
    const {
      marks = [],
      closedByUs,
      ours,
    } = (held.notes ?? {}) as {
      readonly marks?: readonly Mark[];
      readonly closedByUs?: boolean;
      readonly ours?: unknown;
    };
    const quiet = { from: 0, to: marks.find(({ what }) => what !== 'quiet')?.at ?? 0 };
    const begun = marks.flatMap(({ what }, place) => (what === 'quiet' || what === 'end' ? [] : [place]));
    /** Judges whether the stream reported something between one change and the next. */
    const judgeSpeaks = (requirement: ReturnType<typeof of>, change: Exchange | undefined) => {
      // The marks are in the order of the changes.
      const [mark, next] = marks.slice(begun[changes.indexOf(change as Exchange)] ?? marks.length - 1);
      const [from, to] = [mark?.at ?? 0, next?.at ?? body.size];
      const open = decidable(report, requirement, held, [
        configured(
          ours !== false,
          'DATA_HUB_SPACE_ID is not set, and the subscribed space may not be that of DATA_HUB_SPACE_PATH; set DATA_HUB_SPACE_ID',
        ),
        restsOn(
          change,
          closedByUs ? 'no change was made while the stream was open' : 'the stream had ended before a change was made',
          closedByUs ? unknown : undefined,
        ),
        restsOn(
          change && succeeded(change),
          `the change by ${change?.operation} (exchange ${change?.id}) was not accepted`,
          change,
        ),
        unredacted(body.rawDigest),
        arrives(to <= body.bytes.length, 'the stream exceeds the recording limit'),
      ]);
      if (!open) return;
      const spoken = spokenIn(body.bytes, { from, to }, quiet);
      const [line] = spoken;
      if (line !== undefined) {
        report.uphold(requirement, held);
        report.observe('data-hub/gap/event-payload', line, held);
        report.observe('data-hub/gap/event-kinds', `lines after ${change?.operation}: ${spoken.length}`, held);
        return;
      }
      const silent = decidable(report, requirement, held, [
        restsOn(closedByUs, 'the response ended before an event could come'),
        arrives(!mark?.unopened, 'the change was made before the response began'),
        shows(
          spokenIn(body.bytes, { from, to }, quiet, true).length === 0,
          'after the change, the stream sent only lines that it also sends without a change, with other numbers: they may be heartbeats',
        ),
        configured(
          ours !== 'unnamed',
          'the details of DATA_HUB_SPACE_ID do not contain the name in DATA_HUB_SPACE_PATH, so it may be another space',
        ),
      ]);
      const expected = `an event within ${settingsOf(report.settings).changesWaitMs} ms (DATA_HUB_CHANGES_WAIT_MS) after the change (exchange ${change?.id})`;
      if (silent && !report.assert(requirement, false, expected, to > from ? 'only heartbeats' : 'no event', held))
        report.explains(requirement, [held]);
    };
    for (const [requirement, operation] of [
      [of('speaks-after-cdmi-write'), 'cdmi-write'],
      [of('speaks-after-upload'), 'upload-file'],
    ] as const) {
      const own = changes.filter((one) => one.operation === operation);
      for (const change of own) judgeSpeaks(requirement, change);
      if (own.length === 0 && lookup !== undefined) judgeSpeaks(requirement, undefined);
    }
  },
});
