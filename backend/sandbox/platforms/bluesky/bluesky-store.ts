import type { JsonRecord } from '../../http/json.ts';
import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { blobsOf } from './embed-rules.ts';
import { parseUri, POSTS, type RecordName } from './identity.ts';
import { replyOf } from './reply.ts';

/** `bot`: the account declares that a program writes its posts. */
export type BlueskyActor = Readonly<{ did: string; handle: string; bot?: true }>;

/** A login and the refresh tokens that it issued. */
export type Session = Readonly<{
  id: string;
  did: string;
  /** Digest of the app password that opened it; null after a reset, which deletes it. */
  password: string | null;
  /** Id of the refresh token that is valid now. */
  current: string;
  /** Used refresh tokens that return their successor until the given time. */
  retired: readonly Readonly<{ token: string; next: string; until: number }>[];
  /** `ended` by logout: the login can no longer be refreshed. `revoked`: no token is valid. */
  state: 'open' | 'ended' | 'revoked';
}>;

export type Blob = Readonly<{ did: string; cid: string; sha256: string; size: number; mimeType: string }>;

export type StoredRecord = Readonly<{
  uri: string;
  cid: string;
  did: string;
  collection: string;
  rkey: string;
  record: JsonRecord;
  receivedAt: number;
  /** False for posts that the control API added in another person's name. */
  published: boolean;
  /**
   * Only the thread shows this post; counts and notifications leave it out. A real reply is like this when it was indexed before its
   * parent.
   */
  unannounced?: true;
}>;

export type Job = Readonly<{
  id: string;
  did: string;
  readyAt: number;
  startedAt: number;
  blob: Blob | null;
  /** Why the job fails, as a code of app.bsky.video.defs. A job without a blob and without a code received a file that is not a video. */
  failureCode?: string;
}>;

export type BlueskyEntry =
  | Readonly<{ type: 'account'; account: BlueskyActor }>
  | Readonly<{ type: 'session'; session: Session }>
  | Readonly<{ type: 'password-revoked' | 'password-renewed'; password: string }>
  | Readonly<{ type: 'blob'; blob: Blob }>
  | Readonly<{ type: 'job'; job: Job }>
  | Readonly<{ type: 'record'; record: Omit<StoredRecord, 'receivedAt'> }>
  | Readonly<{ type: 'deleted'; uri: string }>;

const blobKey = (did: string, cid: string): string => `${did} ${cid}`;

/** The whole state of Bluesky. Only `apply` changes it. */
export class BlueskyStore implements JournaledStore<BlueskyEntry> {
  readonly accounts = new BoundedMap<string, BlueskyActor>(20_000);
  readonly sessions = new BoundedMap<string, Session>(20_000);
  readonly jobs = new BoundedMap<string, Job>(10_000);
  readonly #revokedPasswords = new BoundedMap<string, true>(10_000);
  readonly #blobs = new BoundedMap<string, Blob>(50_000);
  readonly #records = new BoundedMap<string, StoredRecord>(50_000, (dropped) => {
    this.#unlink(dropped);
  });
  /** URIs of the replies to a URI, oldest first. */
  readonly #replies = new Map<string, string[]>();

  isRevoked(password: string): boolean {
    return this.#revokedPasswords.get(password) === true;
  }

  /** Logins that can still be refreshed, oldest first. */
  openSessions(): readonly Session[] {
    return [...this.sessions.values()].filter(
      ({ state, password }) => state === 'open' && (password === null || !this.isRevoked(password)),
    );
  }

  blob(did: string, cid: string): Blob | undefined {
    return this.#blobs.get(blobKey(did, cid));
  }

  record({ did, collection, rkey }: RecordName): StoredRecord | undefined {
    return this.#records.get(`at://${did}/${collection}/${rkey}`);
  }

  recordAt(uri: string): StoredRecord | undefined {
    const name = parseUri(uri);
    return name ? this.record(name) : undefined;
  }

  records(): IterableIterator<StoredRecord> {
    return this.#records.values();
  }

  repliesTo(uri: string): readonly StoredRecord[] {
    return (this.#replies.get(uri) ?? []).flatMap((reply) => this.#records.get(reply) ?? []);
  }

  apply(entry: BlueskyEntry, at: number): void {
    switch (entry.type) {
      case 'account':
        this.accounts.set(entry.account.did, entry.account);
        return;
      case 'session':
        this.sessions.set(entry.session.id, entry.session);
        return;
      case 'password-revoked':
        this.#revokedPasswords.set(entry.password, true);
        return;
      case 'password-renewed':
        this.#revokedPasswords.delete(entry.password);
        return;
      case 'blob':
        this.#blobs.set(blobKey(entry.blob.did, entry.blob.cid), entry.blob);
        return;
      case 'job':
        this.jobs.set(entry.job.id, entry.job);
        return;
      case 'record':
        this.#put(entry.record, at);
        return;
      case 'deleted': {
        const deleted = this.#records.get(entry.uri);
        if (!deleted) return;
        this.#records.delete(entry.uri);
        this.#unlink(deleted);
        this.#deleteUnusedBlobs(deleted);
      }
    }
  }

  clear(): void {
    for (const map of [this.accounts, this.sessions, this.jobs]) map.clear();
    for (const map of [this.#blobs, this.#records, this.#replies, this.#revokedPasswords]) map.clear();
  }

  isStillNeeded(entry: BlueskyEntry): boolean {
    switch (entry.type) {
      case 'account':
        return this.accounts.get(entry.account.did) !== undefined;
      case 'session':
        return this.sessions.get(entry.session.id)?.current === entry.session.current;
      case 'password-revoked':
        return this.isRevoked(entry.password);
      case 'password-renewed':
        return false;
      case 'blob':
        return this.blob(entry.blob.did, entry.blob.cid) !== undefined;
      case 'job':
        return this.jobs.get(entry.job.id) !== undefined;
      case 'record':
        return this.#records.get(entry.record.uri)?.cid === entry.record.cid;
      case 'deleted':
        return false;
    }
  }

  #put(record: Omit<StoredRecord, 'receivedAt'>, at: number): void {
    const previous = this.#records.get(record.uri);
    if (previous) this.#unlink(previous);
    this.#records.set(record.uri, { ...record, receivedAt: previous?.receivedAt ?? at });
    const parent = record.collection === POSTS ? replyOf(record.record)?.parent.uri : undefined;
    if (parent) this.#replies.set(parent, [...(this.#replies.get(parent) ?? []), record.uri]);
  }

  /** Deletes the files that only this record referenced, as the reference server does. */
  #deleteUnusedBlobs({ did, record }: StoredRecord): void {
    const unused = new Set(blobsOf(record).map(({ cid }) => cid));
    if (unused.size === 0) return;
    for (const other of this.#records.values())
      if (other.did === did) for (const { cid } of blobsOf(other.record)) unused.delete(cid);
    for (const cid of unused) this.#blobs.delete(blobKey(did, cid));
  }

  #unlink(record: StoredRecord): void {
    const parent = replyOf(record.record)?.parent.uri;
    if (!parent) return;
    const remaining = (this.#replies.get(parent) ?? []).filter((uri) => uri !== record.uri);
    if (remaining.length > 0) this.#replies.set(parent, remaining);
    else this.#replies.delete(parent);
  }
}
