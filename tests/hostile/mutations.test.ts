import { survivesMutations } from './mutations.ts';

survivesMutations(100);
