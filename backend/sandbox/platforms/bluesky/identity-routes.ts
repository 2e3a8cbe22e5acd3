import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { BoundedMap } from '../../state/bounded-map.ts';
import type { BlueskyStore } from './bluesky-store.ts';
import { didDocument, didOf, handleExists, plainHandle } from './identity.ts';
import { invalid, param, refusal } from './xrpc.ts';

/** Resolves handles to DIDs and DIDs to documents, which a connector needs before it knows a server. */
export class IdentityRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/xrpc/com.atproto.identity.resolveHandle',
      run: (exchange) => {
        const did = this.resolve(plainHandle(param(exchange, 'handle')));
        if (!did) throw invalid('Unable to resolve handle');
        exchange.reply(200, { did });
      },
    },
    {
      method: 'GET',
      pattern: '/.well-known/atproto-did',
      run: (exchange) => {
        this.#sendDid(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/.well-known/did.json',
      run: (exchange) => {
        const { host } = exchange;
        exchange.reply(200, {
          '@context': ['https://www.w3.org/ns/did/v1'],
          id: `did:web:${host}`,
          service: [],
        });
      },
    },
    {
      method: 'GET',
      pattern: '/:did',
      run: (exchange, { did = '' }) => {
        const handle = this.handleOf(did);
        if (!handle) throw refusal(404, 'NotFound', `DID not registered: ${did}`);
        exchange.reply(200, didDocument(did, handle), {
          'Content-Type': 'application/did+ld+json; charset=utf-8',
        });
      },
    },
  ];
  readonly #store: BlueskyStore;
  /** Resolved handles that have no account yet: the client requests their documents next. */
  readonly #pendingHandles = new BoundedMap<string, string>(10_000);

  constructor(store: BlueskyStore) {
    this.#store = store;
  }

  resolve(handle: string): string | null {
    if (!handleExists(handle)) return null;
    const did = didOf(handle);
    if (!this.#store.accounts.get(did)) this.#pendingHandles.set(did, handle);
    return did;
  }

  handleOf(did: string): string | null {
    return this.#store.accounts.get(did)?.handle ?? this.#pendingHandles.get(did) ?? null;
  }

  #sendDid(exchange: Exchange): void {
    const did = this.resolve(exchange.host);
    if (did) exchange.send(200, did, 'text/plain; charset=utf-8');
    else exchange.send(404, 'User not found', 'text/plain; charset=utf-8');
  }
}
