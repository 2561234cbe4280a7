/** How recorded traffic of the data hub is judged. */
import type { Traffic } from '../../src/engine/words/descriptor.ts';
import type { Known } from '../../src/engine/words/suite.ts';
import type { KnownSettings } from './known-settings.ts';

export const traffic: Traffic = {
  // Tokens are used afterwards, and a stream is held open.
  onPurpose: ['token-grant', 'create-named-token', 'subscribe-changes'],
  paths: {},
  settings: () => ({ services: ['identity-provider', 'zone', 'provider'] }) satisfies Known<KnownSettings>,
};
