import { conformance } from '../../src/vitest/index.ts';

conformance('ticket-bridge');
