/** Report formats by name. Each is loaded on demand. */
import type { ReportFiles, ReportInput } from '../parts/report-input.ts';

/** A report: the content of a file, its pieces, or the files of a directory. */
export type Rendered = string | Generator<string> | ReportFiles;

/** Whether a format is a directory of files. */
export const isDirectory = (format: string): boolean => format === 'allure';

export const FORMATS: Readonly<Record<string, (input: ReportInput) => Promise<Rendered>>> = {
  html: async (input) => (await import('../html/document.ts')).renderHtml(input),
  markdown: async (input) => (await import('./markdown.ts')).renderMarkdown(input),
  junit: async (input) => (await import('./junit.ts')).renderJunit(input),
  github: async (input) => (await import('./github.ts')).renderGithub(input),
  har: async (input) => (await import('./har.ts')).renderHar(input),
  allure: async (input) => (await import('./allure.ts')).renderAllure(input),
  openmetrics: async (input) => (await import('./openmetrics.ts')).renderOpenMetrics(input),
  json: async ({ results }) => `${JSON.stringify(results, null, 2)}\n`,
};
