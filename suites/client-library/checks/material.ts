/** A library that cannot read the keys and certificates that it was given: they are made here, so the suite is to blame. */
import type { Check, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { reportOf, requestsOf } from '../scenario.ts';

/** Words for key material, and for not being able to read it. */
const MATERIAL = /\b(key|certificate|proxy|pem|rsa|ecdsa)\b|\{(certificate|key|proxy|voms-proxy)\}/i;
const UNREADABLE =
  /could not (load|read|parse|decode)|(can ?not|unable to|failed to) (load|read|parse|decode)|expecting|unsupported|not supported|unknown (key|algorithm)/i;

/** The library's message about unreadable credentials; undefined if a request arrived with any of them. */
function unreadableMaterial(exchanges: readonly Exchange[]): string | undefined {
  const reports = exchanges.flatMap((exchange) => reportOf(exchange) ?? []);
  if (reports.some((report) => requestsOf(report).some(({ credential }) => credential !== 'none'))) return undefined;
  const messages = reports.flatMap(({ steps }) =>
    steps.flatMap(({ outcome }) => ('raised' in outcome ? [outcome.raised.message] : [])),
  );
  return messages.find((message) => MATERIAL.test(message) && UNREADABLE.test(message));
}

/** A check that blames the suite for what it cannot decide where the library cannot read any credential that it was given. */
export function blamingMaterial(check: Check): Check {
  return {
    ...check,
    judge(evidence, report) {
      const said = unreadableMaterial(report.exchanges);
      const undecided: Reporter['undecided'] = (row, blame, why, exchange) =>
        report.undecided(
          row,
          blame === 'target' ? 'suite' : blame,
          blame === 'target' ? `the library cannot read the credentials that Assay made: ${said?.slice(0, 200)}` : why,
          exchange,
        );
      check.judge(evidence, said === undefined ? report : { ...report, undecided });
    },
  };
}
