/** Types for the part of the library that specs use, because the library has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export type GrantContext = Readonly<{
    oidc: Readonly<{
      provider: Readonly<{ Grant: new (of: { clientId: string; accountId: string }) => Grant }>;
      client: Readonly<{ clientId: string }>;
      session: Readonly<{ accountId: string }>;
    }>;
  }>;
  type Middleware = (context: { path: string; body: unknown }, next: () => Promise<void>) => Promise<void>;

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    use(middleware: Middleware): this;
    callback(): RequestListener;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Creates the store that the library uses by default, but without the warning. */
  export function createMemoryAdapter(clockToleranceSeconds: number): unknown;
}
