import type { JsonRecord } from '../../http/json.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { Counter } from '../../state/post-counters.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyStore, StoredRecord } from './bluesky-store.ts';
import { blobsOf } from './embed-rules.ts';
import { GATES, parseUri, POSTS } from './identity.ts';
import { replyOf } from './reply.ts';

/** Reads posts as the AppView shows them: later than the repository when a visibility delay is set. */
export class BlueskyFeed {
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;

  constructor(context: SandboxContext, store: BlueskyStore) {
    this.#context = context;
    this.#store = store;
  }

  profile(did: string): JsonRecord {
    const account = this.#store.accounts.get(did);
    const handle = account?.handle ?? 'handle.invalid';
    const displayName = handle.split('.', 1)[0] ?? handle;
    return {
      did,
      handle,
      displayName,
      avatar: portraitOf(handle),
      labels: account?.bot ? [{ src: did, uri: `at://${did}/app.bsky.actor.profile/self`, val: 'bot' }] : [],
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

  /** What other people wrote under this account’s posts, newest first. It includes their replies to each other. */
  repliesFor(did: string): readonly StoredRecord[] {
    return [...this.#store.records()]
      .filter((record) => record.did !== did && !record.unannounced && this.subjectOf(record, did) !== null)
      .filter((record) => this.#shows(record))
      .reverse();
  }

  /** The post of this account that a reply belongs to; null when it belongs to another account's post. */
  subjectOf({ record }: StoredRecord, did: string): string | null {
    const reply = replyOf(record);
    return [reply?.parent.uri, reply?.root.uri].find((uri) => uri?.startsWith(`at://${did}/`)) ?? null;
  }

  /** The reply rules that the author set for a thread, as the AppView shows them. */
  gateOf(post: StoredRecord): JsonRecord | null {
    const root = parseUri(replyOf(post.record)?.root.uri ?? post.uri);
    const gate = root && this.#store.record({ ...root, collection: GATES });
    return gate ? { uri: gate.uri, cid: gate.cid, record: gate.record, lists: [] } : null;
  }

  view(record: StoredRecord): JsonRecord {
    const { counters } = this.#context;
    const countOf = (counter: Counter, counted = 0) =>
      counters.countOf('bluesky', record.uri, counter, counted);
    const replies = this.repliesTo(record.uri).filter(({ unannounced }) => !unannounced).length;
    return {
      uri: record.uri,
      cid: record.cid,
      author: this.profile(record.did),
      record: record.record,
      embed: this.#embedView(record),
      replyCount: countOf('comments', replies),
      repostCount: countOf('shares'),
      likeCount: countOf('likes'),
      quoteCount: countOf('quotes'),
      bookmarkCount: 0,
      indexedAt: new Date(record.receivedAt).toISOString(),
      labels: [],
    };
  }

  thread(record: StoredRecord, depth: number): JsonRecord {
    const view = { $type: 'app.bsky.feed.defs#threadViewPost', post: this.view(record) };
    if (depth === 0) return view;
    return { ...view, replies: this.repliesTo(record.uri).map((reply) => this.thread(reply, depth - 1)) };
  }

  #embedView({ did, record }: StoredRecord): JsonRecord | undefined {
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
    return receivedAt <= this.#context.visibleIfCreatedBefore();
  }
}
