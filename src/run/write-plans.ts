/** `npm run plans`: writes the plans of this version, and their digests into the lock file. */
import { packageRoot } from '../contract/root.ts';
import { freezePlans } from './freeze-plans.ts';
import { packageVersion } from './version.ts';

const written = freezePlans(packageVersion(), packageRoot());
process.stdout.write(written.length === 0 ? 'Every plan is up to date.\n' : `Written: ${written.join(', ')}\n`);
