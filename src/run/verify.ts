/** Verifies a bundle's file with the suites of this installation. Offline. */
import { readFileSync, statSync } from 'node:fs';
import { MOST_OCTETS } from '../certify/container.ts';
import type { Verification } from '../certify/types.ts';
import { type VerifyOptions, verify } from '../certify/verify.ts';
import { NoResultsError } from './earlier-run.ts';
import { judgeAgain } from './judge-again.ts';
import { installedSuites } from './suite-source.ts';

export interface VerifyFileOptions extends Omit<VerifyOptions, 'sample'> {
  /** Directory of the certifier's own run; it is judged again here. */
  readonly sample?: string;
}

/** Verifies a file. Throws NoResultsError where it cannot be read, EvidenceError where the sample cannot. */
export async function verifyFile(path: string, { sample, ...options }: VerifyFileOptions): Promise<Verification> {
  const own = sample === undefined ? undefined : await judgeAgain(sample);
  return verify(bundleOf(path), installedSuites(), { ...options, ...(own && { sample: own }) });
}

function bundleOf(path: string): Uint8Array {
  try {
    if (statSync(path).size > MOST_OCTETS * 1.01) throw new NoResultsError(`${path} is larger than any bundle (${MOST_OCTETS} octets).`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof NoResultsError) throw error;
    throw new NoResultsError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
}
