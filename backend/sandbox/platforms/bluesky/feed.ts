import type { JsonObject } from '../../http/json.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyStore, StoredRecord } from './bluesky-store.ts';
import { blobsOf } from './embed-rules.ts';
import { POSTS } from './identity.ts';
import { replyOf } from './reply.ts';

/** Reads as the AppView gives them: a step behind the repository when the visibility delay is set. */
export class Feed {
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;

  constructor(context: SandboxContext, store: BlueskyStore) {
    this.#context = context;
    this.#store = store;
  }

  profile(did: string): Readonly<{ did: string; handle: string; displayName: string; avatar: string }> {
    const handle = this.#store.accounts.get(did)?.handle ?? 'handle.invalid';
    const displayName = handle.split('.', 1)[0] ?? handle;
    return {
      did,
      handle,
      displayName,
      avatar: `${this.#context.publicUrl()}/avatar/${encodeURIComponent(handle)}`,
    };
  }

  post(uri: string): StoredRecord | null {
    const record = this.#store.recordAt(uri);
    return record?.collection === POSTS && this.#shows(record) ? record : null;
  }

  /** Newest first. */
  postsOf(did: string): readonly StoredRecord[] {
    return [...this.#store.records()]
      .filter((record) => record.did === did && record.collection === POSTS && this.#shows(record))
      .reverse();
  }

  repliesTo(uri: string): readonly StoredRecord[] {
    return this.#store.repliesTo(uri).filter((record) => this.#shows(record));
  }

  /** What others wrote under this account's posts, newest first. */
  repliesFor(did: string): readonly StoredRecord[] {
    return [...this.#store.records()]
      .filter((record) => record.did !== did && replyOf(record.record)?.parent.uri.startsWith(`at://${did}/`))
      .filter((record) => this.#shows(record))
      .reverse();
  }

  view(record: StoredRecord): JsonObject {
    return {
      uri: record.uri,
      cid: record.cid,
      author: this.profile(record.did),
      record: record.record,
      embed: this.#embedView(record),
      replyCount: this.repliesTo(record.uri).length,
      repostCount: 0,
      likeCount: 0,
      quoteCount: 0,
      bookmarkCount: 0,
      indexedAt: new Date(record.receivedAt).toISOString(),
      labels: [],
    };
  }

  thread(record: StoredRecord, depth: number): JsonObject {
    const replies = depth > 0 ? this.repliesTo(record.uri) : [];
    return {
      $type: 'app.bsky.feed.defs#threadViewPost',
      post: this.view(record),
      replies: replies.map((reply) => this.thread(reply, depth - 1)),
    };
  }

  #embedView({ did, record }: StoredRecord): JsonObject | undefined {
    const images = blobsOf(record).filter(({ mimeType }) => mimeType.startsWith('image/'));
    if (images.length === 0) return undefined;
    const address = (cid: string): string => {
      const blob = this.#store.blob(did, cid);
      return `${this.#context.publicUrl()}/media/${blob?.sha256 ?? cid}?type=${encodeURIComponent(blob?.mimeType ?? '')}`;
    };
    const views = images.map(({ cid, alt }) => ({ thumb: address(cid), fullsize: address(cid), alt }));
    return { $type: 'app.bsky.embed.images#view', images: views };
  }

  #shows({ receivedAt }: StoredRecord): boolean {
    return receivedAt + this.#context.settings().visibilityDelaySeconds * 1000 <= this.#context.now();
  }
}
