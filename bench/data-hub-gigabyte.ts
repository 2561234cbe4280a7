/** A whole run against a data hub, with uploads and downloads of 1 GiB through CDMI and through REST. */
import { startDataHubReference } from '../reference/data-hub/start.ts';
import { inChild } from './measuring/in-child.ts';
import type { Figure } from './measuring/measure.ts';

const GIB = 2 ** 30;
const ROWS = 4;

/**
 * Returns the peak of resident memory of the sending process (the service runs in another one), and the time per GiB.
 */
export async function dataHubGigabyteFigures(): Promise<Figure[]> {
  const started = await startDataHubReference();
  try {
    const ended = await inChild({
      env: { ...started.env, ASSAY_ALLOW_CREATE: 'all', DATA_HUB_UPLOAD_BYTES: String(GIB) },
    });
    // Conformant: every requirement about content was judged, by digests.
    if (ended.exitCode !== 0 || ended.conclusion !== 'conformant')
      throw new Error(`the run ended with ${JSON.stringify(ended)}`);
    const transfers = 2 + ROWS;
    return [
      {
        name: 'peak memory of a run with 1 GiB up and down, through CDMI and REST',
        value: ended.peakMib,
        unit: 'MiB',
        most: 250,
        detail: ended.conclusion,
      },
      {
        name: 'that run ÷ transfers of 1 GiB',
        value: ended.ms / transfers,
        unit: 'ms',
        detail: `2 uploads and ${ROWS} downloads in ${Math.round(ended.ms)} ms`,
      },
    ];
  } finally {
    await started.close();
  }
}
