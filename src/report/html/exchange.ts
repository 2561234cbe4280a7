/** An exchange: request and response, with the location of the finding marked. */
import type { Body, Exchange } from '../../wire/types.ts';
import { shownBody } from '../parts/marked-body.ts';
import { aboutExchange, lineOf, messagesOf, outcomeWord } from '../parts/report-input.ts';
import { number } from '../parts/tally.ts';
import { anchor, type Content, html, type Markup, preformatted } from './page.ts';

/**
 * Remaining characters of exchanges in a page, so that a page with thousands of exchanges opens quickly. The exchanges
 * use them up in the order in which they are rendered.
 */
export interface Allowance {
  left: number;
}

/** Characters of a body in a finding, and in the list of requests. */
const MOST = { finding: 4000, request: 1200 };

/** Returns request and response side by side; in a `finding`, with more of the bodies and the location `at` marked. */
export function exchangeView(
  exchange: Exchange,
  allowance: Allowance,
  finding?: { readonly at?: string | undefined },
): Markup {
  const [method, address] = lineOf(exchange.request, true);
  const { sent, received } = messagesOf(exchange);
  const most = finding ? MOST.finding : MOST.request;
  const view = html`<div class="exchange"><p class="line"><b>${exchange.id}</b> <span class="method">${method}</span> <span class="url">${address}</span></p>
<p class="about">${aboutExchange(exchange)}</p>
<div class="pair"><div><p class="label">${sent.heading}</p>${headerView(sent.headers)}${sent.body && bodyView(sent.body, most)}</div>
<div><p class="label">${received.heading}</p>${received.failure && html`<p class="about">${received.failure}</p>`}${headerView(received.headers)}${received.body && bodyView(received.body, most, finding?.at)}</div></div></div>`;
  allowance.left -= view.text.length;
  return view;
}

function headerView(headers: string) {
  if (headers === '') return undefined;
  return html`<details class="headers"><summary>${number(headers.split('\n').length, 'header')}</summary><pre>${preformatted(headers)}</pre></details>`;
}

function bodyView(body: Body, most: number, at?: string) {
  const { before, marked, after, notices } = shownBody(body, most, at);
  const mark = marked && html`<mark>${preformatted(marked)}</mark>`;
  return html`${before + marked + after !== '' && html`<pre class="body">${preformatted(before)}${mark}${preformatted(after)}</pre>`}${notices.length > 0 && html`<p class="about">${notices.join('; ')}</p>`}`;
}

/** Rows per chunk, which a browser lays out when it comes near. */
const CHUNK = 100;

export function timeline(exchanges: readonly Exchange[], allowance: Allowance): Content {
  const ordered = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  const several = new Set(exchanges.map((exchange) => exchange.interface)).size > 1;
  return Array.from({ length: Math.ceil(ordered.length / CHUNK) }, (_, index) => {
    const first = index * CHUNK;
    return html`<ol class="requests chunk" start="${first + 1}">${ordered.slice(first, first + CHUNK).map((exchange) => row(exchange, several, allowance))}</ol>\n`;
  });
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
