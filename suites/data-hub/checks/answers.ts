/** Every documented operation answers. */
import { judgeOperation } from '../../../src/engine/answering.ts';
import { restsOn } from '../../../src/engine/deciding.ts';
import { check, optional, type Probe } from '../../../src/engine/suite.ts';
import type { Check } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { subscription } from '../probes/changes.ts';
import { contents } from '../probes/contents.ts';
import { findFolder } from '../probes/folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from '../probes/listings.ts';
import { createHandle, createShare, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import { isNotThere, listHandleServices, listSpaces, readHandleService, readSpace } from '../probes/zone.ts';

/** Probes that ask an operation; the first says why it was not asked, if it was not. */
const ASKED: Readonly<Record<string, readonly Probe[]>> = {
  'list-spaces': [listSpaces],
  'get-space': [readSpace],
  'list-handle-services': [listHandleServices],
  'get-handle-service': [readHandleService],
  'get-share': [readShare],
  'create-handle': [createHandle],
  'list-handles': [listHandles],
  'get-handle': [readHandle],
  'cdmi-list': [listFolderThroughCdmi],
  'cdmi-read': [contents.cdmi.text, contents.rest.text],
  'cdmi-write': [contents.cdmi.text, contents.cdmi['all-bytes']],
  'lookup-file-id': [findFolder, contents.cdmi.text],
  'list-children': [listFolderByIdentifier, findFolder],
  'read-content': [contents.cdmi.text, contents.rest.text],
  'upload-file': [contents.rest.text, contents.rest['all-bytes']],
  'list-files': [listFolderByPath, listEncoded],
  'create-share': [createShare],
  'subscribe-changes': [subscription],
};

/** All exchanges that a check was given. */
function everyExchange(evidence: Readonly<Record<string, readonly Exchange[]>>): readonly Exchange[] {
  return Object.values(evidence).flat();
}

/** Operations that take a directory's identifier, each with the text that it was asked with; the lookup gave it. */
const ofDirectory = (all: readonly Exchange[]) => all.filter(({ purpose, params }) => purpose === 'documented' && params['dir_id'] !== undefined);

/** Several operations were asked with the identifier that a lookup gave, and to none it exists: then that is what is wrong, not each of them. */
function deadDirectory(all: readonly Exchange[]): boolean {
  const asked = ofDirectory(all);
  return new Set(asked.map(({ operation }) => operation)).size > 1 && asked.every(isNotThere);
}

/** Whether its identifier came from a lookup: without a directory from a lookup, no upload gives the identifier of a file. */
const takesIdentifier = ({ params }: Exchange): boolean => (params['dir_id'] ?? params['file_id']) !== undefined;

function answering(operation: string, of: readonly Probe[]): Check {
  const row = `data-hub/${operation}/answers`;
  const gap = `data-hub/gap/${operation}-status`;
  return check({
    needs: of.map((one) => optional(one)),
    decides: [row, gap],
    judge(evidence, report) {
      judgeOperation(report, operation, row, gap, everyExchange(evidence), (telling) => {
        const dead = isNotThere(telling) && takesIdentifier(telling) && deadDirectory(report.exchanges);
        return restsOn(!dead, 'no operation takes the identifier that a lookup gave');
      });
    },
  });
}

export const answers: readonly Check[] = Object.entries(ASKED).map(([operation, of]) => answering(operation, of));
