/** `npm run plans`: writes the plans of this version, and their digests into the lock file. */
import { packageRoot, packageVersion } from '../../contract/root.ts';
import { freezePlans } from './freeze-plans.ts';

const written = freezePlans(packageVersion(), packageRoot());
process.stdout.write(written.length === 0 ? 'Every plan is up to date.\n' : `Written: ${written.join(', ')}\n`);
