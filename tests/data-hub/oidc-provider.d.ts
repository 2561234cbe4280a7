/** Types of npm oidc-provider, which ships none; only the parts that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface RefreshToken {
    save(): Promise<string>;
    destroy(): Promise<void>;
  }
  interface Client {
    clientId: string;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    Client: { find(id: string): Promise<Client | undefined> };
    Grant: new (properties: {
      accountId: string;
      clientId: string;
    }) => Grant;
    RefreshToken: {
      new (properties: Record<string, unknown>): RefreshToken;
      find(value: string): Promise<RefreshToken | undefined>;
    };
  }
}
