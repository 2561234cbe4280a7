import { conformance } from '../../src/vitest/index.ts';

conformance('data-hub');
