import { randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { channelId, names, type Channels } from './channels.ts';
import { commentView, threadView } from './comment-view.ts';
import { WRITE_UNITS, type YouTubeQuota } from './quota.ts';
import { faultWords, refusal } from './youtube-refusal.ts';
import type {
  YouTubeComment,
  CommentState,
  YouTubeVideo,
  YouTubeEntry,
  YouTubeStore,
} from './youtube-store.ts';

const THREADS = '/youtube/v3/commentThreads';
const COMMENTS = '/youtube/v3/comments';
/** YouTube does not document a limit; this is the limit of its web page. */
const TEXT_MAX = 10_000;
const STATES: readonly CommentState[] = ['published', 'heldForReview', 'rejected'];

/** The id of a reply begins with the id of its thread's first comment. */
export const commentId = (top: string | null): string =>
  top === null
    ? `Ug${randomBytes(18).toString('base64url')}`
    : `${top}.${randomBytes(16).toString('base64url')}`;

/** Lists threads of a video and replies of a thread; writes replies; moderates. */
export class YouTubeCommentRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: THREADS,
      run: (exchange) => {
        this.#threads(exchange);
      },
    },
    {
      method: 'GET',
      pattern: COMMENTS,
      run: (exchange) => {
        this.#list(exchange);
      },
    },
    { method: 'POST', pattern: COMMENTS, run: (exchange) => this.#insert(exchange) },
    {
      method: 'POST',
      pattern: `${COMMENTS}/setModerationStatus`,
      run: (exchange) => {
        this.#moderate(exchange);
      },
    },
    {
      method: 'DELETE',
      pattern: COMMENTS,
      run: (exchange) => {
        this.#delete(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: YouTubeStore;
  readonly #channels: Channels;
  readonly #quota: YouTubeQuota;
  readonly #commit: (entry: YouTubeEntry) => void;

  constructor(
    context: SandboxContext,
    { store, channels, quota }: Readonly<{ store: YouTubeStore; channels: Channels; quota: YouTubeQuota }>,
    commit: (entry: YouTubeEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#channels = channels;
    this.#quota = quota;
    this.#commit = commit;
  }

  #threads(exchange: Exchange): void {
    const account = this.#channels.authenticate(exchange, 'write');
    this.#quota.take('units', 1);
    const { query } = exchange;
    const state = STATES.find((each) => each === (query.get('moderationStatus') ?? 'published'));
    if (!state) throw refusal(400, 'invalidValue', 'The moderationStatus is not valid.');
    const videos = this.#requestedVideos(query, account);
    if (state !== 'published' && videos.some((video) => video.account !== account))
      throw refusal(403, 'forbidden', 'The comment threads could not be retrieved.');
    const tops = videos
      .flatMap(({ id }) => this.#visibleCommentsOn(id))
      .filter((comment) => comment.parentId === null && comment.state === state)
      .filter(({ unannounced }) => query.has('videoId') || !unannounced);
    // YouTube's order of relevance is not documented. The sandbox sends the oldest first, so that a client cannot mistake it for the order
    // by time.
    if (query.get('order') === 'time') tops.reverse();
    const reader = { account, isPlain: query.get('textFormat') === 'plainText' };
    this.#page(exchange, tops, 'youtube#commentThreadListResponse', (top) =>
      threadView(top, this.#repliesOf(top), this.#videoOf(top), reader),
    );
  }

  #requestedVideos(query: URLSearchParams, account: string): readonly YouTubeVideo[] {
    const channel = query.get('allThreadsRelatedToChannelId');
    const all = this.#store.videos();
    if (channel !== null) return all.filter((video) => channelId(video.account) === channel);
    const video = this.#store.video(query.get('videoId') ?? '');
    if (!video || (video.account !== account && video.resource.privacyStatus === 'private'))
      throw refusal(
        404,
        'videoNotFound',
        'The video identified by the videoId parameter could not be found.',
      );
    if (video.resource.madeForKids)
      throw refusal(
        403,
        'commentsDisabled',
        'The video identified by the videoId parameter has disabled comments.',
      );
    return [video];
  }

  #list(exchange: Exchange): void {
    const account = this.#channels.authenticate(exchange, 'write');
    this.#quota.take('units', 1);
    const { query } = exchange;
    const reader = { account, isPlain: query.get('textFormat') === 'plainText' };
    const view = (comment: YouTubeComment) => commentView(comment, this.#videoOf(comment), reader);
    const kind = 'youtube#commentListResponse';
    const parentId = query.get('parentId');
    if (parentId === null) {
      const ids = (query.get('id') ?? '').split(',').slice(0, 50);
      const found = ids.flatMap((id) => this.#store.comments.get(id) ?? []);
      this.#page(
        exchange,
        found.filter((comment) => this.#isShown(comment, account)),
        kind,
        view,
      );
      return;
    }
    const top = this.#store.comments.get(parentId);
    if (!top || !this.#isShown(top, account))
      throw refusal(404, 'commentNotFound', 'One or more of the specified comments cannot be found.');
    this.#page(exchange, [...this.#repliesOf(top)].reverse(), kind, view);
  }

  /** The owner of the channel also sees comments that are held for review. */
  #isShown(comment: YouTubeComment, account: string): boolean {
    if (comment.state === 'rejected' || comment.createdAt > this.#context.visibleIfCreatedBefore())
      return false;
    return comment.state === 'published' || this.#videoOf(comment).account === account;
  }

  #visibleCommentsOn(videoId: string): readonly YouTubeComment[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return this.#store.comments.on(videoId).filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
  }

  #repliesOf({ id, postId }: YouTubeComment): readonly YouTubeComment[] {
    return this.#visibleCommentsOn(postId).filter(
      ({ parentId, state }) => parentId === id && state === 'published',
    );
  }

  #videoOf({ postId }: YouTubeComment): YouTubeVideo {
    const video = this.#store.video(postId);
    if (!video) throw refusal(404, 'videoNotFound', 'The video could not be found.');
    return video;
  }

  #page(
    exchange: Exchange,
    all: readonly YouTubeComment[],
    kind: string,
    view: (comment: YouTubeComment) => object,
  ): void {
    const { query } = exchange;
    const from = Number(query.get('pageToken') ?? 0);
    if (!Number.isInteger(from) || from < 0)
      throw refusal(400, 'invalidPageToken', 'The request specifies an invalid page token.');
    const size = Math.min(100, Number(query.get('maxResults') ?? 20));
    const items = all.slice(from, from + size);
    exchange.reply(200, {
      kind,
      ...(from + size < all.length && { nextPageToken: String(from + size) }),
      pageInfo: { totalResults: items.length, resultsPerPage: size },
      items: items.map(view),
    });
  }

  async #insert(exchange: Exchange): Promise<void> {
    const account = this.#channels.owner(exchange, 'write');
    this.#quota.take('units', WRITE_UNITS);
    const body = await exchange.json();
    const snippet = isObject(body?.['snippet']) ? body['snippet'] : {};
    const { parentId, textOriginal: text } = snippet;
    if (typeof text !== 'string' || text.trim() === '')
      throw refusal(400, 'commentTextRequired', 'The comment resource must specify a value for the text.');
    if (text.length > TEXT_MAX)
      throw refusal(400, 'commentTextTooLong', 'The comment resource contains too many characters.');
    const parent = this.#store.comments.get(typeof parentId === 'string' ? parentId : '');
    if (!parent || parent.state === 'rejected')
      throw refusal(404, 'parentCommentNotFound', 'The specified parent comment could not be found.');
    if (parent.parentId !== null)
      throw refusal(
        400,
        'operationNotSupported',
        'The API user is not able to insert a comment in reply to a reply.',
      );
    const call = { platform: 'youtube', names: names(account), words: faultWords };
    finalCall(exchange, this.#context.faults, call, () => this.#createComment(account, parent, text));
  }

  #createComment(account: string, parent: YouTubeComment, text: string): object {
    const { id: parentId, postId } = parent;
    const id = commentId(parentId);
    const comment = { id, postId, parentId, author: account, account, text, unannounced: false };
    this.#commit({ type: 'comment', comment });
    const now = this.#context.now();
    const created: YouTubeComment = { ...comment, state: 'published', createdAt: now, updatedAt: now };
    return commentView(created, this.#videoOf(parent), { account, isPlain: true });
  }

  /** developers.google.com/youtube/v3/docs/comments/setModerationStatus: `rejected` cannot be undone. */
  #moderate(exchange: Exchange): void {
    const account = this.#channels.owner(exchange, 'write');
    this.#quota.take('units', WRITE_UNITS);
    const state = STATES.find((each) => each === exchange.query.get('moderationStatus'));
    if (!state) throw refusal(400, 'invalidValue', 'The moderationStatus is not valid.');
    const comments = (exchange.query.get('id') ?? '').split(',').map((id) => this.#store.comments.get(id));
    for (const comment of comments) {
      if (!comment || comment.state === 'rejected')
        throw refusal(
          404,
          'commentNotFound',
          'One or more of the comments that you are trying to update cannot be found.',
        );
      if (this.#videoOf(comment).account !== account)
        throw refusal(403, 'forbidden', 'One or more of the comments cannot be moderated.');
      this.#commit({ type: 'commentModerated', id: comment.id, state });
    }
    exchange.response.writeHead(204).end();
  }

  /** Only the author may delete a comment. */
  #delete(exchange: Exchange): void {
    const account = this.#channels.owner(exchange, 'write');
    this.#quota.take('units', WRITE_UNITS);
    const comment = this.#store.comments.get(exchange.query.get('id') ?? '');
    if (!comment) throw refusal(404, 'commentNotFound', 'The specified comment cannot be found.');
    if (comment.account !== account) throw refusal(403, 'forbidden', 'The comment cannot be deleted.');
    this.#commit({ type: 'commentDeleted', id: comment.id });
    exchange.response.writeHead(204).end();
  }
}
