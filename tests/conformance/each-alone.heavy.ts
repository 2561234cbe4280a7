/** `--only` with one requirement sends all that the requirement rests on: what passes in a whole run passes alone. */
import { expect, test } from 'vitest';
import { SUITED } from '../../src/run/suited.ts';
import { Campaign } from '../../src/selftest/campaign.ts';
import { subjectOf } from '../../src/selftest/subjects.ts';

test.each(SUITED)('%s: what passes in a whole run passes alone', async (of) => {
  const subject = await subjectOf(of);
  try {
    const campaign = await Campaign.start(subject);
    const passed = campaign.clean.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    const lost: string[] = [];
    for (const id of passed) {
      const { results } = await campaign.run({}, [id]);
      const alone = results.requirements.find((result) => result.id === id);
      if (alone?.verdict !== 'pass') lost.push(`${id}: ${alone?.verdict}: ${alone?.message}`);
    }
    expect(lost).toEqual([]);
    expect(passed.length).toBeGreaterThan(30);
  } finally {
    await subject.close();
  }
});
