/** Report formats by name. Each is loaded on demand. */
import type { ReportFiles, ReportInput } from '../parts/report-input.ts';

/** A report: the content of a file, its pieces, or the files of a directory. */
export type Rendered = string | Generator<string> | ReportFiles;

export interface Format {
  readonly meaning: string;
  /** The format is a directory of files. */
  readonly directory?: true;
  render(input: ReportInput): Promise<Rendered>;
}

export const FORMATS: Readonly<Record<string, Format>> = {
  html: {
    meaning: 'one self-contained page',
    render: async (input) => (await import('../html/document.ts')).renderHtml(input),
  },
  markdown: {
    meaning: 'summary of a CI job',
    render: async (input) => (await import('./markdown.ts')).renderMarkdown(input),
  },
  junit: {
    meaning: 'JUnit XML for CI systems',
    render: async (input) => (await import('./junit.ts')).renderJunit(input),
  },
  github: {
    meaning: 'annotations of a GitHub workflow',
    render: async (input) => (await import('./github.ts')).renderGithub(input),
  },
  har: {
    meaning: 'every exchange, for HAR viewers',
    render: async (input) => (await import('./har.ts')).renderHar(input),
  },
  allure: {
    meaning: 'a directory of Allure results',
    directory: true,
    render: async (input) => (await import('./allure.ts')).renderAllure(input),
  },
  openmetrics: {
    meaning: 'metrics for the textfile collector of Prometheus',
    render: async (input) => (await import('./openmetrics.ts')).renderOpenMetrics(input),
  },
  json: { meaning: 'a copy of results.json', render: async ({ results }) => `${JSON.stringify(results, null, 2)}\n` },
};
