/** Checks fills of a profile that are names, such as those of environment variables, as the settings for the same names are checked. */
import { INTERFACES } from '../../suites/index.ts';
import type { Profile } from '../contract/profile.ts';
import { readValue } from '../settings/values.ts';
import type { ProfileProblem } from './profile-names.ts';
import { SETTINGS_TABLE } from './settings-table.ts';

/** All such fills that are invalid, or equal to another one of the same interface. */
export function inputProblems({ fills }: Profile): ProfileProblem[] {
  return INTERFACES.flatMap(({ namedByGaps = {} }) => {
    const taken = new Map<unknown, string>();
    return Object.entries(namedByGaps).flatMap(([gap, name]): ProfileProblem[] => {
      const setting = SETTINGS_TABLE.named(name);
      if (setting === undefined || !fills.has(gap)) return [];
      const value = fills.get(gap);
      const other = taken.get(value);
      taken.set(value, gap);
      const read = typeof value === 'string' ? readValue(setting, value) : { wrong: 'must be one name' };
      if ('wrong' in read)
        return [{ part: 'fills', word: gap, why: `with ${JSON.stringify(value)?.slice(0, 80)}; it ${read.wrong.replace(/ \(got .*\)$/s, '')}` }];
      return other === undefined ? [] : [{ part: 'fills', word: gap, why: `with ${read.value}, which is that of ${other} too` }];
    });
  });
}
