import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { nicknameOf, openIdOf, type Creators } from './creators.ts';
import { jsonBody } from './post-rules.ts';
import { envelope, invalidParams, refusal } from './tiktok-refusal.ts';
import type { TikTokStore } from './tiktok-store.ts';
import { isListed, postPage, type Progress } from './progress.ts';

const PAGE_MAX = 20;
const PROFILE_FIELDS: readonly string[] = ['username', 'bio_description', 'is_verified', 'profile_deep_link'];

/** The account of the token, and its public posts. */
export class TikTokAccountRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v2/user/info/',
      run: (exchange) => {
        this.#user(exchange);
      },
    },
    {
      method: 'POST',
      pattern: '/v2/post/publish/creator_info/query/',
      run: (exchange) => {
        const { account } = this.#creators.authenticate(exchange, 'video.publish', 'query');
        this.#creators.checkMayPost(account, null);
        exchange.reply(200, envelope(this.#creators.view(account)));
      },
    },
    { method: 'POST', pattern: '/v2/video/list/', run: (exchange) => this.#list(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #creators: Creators;
  readonly #progress: Progress;

  constructor(context: SandboxContext, store: TikTokStore, creators: Creators, progress: Progress) {
    this.#context = context;
    this.#store = store;
    this.#creators = creators;
    this.#progress = progress;
  }

  #user(exchange: Exchange): void {
    const { account, scopes } = this.#creators.authenticate(exchange, 'user.info.basic', 'display');
    const fields = fieldsOf(exchange);
    if (fields.some((field) => PROFILE_FIELDS.includes(field)) && !scopes.includes('user.info.profile'))
      throw refusal(401, 'scope_not_authorized', 'The user did not authorize the scope user.info.profile.');
    const openId = openIdOf(account);
    const known: Readonly<Record<string, string>> = {
      open_id: openId,
      union_id: openId,
      avatar_url: portraitOf(account),
      display_name: nicknameOf(account),
      username: account,
    };
    const user = Object.fromEntries(
      fields.flatMap((field) => (field in known ? [[field, known[field]]] : [])),
    );
    exchange.reply(200, envelope({ user }));
  }

  async #list(exchange: Exchange): Promise<void> {
    const { account } = this.#creators.authenticate(exchange, 'video.list', 'display');
    const fields = fieldsOf(exchange);
    const body = await jsonBody(exchange);
    const { max_count: count = 10, cursor = Infinity } = body;
    if (typeof count !== 'number' || count < 1 || count > PAGE_MAX)
      throw invalidParams('max_count must be from 1 to 20.');
    if (typeof cursor !== 'number') throw invalidParams('cursor is invalid.');
    this.#progress.pullWaiting(account);
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const listed = [...this.#store.posts()]
      .filter(
        (post) =>
          post.account === account && isListed(post, visibleIfCreatedBefore) && post.openedAt < cursor,
      )
      .sort((a, b) => b.openedAt - a.openedAt);
    const page = listed.slice(0, count);
    const videos = page.map((post) => {
      const known: Readonly<Record<string, unknown>> = {
        id: post.taken?.postId,
        title: post.info.title,
        video_description: post.info.description === '' ? post.info.title : post.info.description,
        create_time: Math.floor(post.openedAt / 1000),
        share_url: `${this.#context.publicUrl()}${postPage(post)}`,
      };
      return Object.fromEntries(fields.flatMap((field) => (field in known ? [[field, known[field]]] : [])));
    });
    const last = page.at(-1)?.openedAt ?? 0;
    exchange.reply(200, envelope({ videos, cursor: last, has_more: listed.length > page.length }));
  }
}

function fieldsOf(exchange: Exchange): readonly string[] {
  const fields = (exchange.query.get('fields') ?? '').split(',').filter((field) => field !== '');
  if (fields.length === 0) throw invalidParams('fields is required.');
  return fields;
}
