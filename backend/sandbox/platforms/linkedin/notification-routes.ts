import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { activityOf, actorOf } from './comment-routes.ts';
import { denied, notValid } from './linkedin-refusal.ts';
import type { LinkedInStore, Notification } from './linkedin-store.ts';
import { organizationsOf, type LinkedInPeople } from './people.ts';

const KEPT_MS = 60 * 86_400_000;

/** Notifications of organizations about their posts of the last 60 days. */
export class NotificationRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/rest/organizationalEntityNotifications',
      run: (exchange) => {
        this.#list(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: LinkedInStore;
  readonly #people: LinkedInPeople;

  constructor(context: SandboxContext, store: LinkedInStore, people: LinkedInPeople) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
  }

  #list(exchange: Exchange): void {
    const { account } = this.#people.versioned(exchange, 'rw_organization_admin', 'r_organization_admin');
    const { query } = exchange;
    const entity = query.get('organizationalEntity') ?? '';
    const [, actions] = /^List\(([A-Z_,]+)\)$/.exec(query.get('actions') ?? '') ?? [];
    if (query.get('q') !== 'criteria' || actions === undefined)
      throw notValid('ILLEGAL_ARGUMENT', 'The finder is called criteria and wants a List of actions');
    if (!organizationsOf(account).some(({ urn, role }) => urn === entity && role === 'ADMINISTRATOR'))
      throw denied('organizationalEntityNotifications.FINDER-criteria');
    const range = query.get('timeRange');
    const [, from = '0', to = 'Infinity'] = /^\(start:(\d+)(?:,end:(\d+))?\)$/.exec(range ?? '') ?? [];
    const start = Number(query.get('start') ?? 0);
    const count = Math.min(100, Number(query.get('count') ?? 10));
    const since = Math.max(Number(from), this.#context.now() - KEPT_MS);
    const matching = this.#store
      .notifications()
      .filter(({ action }) => actions.split(',').includes(action))
      .filter(({ at }) => at >= since && at <= Number(to))
      .filter(({ comment }) => this.#store.post(comment.postId)?.author === entity)
      .reverse();
    const elements = matching.slice(start, start + count).map((each) => viewOf(each, entity));
    exchange.reply(200, { elements, paging: { start, count, total: matching.length, links: [] } });
  }
}

/** A notification contains the comment's URN in two forms, and the URNs of both the post and its activity. */
function viewOf({ id, action, comment, at }: Notification, entity: string): object {
  const activity = activityOf(comment.postId);
  return {
    notificationId: id,
    organizationalEntity: entity,
    action,
    sourcePost: activity,
    decoratedSourcePost: { entity: comment.postId, owner: entity, mediaCategory: 'NONE', text: '' },
    generatedActivity: comment.id.replace('(urn:li:activity:', '(activity:'),
    decoratedGeneratedActivity: {
      comment: { entity: comment.id, object: activity, owner: actorOf(comment), text: comment.text },
    },
    lastModifiedAt: at,
  };
}
