/** Behaviour of this deployment that the document does not specify. Observed, never judged. */

import { CONTENT_TOO_LARGE, check, type Exchange, jsonOf, mediaTypeOf, statusOf, succeeded } from '../../words.ts';
import { candidatesIn } from '../identifiers.ts';
import { listingOf } from '../listings.ts';
import { isList } from './lists.ts';

const gap = (name: string) => `data-hub/gap/${name}`;

const listed = (exchange: Exchange) => `: ${listingOf(exchange)?.form ?? 'no list that can be read'}`;
const identified = (exchange: Exchange) => {
  const [found] = candidatesIn(exchange);
  return found === undefined ? '; no identifier found' : `; identifier in ${found.how}`;
};

function formOf(exchange: Exchange) {
  if (exchange.outcome.kind !== 'answer' || exchange.outcome.body.size === 0) return 'empty';
  const { json, problem } = jsonOf(exchange);
  if (problem !== undefined) return `${mediaTypeOf(exchange) || 'no media type'}, not JSON`;
  return Array.isArray(json)
    ? 'a JSON array'
    : typeof json === 'object' && json !== null
      ? 'a JSON object'
      : 'a JSON value';
}

function membersOf(json: unknown) {
  const one = Array.isArray(json) ? json[0] : json;
  return typeof one === 'object' && one !== null ? Object.keys(one) : [];
}

export const observing = check({
  needs: [],
  decides: [],
  judge(_, report) {
    const documented = report.exchanges.filter(({ purpose }) => purpose === 'documented');
    const good = documented.filter(succeeded);
    const first = (operation: string) => good.find((exchange) => exchange.operation === operation);
    const { requirements, operations } = report.contract;
    for (const operation of operations.keys()) {
      const exchange = first(operation);
      const [body, fields] = [gap(`${operation}-body`), gap(`${operation.replace(/^get-/, '')}-fields`)];
      // The check of named tokens observes their responses.
      if (exchange === undefined || !requirements.has(body) || operation === 'create-named-token') continue;
      const more = isList(operation) ? listed(exchange) : requirements.has(fields) ? '' : identified(exchange);
      report.observe(body, `${formOf(exchange)}${more}`, exchange);
      if (requirements.has(fields))
        for (const name of membersOf(jsonOf(exchange).json)) report.observe(fields, name, exchange);
    }
    const children = first('list-children');
    const entries = children && Object.values(jsonOf(children).json ?? {}).find(Array.isArray);
    for (const name of membersOf(entries)) report.observe(gap('file-fields'), name, children);
    for (const type of good.map((exchange) => `${exchange.operation}: ${mediaTypeOf(exchange) || 'none'}`).sort())
      report.observe(gap('media-types'), type);
    for (const exchange of documented) {
      const status = statusOf(exchange);
      if (succeeded(exchange) || status === undefined) continue;
      if (exchange.operation === 'subscribe-changes' && status === 403)
        report.observe(gap('changes-permission'), formOf(exchange), exchange);
      if (status === CONTENT_TOO_LARGE || status === 507)
        report.observe(
          gap('limits'),
          `${exchange.operation} of ${exchange.request.body?.size} bytes: ${status}`,
          exchange,
        );
      report.observe(
        gap('error-codes'),
        `${exchange.operation}: ${status}, ${formOf(exchange)} with ${membersOf(jsonOf(exchange).json).join(', ') || 'no members'}`,
        exchange,
      );
    }
    for (const exchange of report.exchanges.filter(
      ({ purpose, operation }) => purpose === 'cleanup' && operation === 'cdmi-write',
    ))
      if (statusOf(exchange) !== undefined)
        report.observe(gap('removal'), `DELETE of CDMI: ${statusOf(exchange)}`, exchange);
  },
});
