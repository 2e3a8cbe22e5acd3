import { invalidParameter } from '../stripe-refusal.ts';
import type { KeptEvent, StripeStore } from '../stripe-store.ts';
import { renderEvent } from '../webhooks/render-event.ts';
import { CREATED, LISTED, pageOf, type StripeCall } from './call.ts';

/** Stripe lists the events of 30 days (docs.stripe.com/api/events). */
const LISTED_SECONDS = 30 * 86_400;

/**
 * @param isPending whether the product has not accepted the event yet
 * @param endpoints the webhook endpoints that receive events
 */
export const eventCalls = (
  store: StripeStore,
  isPending: (event: KeptEvent) => boolean,
  endpoints: () => readonly object[],
): readonly StripeCall[] => [
  {
    method: 'GET',
    pattern: '/v1/webhook_endpoints',
    taken: LISTED,
    run: () => ({ object: 'list', data: endpoints(), has_more: false, url: '/v1/webhook_endpoints' }),
  },
  {
    method: 'GET',
    pattern: '/v1/events',
    taken: { ...LISTED, ...CREATED, delivery_success: true, type: true, types: true },
    run: (tx, given) => {
      const [success, type, types] = [
        given.flag('delivery_success'),
        given.text('type'),
        given.texts('types'),
      ];
      if (type !== null && types.length > 0)
        throw invalidParameter('types', 'You may pass either type or types, but not both.');
      const found = tx
        .all('event')
        .filter(({ created }) => created > tx.now - LISTED_SECONDS)
        .filter((event) => success === null || isPending(event) !== success)
        .filter((event) => isOfType(event, type === null ? types : [type]));
      const page = pageOf(found, given, '/v1/events') as { data: readonly KeptEvent[] };
      return { ...page, data: page.data.map((event) => renderWithoutVersion(event)) };
    },
  },
  {
    method: 'GET',
    pattern: '/v1/events/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => renderWithoutVersion(tx.find('event', id)),
  },
];

const renderWithoutVersion = (event: KeptEvent): object =>
  renderEvent(event, { apiVersion: null, pending: 0 });

/** Whether the event has one of these types. `customer.subscription.*` selects all types that begin like this. */
const isOfType = ({ type }: KeptEvent, types: readonly string[]): boolean =>
  types.length === 0 ||
  types.some((each) => (each.endsWith('*') ? type.startsWith(each.slice(0, -1)) : each === type));
