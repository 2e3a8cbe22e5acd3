import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Accounts } from './accounts.ts';
import { compareIds } from './ids.ts';
import type { MastodonAccount, MastodonStore } from './mastodon-store.ts';
import type { Status } from './status.ts';
import { notFound } from './mastodon-refusal.ts';
import { page } from './paging.ts';
import type { StatusView } from './status-view.ts';

/** Accounts with their statuses and notifications. */
export class MastodonAccountRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/api/v1/accounts/verify_credentials',
      run: (exchange) => {
        const account = this.#accounts.authenticate(exchange);
        const source = { privacy: 'public', sensitive: false, language: 'en', note: '', fields: [] };
        exchange.reply(200, { ...this.#accounts.view(account), source });
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/apps/verify_credentials',
      run: (exchange) => {
        const scopes = this.#accounts.scopes(exchange);
        exchange.reply(200, { id: '1', name: 'Sandbox', website: null, scopes, redirect_uris: [] });
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/accounts/:id',
      run: (exchange, params) => {
        exchange.reply(200, this.#accounts.view(this.#account(exchange, params)));
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/accounts/:id/statuses',
      run: (exchange, params) => {
        this.#statuses(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/notifications',
      run: (exchange) => {
        this.#notifications(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #accounts: Accounts;
  readonly #view: StatusView;

  constructor(context: SandboxContext, store: MastodonStore, accounts: Accounts, view: StatusView) {
    this.#context = context;
    this.#store = store;
    this.#accounts = accounts;
    this.#view = view;
  }

  #account(exchange: Exchange, { id = '' }: Params): MastodonAccount {
    const account = this.#accounts.byId(exchange.host, id);
    if (!account) throw notFound();
    return account;
  }

  #statuses(exchange: Exchange, params: Params): void {
    const reader = exchange.bearer() ? this.#accounts.authenticate(exchange) : null;
    const account = this.#account(exchange, params);
    const has = (name: string): boolean => ['true', '1'].includes(exchange.query.get(name) ?? '');
    // The sandbox has no pinned statuses and no boosts, so the filter for boosts changes nothing.
    const written = has('pinned') ? [] : this.#visibleStatuses((status) => status.accountId === account.id);
    const readable = written
      .filter(
        ({ visibility }) => reader?.id === account.id || visibility === 'public' || visibility === 'unlisted',
      )
      .filter(({ inReplyToId }) => !has('exclude_replies') || inReplyToId === null)
      .filter(({ mediaIds }) => !has('only_media') || mediaIds.length > 0);
    exchange.reply(
      200,
      page(exchange, readable, { fallback: 20, max: 40 }).map((status) => this.#view.viewOf(status)),
    );
  }

  #notifications(exchange: Exchange): void {
    const account = this.#accounts.authenticateReader(exchange, 'read:notifications');
    const list = (name: string): string[] => [
      ...exchange.query.getAll(`${name}[]`),
      ...exchange.query.getAll(name),
    ];
    const types = list('types');
    const isIncluded =
      (types.length === 0 || types.includes('mention')) && !list('exclude_types').includes('mention');
    const found = isIncluded ? this.#visibleStatuses((status) => this.#mentions(status, account)) : [];
    const items = page(exchange, found, { fallback: 40, max: 80 });
    exchange.reply(
      200,
      items.map((status) => {
        const author = this.#accounts.byId(status.host, status.accountId);
        return {
          // Each status has one notification, with the same id.
          id: status.id,
          type: 'mention',
          created_at: new Date(status.createdAt).toISOString(),
          account: author ? this.#accounts.view(author) : null,
          status: this.#view.viewOf(status),
        };
      }),
    );
  }

  #mentions(status: Status, { id, username, host }: MastodonAccount): boolean {
    if (status.host !== host || status.accountId === id || status.unannounced) return false;
    const name = `@${username}`.toLowerCase();
    return status.text
      .toLowerCase()
      .split(/[^\w@-]+/)
      .some((word) => word === name || word.startsWith(`${name}@`));
  }

  /** Returns statuses, newest first, without those that the visibility delay still hides. */
  #visibleStatuses(isIncluded: (status: Status) => boolean): readonly Status[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return [...this.#store.statuses()]
      .filter((status) => isIncluded(status) && status.createdAt <= visibleIfCreatedBefore)
      .sort((a, b) => compareIds(b.id, a.id));
  }
}
