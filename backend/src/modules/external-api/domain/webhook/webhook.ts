import {
  type SuspensionReason,
  type WebhookView,
  WEBHOOK_TEXT,
} from '@posthorn/contracts/external/webhooks.http';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';
import { refusal } from '@posthorn/contracts/shared/refusal';

class WebhookTokenEnded extends refusal('external.webhook-token-ended', WEBHOOK_TEXT.tokenEnded) {}

type Scopes = NonNullable<WebhookView['scopes']>;
type OfEndpoint = Readonly<{ endpointId: string; ownerId: string }>;

/** `token`: the endpoint gets events within these scopes, and ends with the token. `unrecorded`: created before the log recorded the maker, which is the creating token. */
export type Maker = Readonly<
  { kind: 'person' } | { kind: 'token'; tokenId: string; scopes: Scopes } | { kind: 'unrecorded' }
>;

/** The events that an endpoint subscribes to. The log does not record deliveries; receivers identify them by the event's id. */
export type EndpointAdded = Event<
  'EndpointAdded',
  2,
  OfEndpoint & Readonly<{ url: string; types: readonly string[]; addedAt: string; maker: Maker }>
>;
/** All values after the change. */
export type EndpointChanged = Event<
  'EndpointChanged',
  1,
  OfEndpoint & Readonly<{ url: string; types: readonly string[] }>
>;
/** Until `oldUntil` the earlier secrets also sign deliveries. */
export type SecretRotated = Event<'SecretRotated', 1, OfEndpoint & Readonly<{ oldUntil: string }>>;
export type EndpointSuspended = Event<
  'EndpointSuspended',
  1,
  OfEndpoint & Readonly<{ reason: SuspensionReason }>
>;
export type EndpointResumed = Event<'EndpointResumed', 1, OfEndpoint>;
export type EndpointRemoved = Event<'EndpointRemoved', 1, OfEndpoint>;
/** This token created the endpoint before makers were recorded. The owner is asked whether the endpoint may keep receiving all events. */
export type EndpointOwnerAsked = Event<'EndpointOwnerAsked', 1, OfEndpoint & Readonly<{ tokenId: string }>>;
/** The owner has made a token's endpoint their own. */
export type EndpointTakenOver = Event<'EndpointTakenOver', 1, OfEndpoint>;
export type WebhookEvent =
  | EndpointAdded
  | EndpointChanged
  | SecretRotated
  | EndpointSuspended
  | EndpointResumed
  | EndpointRemoved
  | EndpointOwnerAsked
  | EndpointTakenOver;

/**
 * An existing endpoint. `suspendedBecause`: null while events are sent to it. `askedAbout`: the token that created it, while a question to its
 * owner is open.
 */
type Endpoint = OfEndpoint &
  Readonly<{
    url: string;
    types: readonly string[];
    suspendedBecause: SuspensionReason | null;
    maker: Maker;
    askedAbout: string | null;
  }>;
export type Webhook = Readonly<{ endpoint: Endpoint | null }>;

const OF_ENDPOINT = { endpointId: plain, ownerId: plain } as const;
const OWN_URL = personal(({ ownerId }: OfEndpoint) => ownerId);

export const webhookStream: Stream<Webhook, WebhookEvent> = {
  category: 'webhook',
  initial: { endpoint: null },
  evolve({ endpoint }, event) {
    switch (event.type) {
      case 'EndpointAdded': {
        const { endpointId, ownerId, url, types, maker } = event.data;
        const isNew = { suspendedBecause: null, askedAbout: null } as const;
        return { endpoint: { endpointId, ownerId, url, types, maker, ...isNew } };
      }
      case 'EndpointChanged':
        return { endpoint: endpoint && { ...endpoint, url: event.data.url, types: event.data.types } };
      case 'SecretRotated':
        return { endpoint };
      case 'EndpointSuspended':
        return { endpoint: endpoint && { ...endpoint, suspendedBecause: event.data.reason } };
      case 'EndpointResumed':
        return { endpoint: endpoint && { ...endpoint, suspendedBecause: null } };
      case 'EndpointOwnerAsked':
        return { endpoint: endpoint && { ...endpoint, askedAbout: event.data.tokenId } };
      case 'EndpointTakenOver':
        return { endpoint: endpoint && { ...endpoint, maker: { kind: 'person' }, askedAbout: null } };
      case 'EndpointRemoved':
        return { endpoint: null };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    EndpointAdded: {
      schema: 2,
      fields: { ...OF_ENDPOINT, url: OWN_URL, types: plain, addedAt: plain, maker: plain },
      upcasts: { 1: (data) => ({ ...data, maker: { kind: 'unrecorded' } }) },
    },
    EndpointChanged: { schema: 1, fields: { ...OF_ENDPOINT, url: OWN_URL, types: plain } },
    SecretRotated: { schema: 1, fields: { ...OF_ENDPOINT, oldUntil: plain } },
    EndpointSuspended: { schema: 1, fields: { ...OF_ENDPOINT, reason: plain } },
    EndpointResumed: { schema: 1, fields: OF_ENDPOINT },
    EndpointRemoved: { schema: 1, fields: OF_ENDPOINT },
    EndpointOwnerAsked: { schema: 1, fields: { ...OF_ENDPOINT, tokenId: plain } },
    EndpointTakenOver: { schema: 1, fields: OF_ENDPOINT },
  },
};

export const webhookEvent = eventsOf<WebhookEvent>(webhookStream.shapes);

/** The fields that identify an endpoint in events. */
const ofEndpoint = ({ endpointId, ownerId }: Endpoint): OfEndpoint => ({ endpointId, ownerId });

/** The caller generates a new id. */
export const addEndpoint = (data: EndpointAdded['data']): EndpointAdded[] => [
  webhookEvent('EndpointAdded', data),
];

/** Fields that are left out keep their value. Returns no event when nothing changes. */
export function changeEndpoint(
  { endpoint }: Webhook,
  { url, types }: Readonly<{ url?: string | undefined; types?: readonly string[] | undefined }>,
): EndpointChanged[] {
  if (!endpoint) return [];
  const next = { url: url ?? endpoint.url, types: types ?? endpoint.types };
  const isSame = next.url === endpoint.url && next.types.join(' ') === endpoint.types.join(' ');
  return isSame ? [] : [webhookEvent('EndpointChanged', { ...ofEndpoint(endpoint), ...next })];
}

export const rotateSecret = ({ endpoint }: Webhook, oldUntil: string): SecretRotated[] =>
  endpoint ? [webhookEvent('SecretRotated', { ...ofEndpoint(endpoint), oldUntil })] : [];

/** Of several deliveries that find the same reason, the first one suspends. */
export const suspendEndpoint = ({ endpoint }: Webhook, reason: SuspensionReason): EndpointSuspended[] =>
  endpoint?.suspendedBecause === null
    ? [webhookEvent('EndpointSuspended', { ...ofEndpoint(endpoint), reason })]
    : [];

/** @throws WebhookTokenEnded: an endpoint that ended with its token resumes only after a user takes it over */
export function resumeEndpoint({ endpoint }: Webhook): EndpointResumed[] {
  if (!endpoint || endpoint.suspendedBecause === null) return [];
  if (endpoint.suspendedBecause === 'token-ended') throw new WebhookTokenEnded();
  return [webhookEvent('EndpointResumed', ofEndpoint(endpoint))];
}

/** Also resumes an endpoint whose token has ended. */
export function takeOverEndpoint({ endpoint }: Webhook): (EndpointTakenOver | EndpointResumed)[] {
  if (!endpoint || (endpoint.maker.kind === 'person' && endpoint.suspendedBecause !== 'token-ended'))
    return [];
  const data = ofEndpoint(endpoint);
  const taken: EndpointTakenOver = webhookEvent('EndpointTakenOver', data);
  const resumed: EndpointResumed = webhookEvent('EndpointResumed', data);
  return endpoint.suspendedBecause === 'token-ended' ? [taken, resumed] : [taken];
}

/** Asks once, and only about an endpoint whose maker was not recorded. */
export const askOwner = ({ endpoint }: Webhook, tokenId: string): EndpointOwnerAsked[] =>
  endpoint?.maker.kind === 'unrecorded' && endpoint.askedAbout === null
    ? [webhookEvent('EndpointOwnerAsked', { ...ofEndpoint(endpoint), tokenId })]
    : [];

export const removeEndpoint = ({ endpoint }: Webhook): EndpointRemoved[] =>
  endpoint ? [webhookEvent('EndpointRemoved', ofEndpoint(endpoint))] : [];
