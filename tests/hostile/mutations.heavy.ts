/** Many more mutations than in every test run; HOSTILE_MUTATIONS sets their number. */
import { survivesMutations } from './mutations.ts';

survivesMutations(Number(process.env['HOSTILE_MUTATIONS'] ?? 1500));
