/** Describes a test, and the evidence of its verdict, to Allure, through its vitest adapter. */
import { attachment, description, historyId, labels } from 'allure-js-commons';
import type { Result } from '../engine/words/types.ts';
import { attached, attachmentOf, descriptionOf, labelsOf } from '../report/files/allure.ts';
import { printable } from '../report/parts/message-text.ts';
import { byId } from '../report/parts/report-input.ts';
import { readEvidence } from '../wire/evidence/evidence.ts';
import type { Exchange } from '../wire/types.ts';

/** The adapter names suites after `describe` itself. */
const OWN_SUITES = new Set(['parentSuite', 'suite']);

const read = new Map<string, Promise<ReadonlyMap<string, Exchange>>>();

/** Adds labels, description and attachments to the running test. `directory`: the directory of the run's evidence. */
export async function describeTest(result: Result, directory: string): Promise<void> {
  const requests = await evidenceIn(directory);
  await labels(...labelsOf(result).filter(({ name }) => !OWN_SUITES.has(name)));
  await description(descriptionOf(result, requests));
  await historyId(result.id);
  for (const exchange of attached(result, requests)) {
    const { name, text } = attachmentOf(exchange);
    await attachment(name, text, 'text/plain');
  }
}

/** Adds labels to a test without a result, and the reason why it has none. */
export async function placeInAllure(of: string, operation: string, why: string | undefined): Promise<void> {
  await labels({ name: 'epic', value: of }, { name: 'feature', value: operation });
  if (why !== undefined) await description(printable(why));
}

/** Returns the evidence, read once per worker; empty if it cannot be read, for example because no request was sent. */
function evidenceIn(directory: string): Promise<ReadonlyMap<string, Exchange>> {
  const reading =
    read.get(directory) ??
    readEvidence(directory).then(
      ({ exchanges }) => byId(exchanges),
      () => new Map(),
    );
  read.set(directory, reading);
  return reading;
}
