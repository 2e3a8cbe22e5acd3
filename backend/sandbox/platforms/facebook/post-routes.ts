import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, parseJson } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphTime, sendList } from '../meta/graph-host.ts';
import { graphRefusal, invalidParameter, missingObject, pageFaults } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { MetaApp } from '../meta/meta-app.ts';
import { knownAs, pageNames, type FacebookPage } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookCommentRoutes } from './comment-routes.ts';
import type { FacebookEntry, FacebookStore, FacebookPost } from './facebook-store.ts';
import { reactionsOf } from './figures.ts';
import { isPublished, videoView } from './video-view.ts';

const TEXT_MAX = 63_206;
/** Facebook refuses a text that repeats the last one. The real duration is not documented. */
const REPEATED_WITHIN_MS = 60_000;

/** Posts of Pages: create, list, read, delete. */
export class FacebookPostRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/:page/feed', run: (exchange, params) => this.#publish(exchange, params) },
    {
      method: 'GET',
      pattern: '/:page/published_posts',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/:id',
      run: (exchange, params) => {
        this.#read(exchange, params);
      },
    },
    {
      method: 'DELETE',
      pattern: '/:id',
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #app: MetaApp;
  readonly #store: FacebookStore;
  readonly #commit: (entry: FacebookEntry) => void;
  readonly #comments: FacebookCommentRoutes;

  constructor(
    context: SandboxContext,
    app: MetaApp,
    store: FacebookStore,
    commit: (entry: FacebookEntry) => void,
    comments: FacebookCommentRoutes,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
    this.#comments = comments;
  }

  async #publish(exchange: Exchange, { page: id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const page = this.#app.page(exchange, { id, scope: 'pages_manage_posts', fields });
    const call = { platform: 'facebook', names: pageNames(page), words: pageFaults(page.id) };
    finalCall(exchange, this.#context.faults, call, () => this.#accept(page, fields));
  }

  #accept(page: FacebookPage, fields: URLSearchParams): object {
    const message = fields.get('message') ?? '';
    const photoIds = this.#attachedMedia(page, fields);
    const link = fields.get('link');
    if (message.trim() === '' && photoIds.length === 0 && link === null)
      throw invalidParameter('The status you are trying to publish is empty.');
    if (Array.from(message).length > TEXT_MAX) throw invalidParameter('The message is too long.');
    if (link !== null && !/^https?:\/\//.test(link)) throw invalidParameter('link is no web address.');
    this.#checkNotRepeated(page, { message, photoIds });
    const id = `${page.id}_${nextId(this.#context.now())}`;
    const { id: pageId } = page;
    const post = { id, pageId, account: knownAs(page), message, link, photoIds, videoId: null };
    this.#commit({ type: 'post', post });
    return { id };
  }

  /** `attached_media[0]={"media_fbid":"…"}`, or a JSON list of those. */
  #attachedMedia(page: FacebookPage, fields: URLSearchParams): readonly string[] {
    const listed = parseJson(fields.get('attached_media') ?? '[]');
    const given: readonly unknown[] = Array.isArray(listed) ? listed : [];
    const single = [...fields].filter(([name]) => /^attached_media\[\d+\]$/.test(name));
    return [...given, ...single.map(([, value]) => parseJson(value))].map((media) => {
      const id = isObject(media) ? String(media['media_fbid']) : '';
      const photo = this.#store.photos.get(id);
      if (photo?.pageId !== page.id || photo.postId !== null)
        throw invalidParameter(`attached_media holds ${id}, which cannot be attached.`);
      return id;
    });
  }

  #checkNotRepeated(
    { id }: FacebookPage,
    { message, photoIds }: Pick<FacebookPost, 'message' | 'photoIds'>,
  ): void {
    const lastPost = this.#store.postsOf(id).at(-1);
    const isRepeated =
      this.#context.settings().recognizeDuplicates &&
      message !== '' &&
      photoIds.length === 0 &&
      lastPost?.message === message &&
      lastPost.createdAt + REPEATED_WITHIN_MS > this.#context.now();
    if (isRepeated) throw graphRefusal(506, '(#506) Duplicate status message');
  }

  #list(exchange: Exchange, { page: id = '' }: Params): void {
    const page = this.#app.page(exchange, { id, scope: 'pages_read_engagement' });
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const since = Number(exchange.query.get('since') ?? 0) * 1000;
    const posts = this.#store
      .postsOf(page.id)
      .filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore && createdAt >= since)
      .filter(({ videoId }) => videoId === null || this.#isShown(videoId));
    const counts = this.#comments.counting(exchange);
    sendList(exchange, [...posts].reverse(), (post) => ({ ...this.#view(post), ...counts(post.id) }));
  }

  #isShown(videoId: string): boolean {
    const video = this.#store.videos.get(videoId);
    return video !== undefined && isPublished(video, this.#context.now());
  }

  #read(exchange: Exchange, { id = '' }: Params): void {
    if (this.#comments.has(id)) {
      this.#comments.read(exchange, id);
      return;
    }
    const page = this.#app.page(exchange, { scope: 'pages_read_engagement' });
    const video = this.#store.videos.get(id);
    if (video?.pageId === page.id) {
      exchange.reply(200, videoView(video, this.#context));
      return;
    }
    const post = this.#store.post(id);
    if (post?.pageId !== page.id) throw missingObject('GET', id);
    exchange.reply(200, {
      ...this.#view(post),
      ...this.#comments.counting(exchange)(id),
      ...reactionsOf(exchange, this.#app, this.#context, id),
    });
  }

  #delete(exchange: Exchange, { id = '' }: Params): void {
    if (this.#comments.has(id)) {
      this.#comments.delete(exchange, id);
      return;
    }
    const page = this.#app.page(exchange, { scope: 'pages_manage_posts' });
    const post = this.#store.post(id) ?? this.#store.post(this.#store.videos.get(id)?.finished?.postId ?? '');
    if (post?.pageId !== page.id) throw missingObject('DELETE', id);
    this.#commit({ type: 'deleted', id: post.id });
    if (post.videoId !== null) this.#commit({ type: 'deleted', id: post.videoId });
    exchange.reply(200, { success: true });
  }

  #view({ id, message, photoIds, createdAt }: FacebookPost): object {
    const targets = photoIds.map((photo) => ({ target: { id: photo } }));
    const attachments = targets.length > 1 ? [{ subattachments: { data: targets } }] : targets;
    return {
      id,
      ...(message !== '' && { message }),
      created_time: graphTime(createdAt),
      permalink_url: `${this.#context.publicUrl()}/facebook/posts/${id}`,
      ...(attachments.length > 0 && { attachments: { data: attachments } }),
    };
  }
}
