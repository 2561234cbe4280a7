/** An exchange: request and response, with the location of the finding marked. */
import type { Body, Exchange, Headers } from '../../wire/types.ts';
import { excerpt, type LaidOut, laidOutBody } from '../parts/marked-body.ts';
import {
  aboutExchange,
  CALL,
  headerLines,
  headingsOf,
  lineOf,
  outcomeWord,
  printableLines,
} from '../parts/report-input.ts';
import { number } from '../parts/tally.ts';
import { anchor, type Content, html, type Markup, preformatted } from './page.ts';

/**
 * Remaining characters of exchanges in a page, so that a page with thousands of exchanges opens quickly. The exchanges
 * use them up in the order in which they are rendered.
 */
export interface Allowance {
  left: number;
}

/** Limits per body in a finding, and in the list of requests: bytes that are formatted, and characters shown. */
const FINDING = { bytes: 256 * 1024, shown: 60_000 };
const REQUEST = { bytes: 16 * 1024, shown: 1200 };
/** Lines on each side of the marked location. */
const AROUND = 14;

/**
 * Returns request and response side by side. `finding`: shows more of the bodies; with `at`, shows the lines around
 * that location in the response, and folds the others.
 */
export function exchangeView(
  exchange: Exchange,
  allowance: Allowance,
  finding?: { readonly at?: string | undefined },
): Markup {
  const { request, outcome, id } = exchange;
  const [method, address] = lineOf(request, true);
  const headersOf = (own: Headers = []) => headerView(method === CALL ? [] : own);
  const {
    sent,
    received: [heading, status],
  } = headingsOf(exchange);
  const view = html`<div class="exchange"><p class="line"><b>${id}</b> <span class="method">${method}</span> <span class="url">${address}</span></p>
<p class="about">${aboutExchange(exchange)}</p>
<div class="pair${request.body === undefined && ' single'}"><div><p class="label">${sent}</p>${headersOf(request.headers)}${request.body && bodyView(request.body, finding && {})}</div>
<div><p class="label">${heading} <b>${status}</b></p>${outcome.kind === 'failure' && html`<p class="about">${outcome.message}</p>`}${headersOf(outcome.headers)}${
    outcome.body && bodyView(outcome.body, finding)
  }</div></div></div>`;
  allowance.left -= view.text.length;
  return view;
}

function headerView(headers: Headers) {
  if (headers.length === 0) return undefined;
  return html`<details class="headers"><summary>${number(headers.length, 'header')}</summary><pre>${preformatted(headerLines(headers))}</pre></details>`;
}

function bodyView(body: Body, finding: { readonly at?: string | undefined } | undefined) {
  if (body.bytes.length === 0)
    return html`<p class="empty">${body.size === 0 ? 'no body' : `${body.size} bytes, not kept`}</p>`;
  const most = finding === undefined ? REQUEST : FINDING;
  const { notice, ...whole } = laidOutBody(body, most.bytes, finding?.at);
  return whole.from === undefined ? plainBody(whole.text, notice, most.shown) : markedBody(whole, notice);
}

/** Returns the beginning of a body. */
function plainBody(text: string, notice: string | undefined, most: number) {
  const cut = text.length > most ? `the first ${most} of ${text.length} characters` : undefined;
  return html`<pre class="body">${preformatted(printableLines(text.slice(0, most)))}</pre>${remarks([notice, cut])}`;
}

/** Returns the lines around the marked location; the rest of the body can be unfolded. */
function markedBody(whole: LaidOut, notice: string | undefined) {
  const { above, before, marked, after, below } = excerpt(whole, AROUND);
  const cut =
    Math.max(above.length, below.length, marked.length) > FINDING.shown
      ? `at most ${FINDING.shown} characters above and below`
      : undefined;
  return html`<div class="body">${folded(above.slice(-FINDING.shown), 'above')}<pre>${preformatted(printableLines(before))}<mark>${preformatted(printableLines(marked.slice(0, FINDING.shown)))}</mark>${preformatted(
    printableLines(after),
  )}</pre>${folded(below.slice(0, FINDING.shown), 'below')}</div>${remarks([notice, cut])}`;
}

function folded(text: string, place: 'above' | 'below') {
  const own = text.replace(/^\n|\n$/g, '');
  if (own === '') return undefined;
  return html`<details class="cut"><summary>${number(own.split('\n').length, 'line')} ${place}</summary><pre>${preformatted(printableLines(own))}</pre></details>`;
}

function remarks(notices: readonly (string | undefined)[]) {
  const all = notices.filter((notice) => notice !== undefined);
  return all.length === 0 ? undefined : html`<p class="about">${all.join('; ')}; the rest is in the evidence</p>`;
}

/** Rows per chunk, which a browser lays out when it comes near. */
const CHUNK = 100;

export function timeline(exchanges: readonly Exchange[], allowance: Allowance): Content {
  const ordered = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  const several = new Set(exchanges.map((exchange) => exchange.interface)).size > 1;
  const chunks: Markup[] = [];
  for (let first = 0; first < ordered.length; first += CHUNK) {
    chunks.push(
      html`<ol class="requests chunk" start="${first + 1}">${ordered.slice(first, first + CHUNK).map((exchange) => row(exchange, several, allowance))}</ol>\n`,
    );
  }
  return exchanges.length === 0
    ? html`<p class="none">No request was sent, or the evidence is not available.</p>`
    : chunks;
}

function row(exchange: Exchange, several: boolean, allowance: Allowance) {
  const { id, startedAt, endedAt, outcome, request, lane, purpose } = exchange;
  const tone =
    outcome.kind === 'failure' || outcome.status >= 500 ? 'v-fail' : outcome.status >= 400 ? 'v-skipped' : undefined;
  const [method, path] = lineOf(request);
  const line = html`<span class="no">${id}</span> <span class="asked"><span class="method">${method}</span> ${path}</span> <span class="outcome ${tone}">${outcomeWord(outcome)}</span> <span class="took">${Math.round(endedAt - startedAt)} ms</span> <span class="with">${several && `${exchange.interface}, `}${lane}${purpose !== 'documented' && `, ${purpose}`}${exchange.label !== '' && `, ${exchange.label}`}</span>`;
  if (allowance.left <= 0) return html`<li id="${anchor('x', id)}"><div class="row">${line}</div></li>\n`;
  return html`<li id="${anchor('x', id)}"><details><summary class="row">${line}</summary>${exchangeView(exchange, allowance)}</details></li>\n`;
}
