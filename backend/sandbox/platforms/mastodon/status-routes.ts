import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { JsonRecord } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Accounts } from './accounts.ts';
import { flag } from './fields.ts';
import { readForm } from './form.ts';
import { nextId } from './ids.ts';
import { IMAGE_LIMIT } from './instance.ts';
import type { MastodonAccount, MastodonEntry, MastodonStore } from './mastodon-store.ts';
import type { Status } from './status.ts';
import { faultWords, notFound, unprocessable } from './mastodon-refusal.ts';
import type { MastodonRateLimits } from './rate-limits.ts';
import { newStatusIn } from './status-rules.ts';
import type { StatusView } from './status-view.ts';

/** Some compatible servers accept the idempotency key but ignore it. An instance whose host begins with this name does the same. */
const ignoresKeys = (host: string): boolean => host.startsWith('no-idempotency.');

/** The maximum number of statuses in one request by id. */
const IDS_MAX = 20;

/** Public and unlisted statuses are visible to all readers, the others only to their author. */
const isVisibleTo = ({ visibility, published, accountId }: Status, reader: MastodonAccount | null): boolean =>
  visibility === 'public' || visibility === 'unlisted' || !published || accountId === reader?.id;

/** Creates and reads statuses. */
export class StatusRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/api/v1/statuses', run: (exchange) => this.#post(exchange) },
    {
      method: 'GET',
      pattern: '/api/v1/statuses',
      run: (exchange) => {
        this.#listByIds(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/statuses/:id',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/statuses/:id/context',
      run: (exchange, params) => {
        this.#thread(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/api/v1/statuses/:id/source',
      run: (exchange, params) => {
        this.#source(exchange, params);
      },
    },
    {
      method: 'DELETE',
      pattern: '/api/v1/statuses/:id',
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #accounts: Accounts;
  readonly #view: StatusView;
  readonly #limits: MastodonRateLimits;
  readonly #commit: (entry: MastodonEntry) => void;

  constructor(
    context: SandboxContext,
    store: MastodonStore,
    accounts: Accounts,
    view: StatusView,
    limits: MastodonRateLimits,
    commit: (entry: MastodonEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#accounts = accounts;
    this.#view = view;
    this.#limits = limits;
    this.#commit = commit;
  }

  async #post(exchange: Exchange): Promise<void> {
    const account = this.#accounts.authenticateWriter(exchange, 'write:statuses');
    const { fields } = await readForm(exchange, this.#context.blobs, IMAGE_LIMIT);
    this.#limits.spendPost(exchange, account.id);
    const key = ignoresKeys(account.host) ? null : exchange.header('idempotency-key');
    const call = {
      platform: 'mastodon',
      names: this.#accounts.names(account),
      words: faultWords(this.#context.now),
    };
    finalCall(exchange, this.#context.faults, call, () => this.#accept(account, fields, key));
  }

  #accept(account: MastodonAccount, fields: JsonRecord, key: string | null): object {
    const now = this.#context.now();
    const earlierStatus = key ? this.#store.statusOfKey(account.id, key, now) : undefined;
    if (earlierStatus) return this.#view.viewOf(earlierStatus);
    const status = { ...newStatusIn(fields, account, this.#store, now), id: nextId(now), published: true };
    this.#commit({ type: 'status', status, key });
    return this.#view.viewOf({ ...status, createdAt: this.#store.status(status.id)?.createdAt ?? now });
  }

  #show(exchange: Exchange, params: Params): void {
    exchange.reply(200, this.#view.viewOf(this.#visibleStatus(exchange, params)));
  }

  /** Leaves out unknown statuses, and statuses that the reader may not see. */
  #listByIds(exchange: Exchange): void {
    const reader = exchange.bearer() ? this.#accounts.authenticate(exchange) : null;
    const ids = [...exchange.query.getAll('id[]'), ...exchange.query.getAll('id')];
    if (ids.length > IDS_MAX) throw unprocessable('Validation failed: Too many statuses');
    const found = ids.flatMap((id) => this.#store.status(id) ?? []);
    const shown = found.filter((status) => status.host === exchange.host && isVisibleTo(status, reader));
    exchange.reply(
      200,
      shown.map((status) => this.#view.viewOf(status)),
    );
  }

  #thread(exchange: Exchange, params: Params): void {
    const status = this.#visibleStatus(exchange, params);
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const isShown = (reply: Status): boolean => reply.createdAt <= visibleIfCreatedBefore;
    exchange.reply(200, {
      ancestors: this.#ancestors(status).map((one) => this.#view.viewOf(one)),
      descendants: this.#descendants(status)
        .filter(isShown)
        .map((one) => this.#view.viewOf(one)),
    });
  }

  #source(exchange: Exchange, params: Params): void {
    const { id, text, spoilerText } = this.#ownStatus(exchange, params);
    exchange.reply(200, { id, text, spoiler_text: spoilerText });
  }

  #delete(exchange: Exchange, params: Params): void {
    const status = this.#ownStatus(exchange, params);
    const view = { ...this.#view.viewOf(status), text: status.text };
    this.#commit({ type: 'deleted', id: status.id });
    if (!flag({ wanted: exchange.query.get('delete_media') }, 'wanted')) this.#detach(status);
    exchange.reply(200, view);
  }

  /** Detaches the files, so that a rewritten status can use them. */
  #detach(status: Status): void {
    for (const media of this.#view.mediaOf(status))
      this.#commit({ type: 'media', media: { ...media, statusId: null } });
  }

  #ancestors({ inReplyToId }: Status): readonly Status[] {
    const parent = inReplyToId ? this.#store.status(inReplyToId) : undefined;
    return parent ? [...this.#ancestors(parent), parent] : [];
  }

  #descendants({ id }: Status): readonly Status[] {
    return this.#store.repliesTo(id).flatMap((reply) => [reply, ...this.#descendants(reply)]);
  }

  #visibleStatus(exchange: Exchange, { id = '' }: Params): Status {
    const reader = exchange.bearer() ? this.#accounts.authenticate(exchange) : null;
    const status = this.#store.status(id);
    if (status?.host !== exchange.host) throw notFound();
    if (!isVisibleTo(status, reader)) throw notFound();
    return status;
  }

  #ownStatus(exchange: Exchange, { id = '' }: Params): Status {
    const account = this.#accounts.authenticateWriter(exchange, 'write:statuses');
    const status = this.#store.status(id);
    if (status?.accountId !== account.id) throw notFound();
    return status;
  }
}
