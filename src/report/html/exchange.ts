/** An exchange: request and response, with the location of the finding marked. */
import type { Body, Exchange, Headers } from '../../wire/types.ts';
import { number } from '../conclusion.ts';
import { excerpt, layOut } from '../marked-body.ts';
import { headerLines, outcomeWord, printableLines, rawBodyText } from '../message-text.ts';
import { html, type Markup, preformatted } from './markup.ts';

/** Limits the text of messages in a page, so that thousands of exchanges still open quickly. Used up in page order. */
export class Allowance {
  constructor(
    /** Remaining characters for messages. */
    private left: number,
    /** Remaining characters for formatted bodies. */
    private work: number,
  ) {}

  /** Whether another exchange fits. */
  get open(): boolean {
    return this.left > 0;
  }

  spend(shown: number): void {
    this.left -= shown;
  }

  /** Whether a body may be formatted; if so, counts it. */
  layOut(characters: number): boolean {
    this.work -= characters;
    return this.work >= 0;
  }
}

/** Maximum number of octets of a body that are decoded, and of characters that are shown. */
const MOST = { octets: 256 * 1024, characters: 6000, marked: 2000 };
/** Lines on each side of the marked location. */
const AROUND = 14;

/** Request and response side by side; with `at`, the response body is cut to the lines around that location. */
export function exchangeView(exchange: Exchange, allowance: Allowance, at?: string): Markup {
  const { request, outcome, attempts, id } = exchange;
  const earlier = attempts.slice(0, -1);
  const tls = attempts.at(-1)?.tls;
  const took = Math.round(exchange.endedAt - exchange.startedAt);
  const view = html`<div class="exchange"><p class="line"><b>${id}</b> <span class="method">${request.method}</span> <span class="url">${request.url}</span></p>
<p class="about">${exchange.operation}, with ${exchange.lane}${exchange.label !== '' && `, ${exchange.label}`}${exchange.purpose !== 'documented' && `, ${exchange.purpose}`}; ${took} ms${tls && `, ${tls.protocol}`}${
    earlier.length > 0 && `; ${earlier.length} earlier: ${earlier.map((attempt) => outcomeWord(attempt.outcome)).join(', ')}`
  }</p>
<div class="pair${request.body === undefined && ' single'}"><div><p class="label">Sent</p>${headerView(request.headers)}${request.body && bodyView(request.body, allowance, undefined)}</div>
<div><p class="label">Received <b>${outcomeWord(outcome)}</b></p>${outcome.kind === 'failure' && html`<p class="about">${outcome.message}</p>`}${outcome.headers && headerView(outcome.headers)}${
    outcome.body && bodyView(outcome.body, allowance, at)
  }</div></div></div>`;
  allowance.spend(view.text.length);
  return view;
}

function headerView(headers: Headers): Markup | undefined {
  if (headers.length === 0) return undefined;
  return html`<details class="headers"><summary>${number(headers.length, 'header')}</summary><pre>${preformatted(headerLines(headers))}</pre></details>`;
}

function bodyView(body: Body, allowance: Allowance, at: string | undefined): Markup {
  if (body.bytes.length === 0) return html`<p class="empty">${body.size === 0 ? 'no body' : `${body.size} octets, not kept`}</p>`;
  const { text, note } = rawBodyText(body, MOST.octets);
  const whole = note === undefined && allowance.layOut(text.length) ? layOut(text, at) : { text };
  const { from } = whole;
  const { before, marked, after, omittedBefore, omittedAfter } = excerpt(whole, from === undefined ? Number.POSITIVE_INFINITY : AROUND);
  const shown = {
    before: before.length > MOST.characters ? `…${before.slice(-MOST.characters)}` : before,
    marked: marked.length > MOST.marked ? `${marked.slice(0, MOST.marked)}…` : marked,
    after: after.length > MOST.characters ? `${after.slice(0, MOST.characters)}…` : after,
  };
  const cut = after.length > MOST.characters ? `the first ${MOST.characters} of ${text.length} characters` : undefined;
  const notes = [note, from === undefined ? cut : undefined].filter((one) => one !== undefined);
  return html`<pre class="body">${omittedBefore > 0 && html`<span class="cut">${omittedBefore} lines above</span>\n`}${preformatted(printableLines(shown.before))}${
    marked !== '' && html`<mark>${preformatted(printableLines(shown.marked))}</mark>`
  }${preformatted(printableLines(shown.after))}${omittedAfter > 0 && html`\n<span class="cut">${omittedAfter} lines below</span>`}</pre>${notes.length > 0 && html`<p class="about">${notes.join('; ')}; the rest is in the evidence</p>`}`;
}
