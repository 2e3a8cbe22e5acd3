import type { Exchange } from '../../http/exchange.ts';
import { isObject, parseJson, type JsonRecord } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import type { Counter } from '../../state/post-counters.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BusinessDoor } from './business-door.ts';
import { businessEnvelope, invalidParameter } from './business-refusal.ts';
import type { Creators } from './creators.ts';
import { jsonBody } from './post-rules.ts';
import { isListed } from './progress.ts';
import { envelope, invalidParams } from './tiktok-refusal.ts';
import type { TikTokStore } from './tiktok-store.ts';

const IDS_MAX = 20;
/** The fields of each API with the counters that they contain. */
const DISPLAY_FIELDS: Readonly<Record<string, Counter>> = {
  like_count: 'likes',
  comment_count: 'comments',
  share_count: 'shares',
  view_count: 'views',
};
const BUSINESS_FIELDS: Readonly<Record<string, Counter>> = {
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  video_views: 'views',
  reach: 'reach',
};

/** Metrics of the account's own public posts, by the display API and by the API for Business. */
export class TikTokVideoRoutes {
  readonly display: readonly Route[] = [
    { method: 'POST', pattern: '/v2/video/query/', run: (exchange) => this.#query(exchange) },
  ];
  readonly business: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/open_api/v1.3/business/video/list/',
      run: (exchange) => {
        this.#list(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #creators: Creators;
  readonly #door: BusinessDoor;

  constructor(context: SandboxContext, store: TikTokStore, creators: Creators, door: BusinessDoor) {
    this.#context = context;
    this.#store = store;
    this.#creators = creators;
    this.#door = door;
  }

  async #query(exchange: Exchange): Promise<void> {
    const { account } = this.#creators.authenticate(exchange, 'video.list', 'display');
    const fields = (exchange.query.get('fields') ?? '').split(',');
    if (!fields.every((field) => field === 'id' || field in DISPLAY_FIELDS))
      throw invalidParams('The fields are not correct.');
    const { filters } = await jsonBody(exchange);
    const ids = idsIn(isObject(filters) ? filters : {});
    if (ids === null) throw invalidParams('video_ids must be from 1 to 20 ids.');
    const videos = this.#ownIds(account, ids).map((id) => ({
      ...(fields.includes('id') && { id }),
      ...this.#counts(id, fields, DISPLAY_FIELDS),
    }));
    exchange.reply(200, envelope({ videos }));
  }

  /** Lists metrics in the API for Business, where ids are strings. */
  #list(exchange: Exchange): void {
    const { query } = exchange;
    const account = this.#door.open(exchange, 'video.list', query.get('business_id'));
    const fields = parseJson(query.get('fields') ?? '[]');
    if (!Array.isArray(fields) || !fields.every((field) => field === 'item_id' || field in BUSINESS_FIELDS))
      throw invalidParameter('fields: Invalid value.');
    const filters = parseJson(query.get('filters') ?? '{}');
    const ids = idsIn(isObject(filters) ? filters : {});
    if (ids === null) throw invalidParameter('filters.video_ids: Invalid value.');
    const count = Number(query.get('max_count') ?? 10);
    if (!Number.isInteger(count) || count < 1 || count > IDS_MAX)
      throw invalidParameter('max_count: Invalid value.');
    const found = this.#ownIds(account, ids);
    const videos = found.slice(0, count).map((id) => ({
      item_id: id,
      ...this.#counts(id, fields as readonly string[], BUSINESS_FIELDS),
    }));
    exchange.reply(200, businessEnvelope({ videos, cursor: 0, has_more: found.length > count }));
  }

  #ownIds(account: string, ids: readonly string[]): readonly string[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return ids.filter((id) => {
      const post = this.#store.postOfId(id);
      return post?.account === account && isListed(post, visibleIfCreatedBefore);
    });
  }

  #counts(id: string, fields: readonly string[], known: Readonly<Record<string, Counter>>): object {
    const commentCount = this.#store.comments.on(id).length;
    return Object.fromEntries(
      Object.entries(known).flatMap(([name, counter]) =>
        fields.includes(name)
          ? [
              [
                name,
                this.#context.counters.countOf(
                  'tiktok',
                  id,
                  counter,
                  counter === 'comments' ? commentCount : 0,
                ),
              ],
            ]
          : [],
      ),
    );
  }
}

/** Null when there are no ids, or too many. */
function idsIn({ video_ids: ids }: JsonRecord): readonly string[] | null {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= IDS_MAX;
  return isList && ids.every((id) => typeof id === 'string') ? ids : null;
}
