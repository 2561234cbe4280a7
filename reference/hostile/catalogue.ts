/** All kinds of hostile answers. */
import { CONNECTION_KINDS } from './connections.ts';
import { HTTP_KINDS } from './http.ts';
import { JSON_KINDS } from './json.ts';
import { STREAM_KINDS } from './streams.ts';
import { TEXT_KINDS } from './text.ts';
import type { HostileKind } from './types.ts';
import { XML_KINDS } from './xml.ts';

export const HOSTILE_KINDS: readonly HostileKind[] = [...CONNECTION_KINDS, ...HTTP_KINDS, ...JSON_KINDS, ...XML_KINDS, ...TEXT_KINDS, ...STREAM_KINDS];
