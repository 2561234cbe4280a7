import { conformance } from '../../src/vitest/index.ts';

conformance('client-library');
