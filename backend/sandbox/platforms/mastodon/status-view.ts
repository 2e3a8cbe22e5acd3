import type { Counter } from '../../state/post-counters.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Accounts } from './accounts.ts';
import type { MastodonStore, MastodonFile } from './mastodon-store.ts';
import { ownFields, type Status } from './status.ts';
import { entitiesOf } from './text-entities.ts';
import { statusHtml } from './text-format.ts';

/** Statuses as the API shows them. */
export class StatusView {
  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #accounts: Accounts;

  constructor(context: SandboxContext, store: MastodonStore, accounts: Accounts) {
    this.#context = context;
    this.#store = store;
    this.#accounts = accounts;
  }

  viewOf(status: Status): object {
    const { id, host, inReplyToId } = status;
    const account = this.#accounts.byId(host, status.accountId);
    const username = account?.username ?? '';
    const counted = (counter: Counter, own = 0) =>
      this.#context.counters.countOf('mastodon', id, counter, own);
    const replies = this.#store.repliesTo(id).filter(({ unannounced }) => !unannounced).length;
    return {
      ...ownFields(status),
      in_reply_to_account_id: inReplyToId ? (this.#store.status(inReplyToId)?.accountId ?? null) : null,
      uri: `https://${account?.domain ?? host}/users/${username}/statuses/${id}`,
      url: `${this.#context.publicUrl()}/mastodon/@${username}/${id}`,
      replies_count: counted('comments', replies),
      reblogs_count: counted('shares'),
      favourites_count: counted('likes'),
      quotes_count: counted('quotes'),
      content: this.content(status),
      account: account ? this.#accounts.view(account) : null,
      media_attachments: this.mediaOf(status).map((media) => mediaView(media, this.#context)),
      mentions: this.#mentions(status),
      tags: this.#tags(status),
    };
  }

  mediaOf({ mediaIds }: Status): readonly MastodonFile[] {
    return mediaIds.flatMap((id) => this.#store.media.get(id) ?? []);
  }

  content({ text, host }: Status): string {
    return statusHtml(text, host, (user, domain) => {
      const account = this.#accounts.find(host, user, domain);
      return account ? `https://${account.domain ?? host}/@${account.username}` : null;
    });
  }

  #mentions({ text, host }: Status): readonly object[] {
    const found = entitiesOf(text).flatMap((entity) =>
      entity.kind === 'mention' ? (this.#accounts.find(host, entity.user, entity.domain) ?? []) : [],
    );
    return [...new Set(found)].map(({ id, username, domain }) => ({
      id,
      username,
      url: `https://${domain ?? host}/@${username}`,
      acct: domain ? `${username}@${domain}` : username,
    }));
  }

  #tags({ text, host }: Status): readonly object[] {
    const names = entitiesOf(text).flatMap((entity) =>
      entity.kind === 'hashtag' ? entity.name.toLowerCase() : [],
    );
    return [...new Set(names)].map((name) => ({
      name,
      url: `https://${host}/tags/${encodeURIComponent(name)}`,
    }));
  }
}

export function mediaView(
  media: MastodonFile,
  { now, publicUrl }: Pick<SandboxContext, 'now' | 'publicUrl'>,
): object {
  const isReady = media.readyAt <= now();
  const address = `${publicUrl()}/media/${media.sha256}?type=${encodeURIComponent(media.type)}`;
  return {
    id: media.id,
    type: media.kind,
    url: isReady ? address : null,
    preview_url: isReady ? address : null,
    remote_url: null,
    text_url: null,
    meta: media.focus ? { focus: { x: media.focus[0], y: media.focus[1] } } : {},
    description: media.description,
    blurhash: null,
  };
}
