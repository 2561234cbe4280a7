/** All kinds of hostile responses. */
import { CONNECTION_KINDS } from './connections.ts';
import { MESSAGE_KINDS } from './http-messages.ts';
import { SEMANTIC_KINDS } from './http-semantics.ts';
import { JSON_FORMS } from './json-forms.ts';
import { JSON_SIZES } from './json-sizes.ts';
import { STREAM_KINDS } from './streams.ts';
import { TEXT_KINDS } from './text.ts';
import type { HostileKind } from './types.ts';
import { XML_KINDS } from './xml.ts';

export const HOSTILE_KINDS: HostileKind[] = [
  ...CONNECTION_KINDS,
  ...MESSAGE_KINDS,
  ...SEMANTIC_KINDS,
  ...JSON_SIZES,
  ...JSON_FORMS,
  ...XML_KINDS,
  ...TEXT_KINDS,
  ...STREAM_KINDS,
];
