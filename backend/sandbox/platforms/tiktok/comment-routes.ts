import { createHash, randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { parseJson, textOf, type JsonRecord } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BusinessDoor } from './business-door.ts';
import {
  BUSINESS_FAULT_WORDS,
  businessEnvelope,
  businessRefusal,
  invalidParameter,
} from './business-refusal.ts';
import { nicknameOf } from './creators.ts';
import type { TikTokComment, TikTokEntry, TikTokStore } from './tiktok-store.ts';

const BASE = '/open_api/v1.3/business/comment';
/** The documentation gives two limits. This is the lower limit. */
const TEXT_MAX = 150;
const REPLIES_SHOWN = 3;

/** Returns nineteen digits, which a JavaScript number cannot represent exactly. */
export const nextCommentId = (): string =>
  String(7_000_000_000_000_000_000n + (randomBytes(8).readBigUInt64BE() >> 4n));

/** Comments under the account's public posts, with one level of replies. The account may hide any comment, and delete its own comments. */
export class TikTokCommentRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: `${BASE}/list/`,
      run: (exchange) => {
        this.#list(exchange, null);
      },
    },
    {
      method: 'GET',
      pattern: `${BASE}/reply/list/`,
      run: (exchange) => {
        this.#list(exchange, exchange.query.get('comment_id') ?? '');
      },
    },
    { method: 'POST', pattern: `${BASE}/reply/create/`, run: (exchange) => this.#reply(exchange) },
    { method: 'POST', pattern: `${BASE}/hide/`, run: (exchange) => this.#hide(exchange) },
    { method: 'POST', pattern: `${BASE}/delete/`, run: (exchange) => this.#delete(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #door: BusinessDoor;
  readonly #commit: (entry: TikTokEntry) => void;

  constructor(
    context: SandboxContext,
    store: TikTokStore,
    door: BusinessDoor,
    commit: (entry: TikTokEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#door = door;
    this.#commit = commit;
  }

  #list(exchange: Exchange, parentId: string | null): void {
    const { query } = exchange;
    const account = this.#door.open(exchange, 'comment.list', query.get('business_id'));
    const videoId = this.#postIdOf(account, query.get('video_id'));
    const size = Number(query.get('max_count') ?? 20);
    if (!Number.isInteger(size) || size < 1 || size > 30) throw invalidParameter('max_count: 1 to 30.');
    const requestedIds = query.has('comment_ids') ? parseJson(query.get('comment_ids') ?? '') : null;
    if (requestedIds !== null && !Array.isArray(requestedIds))
      throw invalidParameter('comment_ids: not a list.');
    const visibleComments = this.#visibleOn(videoId)
      .filter((comment) => (requestedIds ? requestedIds.includes(comment.id) : comment.parentId === parentId))
      .filter(({ hidden }) => query.get('status') !== 'PUBLIC' || !hidden);
    // Without `sort_field`, the order on TikTok is undefined. The sandbox then sends the newest first.
    if (query.get('sort_field') !== 'create_time' || query.get('sort_order') === 'desc')
      visibleComments.reverse();
    const from = Number(query.get('cursor') ?? 0);
    const comments = visibleComments.slice(from, from + size).map((comment) => this.#view(comment, query));
    const cursor = from + comments.length;
    exchange.reply(200, businessEnvelope({ comments, cursor, has_more: cursor < visibleComments.length }));
  }

  #visibleOn(videoId: string): TikTokComment[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return this.#store.comments.on(videoId).filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
  }

  /** @throws Refusal when the post does not belong to the account */
  #postIdOf(account: string, videoId: unknown): string {
    const post = this.#store.postOfId(typeof videoId === 'string' ? videoId : '');
    if (post?.account !== account) throw invalidParameter('video_id: The video does not exist.');
    return post.taken?.postId ?? '';
  }

  async #reply(exchange: Exchange): Promise<void> {
    const { account, comment, body } = await this.#readCommentCall(exchange);
    const text = textOf(body['text']) ?? '';
    if (text.trim() === '' || text.length > TEXT_MAX) throw invalidParameter('text: 1 to 150 characters.');
    if (comment.parentId !== null) throw invalidParameter('comment_id: A reply cannot be replied to.');
    const call = {
      platform: 'tiktok',
      names: [account],
      words: BUSINESS_FAULT_WORDS,
      answer: (reply: object) => {
        exchange.reply(200, businessEnvelope(reply));
      },
    };
    finalCall(exchange, this.#context.faults, call, () => {
      const [id, postId, parentId] = [nextCommentId(), comment.postId, comment.id];
      this.#commit({ type: 'comment', comment: { id, postId, parentId, author: account, account, text } });
      return { comment_id: id, video_id: postId, parent_comment_id: parentId, text };
    });
  }

  async #hide(exchange: Exchange): Promise<void> {
    const { comment, body } = await this.#readCommentCall(exchange);
    const action = body['action'];
    if (action !== 'HIDE' && action !== 'UNHIDE') throw invalidParameter('action: HIDE or UNHIDE.');
    this.#commit({ type: 'commentHidden', id: comment.id, hidden: action === 'HIDE' });
    exchange.reply(200, businessEnvelope({}));
  }

  async #delete(exchange: Exchange): Promise<void> {
    const { account, comment } = await this.#readCommentCall(exchange);
    if (comment.account !== account)
      throw businessRefusal(40_001, 'The comment is not owned by the account.');
    this.#commit({ type: 'commentDeleted', id: comment.id });
    exchange.reply(200, businessEnvelope({}));
  }

  async #readCommentCall(
    exchange: Exchange,
  ): Promise<{ account: string; comment: TikTokComment; body: JsonRecord }> {
    const body = (await exchange.json()) ?? {};
    const account = this.#door.open(exchange, 'comment.list.manage', body['business_id']);
    const comment = this.#store.comments.get(textOf(body['comment_id']) ?? '');
    if (!comment || comment.postId !== this.#postIdOf(account, body['video_id'] ?? comment.postId))
      throw invalidParameter('comment_id: The comment does not exist.');
    return { account, comment, body };
  }

  #view(comment: TikTokComment, query: URLSearchParams): object {
    const { id, postId, parentId, author, account, text, hidden, createdAt } = comment;
    const replies = this.#visibleOn(postId).filter((each) => each.parentId === id);
    return {
      comment_id: id,
      video_id: postId,
      ...(parentId !== null && { parent_comment_id: parentId }),
      unique_identifier: createHash('sha256')
        .update(`${author} ${String(account)}`)
        .digest('base64url'),
      username: author,
      display_name: nicknameOf(author),
      profile_image: '',
      text,
      create_time: Math.floor(createdAt / 1000),
      likes: 0,
      replies: replies.length,
      owner: account !== null,
      liked: false,
      pinned: false,
      status: hidden ? 'HIDDEN' : 'PUBLIC',
      ...(query.get('include_replies') === 'true' && {
        reply_list: replies.slice(0, REPLIES_SHOWN).map((each) => this.#view(each, new URLSearchParams())),
      }),
    };
  }
}
