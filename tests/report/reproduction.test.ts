/** Every report of findings shows the commands that reproduce them. */
import { expect, test } from 'vitest';
import type { Results } from '../../src/index.ts';
import { renderJunit } from '../../src/report/files/junit.ts';
import { renderMarkdown } from '../../src/report/files/markdown.ts';
import { renderHtml } from '../../src/report/html/document.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { failureMessage } from '../../src/vitest/failure-message.ts';
import { RECORDED } from './recorded.ts';

const ASSAY = 'assay run --env-file staging.env --only transfer/job/submit_time';
const CURL = 'curl -sS -i -H "Authorization: Bearer $TRANSFER_TOKEN" https://transfer.example.org:8446/jobs';
const NOTE = 'Save the body first';

function reproducing(curl: string): Results {
  const { results } = RECORDED;
  const requirements = results.requirements.map((result) =>
    result.id === 'transfer/job/submit_time'
      ? { ...result, reproduce: { assay: ASSAY, curl, curlNote: NOTE } }
      : result,
  );
  return { ...results, requirements, run: { ...results.run, invocation: { envFile: 'staging.env' } } };
}

test('reports show the assay command, the curl command and what to do before', () => {
  const results = reproducing(CURL);
  const input = { ...RECORDED, results };
  const terminal = renderTerminal(results, { width: 120, colour: false });
  expect(terminal).toContain(`    reproduce ${ASSAY}\n    or        ${CURL}\n              ${NOTE}\n`);
  expect(terminal).not.toContain('set -a');
  expect(renderMarkdown(input)).toContain(`  - Reproduce: \`${ASSAY}\`\n  - Or: \`${CURL}\`\n  - Notice: ${NOTE}`);
  expect(renderJunit(input)).toContain(`Reproduce: ${ASSAY}\nOr: ${CURL.replaceAll('"', '&quot;')}\nNotice: ${NOTE}`);
  expect(renderHtml(input)).toContain(
    `<dt>Or</dt><dd>${NOTE}<br><code class="command">${CURL.replaceAll('"', '&quot;')}</code>`,
  );
  const result = results.requirements.find(({ reproduce }) => reproduce !== undefined);
  expect(failureMessage(result as Results['requirements'][0], results)).toContain(
    `  Reproduce: ${ASSAY}\n  Or: ${CURL}\n  Notice: ${NOTE}`,
  );
});
