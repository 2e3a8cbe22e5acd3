import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import type { Counter } from '../../state/post-counters.ts';
import { nextId } from '../mastodon/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { newPinIn, type NewPin } from './pin-rules.ts';
import { faultWords, invalid, notFound } from './pinterest-refusal.ts';
import type { Pin, PinterestEntry, PinterestStore } from './pinterest-store.ts';
import { boardsOf, names, type Board, type Users } from './users.ts';

const PAGE = { fallback: 25, max: 250 };

/** The account, its boards and their pins. */
export class PinRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v5/user_account',
      run: (exchange) => {
        exchange.reply(200, this.#users.view(this.#users.authenticate(exchange, 'user_accounts:read')));
      },
    },
    {
      method: 'GET',
      pattern: '/v5/boards',
      run: (exchange) => {
        const account = this.#users.authenticate(exchange, 'boards:read');
        exchange.reply(
          200,
          pageOf(
            exchange,
            boardsOf(account).map((board) => boardView(board, account)),
          ),
        );
      },
    },
    {
      method: 'GET',
      pattern: '/v5/boards/:id',
      run: (exchange, params) => {
        const account = this.#users.authenticate(exchange, 'boards:read');
        exchange.reply(200, boardView(ownBoard(account, params), account));
      },
    },
    {
      method: 'GET',
      pattern: '/v5/boards/:id/pins',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    { method: 'POST', pattern: '/v5/pins', run: (exchange) => this.#create(exchange) },
    {
      method: 'GET',
      pattern: '/v5/pins/:id',
      run: (exchange, params) => {
        const account = this.#users.authenticate(exchange, 'boards:read', 'pins:read');
        const pin = this.#ownPin(account, params);
        const wantsMetrics = exchange.query.get('pin_metrics') === 'true';
        exchange.reply(200, { ...pinView(pin), ...(wantsMetrics && { pin_metrics: this.#metricsOf(pin) }) });
      },
    },
    {
      method: 'DELETE',
      pattern: '/v5/pins/:id',
      run: (exchange, params) => {
        const account = this.#users.authenticate(exchange, 'boards:write', 'pins:write');
        this.#commit({ type: 'deleted', pinId: this.#ownPin(account, params).id });
        exchange.response.writeHead(204).end();
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: PinterestStore;
  readonly #users: Users;
  readonly #commit: (entry: PinterestEntry) => void;

  constructor(
    context: SandboxContext,
    store: PinterestStore,
    users: Users,
    commit: (entry: PinterestEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#users = users;
    this.#commit = commit;
  }

  async #create(exchange: Exchange): Promise<void> {
    const account = this.#users.authenticate(
      exchange,
      'boards:read',
      'boards:write',
      'pins:read',
      'pins:write',
    );
    if (exchange.contentType !== 'application/json')
      throw invalid('The content type must be application/json.');
    const body = await exchange.json();
    if (!body) throw invalid('The request body is no JSON object.');
    const requested = await newPinIn(body, account, this.#context, this.#store);
    const call = {
      platform: 'pinterest',
      names: names(account),
      words: faultWords,
      answer: (pin: object) => {
        exchange.reply(201, pin);
      },
    };
    finalCall(exchange, this.#context.faults, call, () => this.#accept(requested));
  }

  #accept(requested: NewPin): object {
    const now = this.#context.now();
    const id = nextId(now);
    this.#commit({ type: 'pin', pin: { id, ...requested } });
    return pinView(this.#store.pin(id) ?? { id, ...requested, createdAt: now });
  }

  #list(exchange: Exchange, params: Params): void {
    const account = this.#users.authenticate(exchange, 'boards:read', 'pins:read');
    const { id } = ownBoard(account, params);
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const visiblePins = this.#store
      .pins()
      .filter(({ boardId, createdAt }) => boardId === id && createdAt <= visibleIfCreatedBefore)
      .reverse();
    exchange.reply(200, pageOf(exchange, visiblePins.map(pinView)));
  }

  /** The metrics of the last 90 days and of the whole lifetime. */
  #metricsOf({ id }: Pin): object {
    const count = (counter: Counter) => this.#context.counters.countOf('pinterest', id, counter);
    const recent = {
      impression: count('impressions'),
      pin_click: 0,
      clickthrough: count('clicks'),
      save: count('shares'),
    };
    const lifetime_metrics = { ...recent, reaction: count('likes'), comment: count('comments') };
    return { '90d': recent, lifetime_metrics };
  }

  #ownPin(account: string, { id = '' }: Params): Pin {
    const pin = this.#store.pin(id);
    if (pin?.account !== account) throw notFound('Pin');
    return pin;
  }
}

/** @throws Refusal 404 */
function ownBoard(account: string, { id = '' }: Params): Board {
  const board = boardsOf(account).find((one) => one.id === id);
  if (!board) throw notFound('Board');
  return board;
}

const boardView = ({ id, name, privacy }: Board, username: string) => ({
  id,
  name,
  privacy,
  description: '',
  owner: { username },
  created_at: '2026-01-01T00:00:00',
});

/** Pinterest writes times without a zone. They are UTC times. */
const pinView = (pin: Pin) => ({
  id: pin.id,
  created_at: new Date(pin.createdAt).toISOString().replace(/\.\d+Z$/, ''),
  title: pin.title,
  description: pin.description,
  link: pin.link,
  alt_text: pin.altText,
  board_id: pin.boardId,
  board_section_id: null,
  board_owner: { username: pin.account },
  creative_type: pin.mediaKind === 'video' ? 'VIDEO' : 'REGULAR',
  is_owner: true,
  media: { media_type: pin.mediaKind },
});

function pageOf({ query }: Exchange, items: readonly Readonly<{ id: string }>[]): object {
  const size = Math.min(Number(query.get('page_size')) || PAGE.fallback, PAGE.max);
  const start = items.findIndex(({ id }) => id === query.get('bookmark')) + 1;
  const page = items.slice(start, start + size);
  const hasMore = start + size < items.length;
  return { items: page, bookmark: hasMore ? (page.at(-1)?.id ?? null) : null };
}
