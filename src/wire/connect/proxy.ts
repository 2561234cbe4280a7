/** The proxy of a request, according to HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
import { BlockList, isIP } from 'node:net';

export interface ProxySettings {
  readonly https?: string;
  readonly http?: string;
  readonly no?: string;
}

/** Returns the port of an http or https address. */
export const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Returns the proxy for `url`, or undefined if the URL is reached directly. A proxy written without a scheme is taken
 * as `http://`.
 * @throws TypeError if the setting is not an address.
 */
export function proxyFor(url: URL, settings: ProxySettings): URL | undefined {
  const setting = url.protocol === 'https:' ? settings.https : settings.http;
  if (setting === undefined || setting === '' || isExempt(url, settings.no ?? '')) return undefined;
  return new URL(setting.includes('://') ? setting : `http://${setting}`);
}

/**
 * NO_PROXY: `*`, host names (their subdomains included, with or without a leading dot), `host:port`, addresses, and
 * networks as `10.0.0.0/8`.
 */
function isExempt(url: URL, list: string) {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = portOf(url);
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string) {
  if (entry === '*') return true;
  if (entry.includes('/')) return inNetwork(entry, host);
  const [, name = entry, onlyPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  return host === bare || host.endsWith(`.${bare}`);
}

function inNetwork(entry: string, host: string) {
  const [, network = '', bits] = /^(.*)\/(\d+)$/.exec(entry) ?? [];
  if (isIP(host) === 0 || isIP(network) !== isIP(host)) return false;
  const type = isIP(host) === 4 ? 'ipv4' : 'ipv6';
  const blocks = new BlockList();
  try {
    blocks.addSubnet(network, Number(bits), type);
    return blocks.check(host, type);
  } catch {
    return false;
  }
}
