/** Every request in chronological order, on a time axis; open to show its messages, if they fit. */
import type { Exchange } from '../../wire/types.ts';
import { outcomeWord } from '../parts/message-text.ts';
import { pathOf } from '../parts/requests.ts';
import { type Allowance, exchangeView } from './exchange.ts';
import { anchor, html, type Markup } from './markup.ts';
import { section } from './page.ts';

/** Rows per chunk, which a browser lays out when it comes near. */
const CHUNK = 100;

export function timeline(exchanges: readonly Exchange[], allowance: Allowance): Markup {
  const ordered = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  const end = ordered.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 1);
  const several = new Set(exchanges.map((exchange) => exchange.interface)).size > 1;
  const chunks: Markup[] = [];
  for (let first = 0; first < ordered.length; first += CHUNK) {
    chunks.push(
      html`<ol class="requests chunk" start="${first + 1}">${ordered.slice(first, first + CHUNK).map((exchange) => row(exchange, end, several, allowance))}</ol>\n`,
    );
  }
  return section('requests', 'Requests', exchanges.length, [
    exchanges.length === 0 && html`<p class="none">No request was sent, or the evidence is not available.</p>`,
    chunks,
  ]);
}

function row(exchange: Exchange, end: number, several: boolean, allowance: Allowance): Markup {
  const { id, startedAt, endedAt, outcome, request, lane, purpose } = exchange;
  const x = ((startedAt / end) * 1000).toFixed(1);
  const width = Math.max(4, ((endedAt - startedAt) / end) * 1000).toFixed(1);
  const tone = outcome.kind === 'failure' ? 'none' : `${Math.floor(outcome.status / 100)}xx`;
  const line = html`<span class="no">${id}</span> <svg class="span" viewBox="0 0 1004 8" preserveAspectRatio="none" aria-hidden="true"><rect class="o-${tone}" x="${x}" width="${width}" height="8"/></svg> <span class="asked"><span class="method">${request.method}</span> ${pathOf(request.url)}</span> <span class="outcome o-${tone}">${outcomeWord(outcome)}</span> <span class="took">${Math.round(endedAt - startedAt)} ms</span> <span class="with">${several && `${exchange.interface}, `}${lane}${purpose !== 'documented' && `, ${purpose}`}${exchange.label !== '' && `, ${exchange.label}`}</span>`;
  if (!allowance.open) return html`<li id="${anchor('x', id)}"><div class="row">${line}</div></li>\n`;
  return html`<li id="${anchor('x', id)}"><details><summary class="row">${line}</summary>${exchangeView(exchange, allowance)}</details></li>\n`;
}
