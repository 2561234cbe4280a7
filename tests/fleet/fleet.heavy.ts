import { test } from 'vitest';
import { provesFleet } from './proof.ts';

test('60 deployments with random faults: killed and resumed nothing is lost or run twice, and each verdict is the same as alone', () =>
  provesFleet(60, 25));
