import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import type { Status, StatusChange } from './status.ts';

/** `host` is the instance that knows the account. `domain` is set when the account is on another instance. */
export type MastodonAccount = Readonly<{
  id: string;
  host: string;
  username: string;
  domain: string | null;
  /** The account declares that a program writes its posts. */
  bot?: true;
}>;

export type MastodonFile = Readonly<{
  id: string;
  host: string;
  accountId: string;
  kind: 'image' | 'gifv' | 'video' | 'audio';
  type: string;
  sha256: string;
  bytes: number;
  description: string | null;
  focus: readonly [number, number] | null;
  readyAt: number;
  statusId: string | null;
}>;

/** An application that registered with one instance. */
export type App = Readonly<{
  id: string;
  secret: string;
  host: string;
  redirectUri: string;
  scopes: readonly string[];
}>;

export type MastodonEntry =
  | Readonly<{ type: 'app'; app: App }>
  | Readonly<{ type: 'account'; account: MastodonAccount }>
  | Readonly<{ type: 'token-revoked'; token: string }>
  | Readonly<{ type: 'media'; media: MastodonFile }>
  | Readonly<{ type: 'status'; status: Omit<Status, 'createdAt'>; key: string | null }>
  | Readonly<{ type: 'changed'; id: string; change: StatusChange }>
  | Readonly<{ type: 'deleted'; id: string }>;

/** How long an instance recognizes an idempotency key. */
const KEY_MS = 3600 * 1000;

/** The whole state of all Mastodon instances. Only `apply` changes it. */
export class MastodonStore implements JournaledStore<MastodonEntry> {
  readonly accounts = new BoundedMap<string, MastodonAccount>(20_000);
  /** A reset deletes applications, as an instance deletes unused ones. */
  readonly apps = new BoundedMap<string, App>(10_000);
  readonly media = new BoundedMap<string, MastodonFile>(50_000);
  readonly #statuses = new BoundedMap<string, Status>(50_000, (gone) => {
    this.#unlink(gone);
  });
  readonly #keys = new BoundedMap<string, Readonly<{ statusId: string; until: number }>>(50_000);
  readonly #revoked = new BoundedMap<string, true>(10_000);
  /** Ids of the replies to an id, oldest first. */
  readonly #replies = new Map<string, string[]>();

  status(id: string): Status | undefined {
    return this.#statuses.get(id);
  }

  statuses(): IterableIterator<Status> {
    return this.#statuses.values();
  }

  repliesTo(id: string): readonly Status[] {
    return (this.#replies.get(id) ?? []).flatMap((reply) => this.#statuses.get(reply) ?? []);
  }

  /** The status that this idempotency key created within the last hour. */
  statusOfKey(accountId: string, key: string, now: number): Status | undefined {
    const found = this.#keys.get(`${accountId} ${key}`);
    return found && found.until > now ? this.#statuses.get(found.statusId) : undefined;
  }

  isRevoked(tokenHash: string): boolean {
    return this.#revoked.get(tokenHash) === true;
  }

  apply(entry: MastodonEntry, at: number): void {
    switch (entry.type) {
      case 'app':
        this.apps.set(entry.app.id, entry.app);
        return;
      case 'account':
        this.accounts.set(entry.account.id, entry.account);
        return;
      case 'token-revoked':
        this.#revoked.set(entry.token, true);
        return;
      case 'media':
        this.media.set(entry.media.id, entry.media);
        return;
      case 'status':
        this.#add(entry.status, entry.key, at);
        return;
      case 'changed': {
        const before = this.#statuses.get(entry.id);
        if (before) this.#statuses.set(entry.id, { ...before, ...entry.change });
        return;
      }
      case 'deleted': {
        const status = this.#statuses.get(entry.id);
        if (!status) return;
        this.#statuses.delete(status.id);
        this.#unlink(status);
      }
    }
  }

  clear(): void {
    const { accounts, apps, media } = this;
    for (const map of [accounts, apps, media, this.#statuses, this.#keys, this.#revoked, this.#replies])
      map.clear();
  }

  isStillNeeded(entry: MastodonEntry): boolean {
    switch (entry.type) {
      case 'app':
        return this.apps.get(entry.app.id) !== undefined;
      case 'account':
        return this.accounts.get(entry.account.id) !== undefined;
      case 'token-revoked':
        return true;
      case 'media':
        return this.media.get(entry.media.id) !== undefined;
      case 'status':
        return this.#statuses.get(entry.status.id) !== undefined;
      case 'changed':
        return stillShows(this.#statuses.get(entry.id), entry.change);
      case 'deleted':
        return false;
    }
  }

  #add(status: Omit<Status, 'createdAt'>, key: string | null, at: number): void {
    this.#statuses.set(status.id, { ...status, createdAt: at });
    if (key) this.#keys.set(`${status.accountId} ${key}`, { statusId: status.id, until: at + KEY_MS });
    for (const id of status.mediaIds) {
      const media = this.media.get(id);
      if (media) this.media.set(id, { ...media, statusId: status.id });
    }
    const parent = status.inReplyToId;
    if (parent) this.#replies.set(parent, [...(this.#replies.get(parent) ?? []), status.id]);
  }

  /** Removes a status from the replies to its parent. */
  #unlink({ id, inReplyToId }: Status): void {
    if (!inReplyToId) return;
    const rest = (this.#replies.get(inReplyToId) ?? []).filter((reply) => reply !== id);
    if (rest.length > 0) this.#replies.set(inReplyToId, rest);
    else this.#replies.delete(inReplyToId);
  }
}

/** Whether some field still has the value of this change. */
const stillShows = (status: Status | undefined, change: StatusChange): boolean =>
  status !== undefined &&
  Object.entries(change).some(([field, value]) => status[field as keyof StatusChange] === value);
