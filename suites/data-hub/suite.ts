/** The data hub's suite: identity provider, zone service and provider service, with one token. */

import type { SendingSuite, Settings } from '../words.ts';
import { identifyingFiles, overwriting, readBack } from './checks/bytes.ts';
import { speakingOfChanges, stayingOpen } from './checks/changes.ts';
import { speakingOfThings } from './checks/details.ts';
import { filesListed, takingEncodedPath } from './checks/listed-files.ts';
import { notEmpty, ownListed } from './checks/lists.ts';
import { observing } from './checks/observing.ts';
import { classifyAnswer, tried } from './checks/refusing.ts';
import { identifyingFolders, identifyingShares, listedHandleServices, locatingHandles } from './checks/sharing.ts';
import { granting, naming, refusingGrants, usingNamedToken, validEverywhere } from './checks/tokens.ts';
import { folderFor } from './contents.ts';
import { set } from './known-settings.ts';
import { prepareDataHub } from './prepare.ts';
import { withoutFolder } from './probes/folder.ts';
import { closing } from './probes/listings.ts';
import { refusingOthers } from './probes/refusing.ts';
import { signedIn } from './probes/sign-in.ts';

const folder = (settings: Settings) => (withoutFolder(settings) === undefined ? folderFor({ settings }) : undefined);

/** Parameters of operations whose values settings name. */
const NAMED: Readonly<Record<string, readonly [parameter: string, valueIn: typeof folder]>> = {
  'get-space': ['space_id', (settings) => set(settings, 'spaceId')],
  'get-share': ['share_id', (settings) => set(settings, 'shareId')],
  'get-handle-service': ['handle_service_id', (settings) => set(settings, 'handleServiceId')],
  'cdmi-list': ['space_path', folder],
  'list-files': ['url_encoded_path', folder],
  'lookup-file-id': ['space_path', folder],
};

function claimed(operation: string, settings: Settings) {
  const [parameter = '', valueIn] = NAMED[operation] ?? [];
  const value = valueIn?.(settings);
  return value && { [parameter]: value };
}

export const dataHubSuite: SendingSuite = {
  interface: 'data-hub',
  prepare: prepareDataHub,
  claimed,
  needs: [signedIn],
  answered: { classify: classifyAnswer },
  // Probes for which no check waits; the others follow from the checks.
  probes: [...refusingOthers, closing],
  checks: [
    granting,
    refusingGrants,
    naming,
    usingNamedToken,
    validEverywhere,
    ...notEmpty,
    ...ownListed,
    ...filesListed,
    listedHandleServices,
    takingEncodedPath,
    ...speakingOfThings,
    identifyingFolders,
    identifyingFiles,
    ...readBack,
    overwriting,
    identifyingShares,
    locatingHandles,
    stayingOpen,
    speakingOfChanges,
    observing,
  ],
  tried,
};
