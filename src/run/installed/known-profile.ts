/** Profiles, checked against all interfaces that this installation tests. */
import { INTERFACES } from '../../../suites/index.ts';
import type { Profile } from '../../contract/types.ts';
import { loadChecked } from '../../profile/checked.ts';
import { readValue } from '../../settings/values.ts';
import { SETTINGS_TABLE } from './settings-table.ts';
import { SUITED } from './suited.ts';
import { descriptorOf, loadContract, offerings } from './suites.ts';

/** Loads a profile. Throws ProfileError, with file and line, for every entry that cannot be used. */
export function loadKnownProfile(nameOrFile: string): Profile {
  const contracts = SUITED.map((of) => loadContract(of));
  return loadChecked(nameOrFile, {
    contracts,
    renamed: (profile) => SUITED.map((of) => loadContract(of, profile)),
    schemes: INTERFACES.flatMap(({ settings }) =>
      Object.values(settings.credentials).flatMap(({ scheme = [] }) => scheme),
    ),
    credentialHeaders: (of, lane) => [descriptorOf(of).settings.credentials[lane]?.header ?? []].flat(),
    offerings: [...offerings(contracts), ...SETTINGS_TABLE.credentials],
    handshakes: INTERFACES.flatMap((one) => one.handshakes ?? []),
    namedByGaps: INTERFACES.map(({ namedByGaps = {} }) =>
      Object.fromEntries(
        Object.entries(namedByGaps).map(([gap, name]) => {
          const problemOf = (text: string) => {
            const read = readValue(SETTINGS_TABLE.named(name)!, text);
            return 'wrong' in read ? read : {};
          };
          return [gap, problemOf] as const;
        }),
      ),
    ),
  });
}
