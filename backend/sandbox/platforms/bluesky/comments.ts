import { textOf } from '../../http/json.ts';
import type { RequestedComment, ReceivedReply, SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyEntry, BlueskyStore, StoredRecord } from './bluesky-store.ts';
import { recordCid } from './cid.ts';
import { didOf, GATES, parseUri, plainHandle, POSTS, postUri } from './identity.ts';
import { replyOf } from './reply.ts';
import { nextTid } from './tid.ts';

/** Comments by other people, which the control API adds, edits and deletes. Records of the product’s own posts and replies have `published: true`. */
export class BlueskyComments {
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #commit: (entry: BlueskyEntry) => void;

  constructor(context: SandboxContext, store: BlueskyStore, commit: (entry: BlueskyEntry) => void) {
    this.#context = context;
    this.#store = store;
    this.#commit = commit;
  }

  add({ remoteId, parentId, author, text, bot, unannounced }: RequestedComment): string | null {
    const post = this.#post(remoteId);
    const parent = parentId === null ? post : this.#post(parentId);
    if (!post || !parent) return null;
    const refOf = ({ uri, cid }: StoredRecord) => ({ uri, cid });
    const root = replyOf(post.record)?.root ?? refOf(post);
    if (parent !== post && replyOf(parent.record)?.root.uri !== root.uri) return null;
    const did = this.#ensureAccount(commenter(author), bot);
    const now = this.#context.now();
    const reply = { root, parent: refOf(parent) };
    const record = { $type: POSTS, text, createdAt: new Date(now).toISOString(), reply };
    const rkey = nextTid(now);
    const stored = { uri: postUri(did, rkey), cid: recordCid(record), did, collection: POSTS, rkey, record };
    const flag = unannounced ? { unannounced } : {};
    this.#commit({ type: 'record', record: { ...stored, published: false, ...flag } });
    return stored.uri;
  }

  replies(): readonly ReceivedReply[] {
    return [...this.#store.records()].flatMap(({ collection, published, record, did, uri, receivedAt }) => {
      const reply = collection === POSTS && published ? replyOf(record) : null;
      if (!reply) return [];
      const author = this.#store.accounts.get(did)?.handle ?? did;
      const text = textOf(record['text']) ?? '';
      const answer = { platform: 'bluesky', author, remoteId: uri, parentId: reply.parent.uri, text };
      return [{ ...answer, receivedAt: new Date(receivedAt).toISOString() }];
    });
  }

  /** Replaces the record under the same key, as the author's server does. */
  edit(uri: string, text: string): boolean {
    const found = this.#comment(uri);
    if (!found) return false;
    const record = { ...found.record, text };
    this.#commit({ type: 'record', record: { ...found, record, cid: recordCid(record) } });
    return true;
  }

  delete(uri: string): boolean {
    if (!this.#comment(uri)) return false;
    this.#commit({ type: 'deleted', uri });
    return true;
  }

  isHidden(uri: string): boolean | null {
    const found = this.#comment(uri);
    const root = found && parseUri(replyOf(found.record)?.root.uri ?? '');
    if (!root) return null;
    const hidden = this.#store.record({ ...root, collection: GATES })?.record['hiddenReplies'];
    return Array.isArray(hidden) && hidden.includes(uri);
  }

  #post(uri: string): StoredRecord | null {
    const record = parseUri(uri) ? this.#store.recordAt(uri) : undefined;
    return record?.collection === POSTS ? record : null;
  }

  #comment(uri: string): StoredRecord | null {
    const post = this.#post(uri);
    return post && replyOf(post.record) ? post : null;
  }

  #ensureAccount(handle: string, bot: boolean): string {
    const did = didOf(handle);
    const mustBeStored = !this.#store.accounts.get(did) || (bot && !this.#store.accounts.get(did)?.bot);
    if (mustBeStored) this.#commit({ type: 'account', account: { did, handle, ...(bot && { bot }) } });
    return did;
  }
}

/** `Ben` comments as `ben.sandbox.test`; a full handle stays unchanged. */
function commenter(author: string): string {
  const given = plainHandle(author);
  if (given.includes('.')) return given;
  return `${given.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'someone'}.sandbox.test`;
}
