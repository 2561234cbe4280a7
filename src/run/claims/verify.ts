/** Verifies a bundle file with the suites of this installation, offline. */
import type { Verification } from '../../certify/types.ts';
import { type VerifyOptions, verify } from '../../certify/verify.ts';
import { readGivenFile, reasonOf } from '../../files/read-file.ts';
import { NoResultsError } from '../directory/earlier-run.ts';
import { judgeAgain } from '../judge-again.ts';
import { installedSuites } from './suite-source.ts';

export interface VerifyFileOptions extends Omit<VerifyOptions, 'sample'> {
  /** Directory of the certifier's own run, which is judged again. */
  readonly sample?: string;
}

/** Verifies a file. Throws NoResultsError if it cannot be read, EvidenceError if the sample cannot. */
export async function verifyFile(path: string, { sample, ...options }: VerifyFileOptions): Promise<Verification> {
  const own = sample === undefined ? undefined : await judgeAgain(sample);
  return verify(bundleOf(path), installedSuites(), { ...options, ...(own && { sample: own }) });
}

function bundleOf(path: string): Uint8Array {
  try {
    return readGivenFile(path, 'bundle');
  } catch (error) {
    throw new NoResultsError(`Cannot read ${path} (${reasonOf(error)}).`);
  }
}
