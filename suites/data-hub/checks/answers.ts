/** The meaning of an answer, where it takes more than the answer to tell. */
import { classify } from '../../../src/engine/words/classify.ts';
import type { Classification, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { isNotThere } from '../probes/zone.ts';

/** Several operations were asked with the identifier that a lookup gave, and to none it exists: then that is what is wrong, not each of them. */
function deadDirectory(all: readonly Exchange[]): boolean {
  const asked = all.filter(({ purpose, params }) => purpose === 'documented' && params['dir_id'] !== undefined);
  return new Set(asked.map(({ operation }) => operation)).size > 1 && asked.every(isNotThere);
}

/** As the table says, unless the identifier that it was asked with is wrong: without a directory, no upload gives the identifier of a file. */
export function classifyAnswer(exchange: Exchange, { exchanges: all }: Reporter): Classification {
  const taken = exchange.params['dir_id'] ?? exchange.params['file_id'];
  return taken !== undefined && isNotThere(exchange) && deadDirectory(all)
    ? { kind: 'undecided', blame: 'target', why: 'no operation takes the identifier that a lookup gave' }
    : classify(exchange, all);
}
