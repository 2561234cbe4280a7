/** Explanations of settings, and the form of every explanation. */
import { INTERFACES } from '../../../../suites/index.ts';
import type { Layout } from '../../../report/terminal/layout.ts';
import type { Setting } from '../../../settings/types.ts';
import { describeKind } from '../../../settings/values.ts';
import { optionsOf } from '../../setting-options.ts';
import type { Topic } from '../../topics.ts';

/** The explanation of a word, for machines and for people. */
export interface Explanation {
  readonly whole: unknown;
  readonly lines: readonly string[];
  /** It lists what mentions the word. */
  readonly isList?: true;
}

export function explainSetting(setting: Setting, layout: Layout) {
  const form = describeKind(setting);
  const { kind: _, ...rest } = setting;
  const own = INTERFACES.find(({ name }) => name === setting.interface);
  const options = optionsOf(setting.name).join(' or ');
  const lines = parts(layout, setting.name, setting.meaning, {
    Interface: own ? `${own.name} (${own.settings.title})` : 'all',
    Value: form,
    Example: `${setting.name}=${setting.example}`,
    Default: setting.default,
    Secret: setting.secret ? 'yes, redacted in all output' : 'no',
    'Needs also': setting.needs.map((need) => [need].flat().join(' or ')).join('; ') || undefined,
    'Set it': `in .env or the file of --env-file, in the environment${options && `, or as ${options}`}`,
  });
  return { whole: { ...rest, form }, lines };
}

export function explainTopic(topic: Topic, layout: Layout) {
  return { whole: topic, lines: topicLines(topic, layout) };
}

/** Returns the lines of a topic: its title, then paragraphs and rows. */
export function topicLines(topic: Topic, layout: Layout): string[] {
  const meanings = topic.body.filter((line) => typeof line !== 'string');
  const wide = Math.min(16, Math.max(0, ...meanings.map(([word]) => word.length)));
  return [
    layout.wrapped(layout.styled('bold', topic.title)),
    ...topic.body.flatMap((line, at) => {
      if (typeof line === 'string' && line.startsWith('  ')) return ['', line];
      if (typeof line === 'string')
        return line.startsWith('- ') ? [layout.wrapped(line, '  ', '    ')] : ['', layout.wrapped(line)];
      const [word, meaning] = line;
      const before = topic.body[at - 1];
      const space = typeof before === 'string' && !before.endsWith(':') ? [''] : [];
      if (word.length > wide)
        return [...space, layout.wrapped(word, '  ', '    '), layout.wrapped(meaning, ' '.repeat(wide + 4))];
      return [...space, layout.wrapped(meaning, `  ${word.padEnd(wide)}  `)];
    }),
  ];
}

/** Returns the lines of an explanation: the name, the title and labelled rows. */
export function parts(
  layout: Layout,
  name: string,
  title: string,
  rows: Readonly<Record<string, string | undefined>>,
): string[] {
  return [
    layout.styled('bold', name),
    layout.wrapped(title, '  '),
    ...Object.entries(rows).flatMap(([label, text]) =>
      text === undefined ? [] : [layout.wrapped(text, `  ${label.padEnd(13)}`)],
    ),
  ];
}
