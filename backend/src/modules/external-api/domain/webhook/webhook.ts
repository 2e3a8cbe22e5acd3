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

/** `token`: the endpoint hears what these scopes open, and ends with the token. `unrecorded`: made before makers were recorded. */
export type Maker = Readonly<
  { kind: 'person' } | { kind: 'token'; tokenId: string; scopes: Scopes } | { kind: 'unrecorded' }
>;

/** Where events are told, and which. What was sent is no fact: receivers are told by the id of the event. */
export type EndpointAdded = Event<
  'EndpointAdded',
  2,
  OfEndpoint & Readonly<{ url: string; types: readonly string[]; addedAt: string; maker: Maker }>
>;
/** As it is from now on. */
export type EndpointChanged = Event<
  'EndpointChanged',
  1,
  OfEndpoint & Readonly<{ url: string; types: readonly string[] }>
>;
/** Until `oldUntil` deliveries are signed with the secrets before it too. */
export type SecretRotated = Event<'SecretRotated', 1, OfEndpoint & Readonly<{ oldUntil: string }>>;
export type EndpointSuspended = Event<
  'EndpointSuspended',
  1,
  OfEndpoint & Readonly<{ reason: SuspensionReason }>
>;
export type EndpointResumed = Event<'EndpointResumed', 1, OfEndpoint>;
export type EndpointRemoved = Event<'EndpointRemoved', 1, OfEndpoint>;
/** This token made the endpoint before makers were recorded. Its owner is asked whether it may go on hearing everything. */
export type EndpointOwnerAsked = Event<'EndpointOwnerAsked', 1, OfEndpoint & Readonly<{ tokenId: string }>>;
/** The owner has made an endpoint of a token their own. */
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
 * An endpoint that is there: `suspendedBecause` null while events are sent to it. `askedAbout`: the token that made it, while a question
 * to its owner is open.
 */
export type Endpoint = OfEndpoint &
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

/** Whose endpoint it is as facts name it. */
const ofEndpoint = ({ endpointId, ownerId }: Endpoint): OfEndpoint => ({ endpointId, ownerId });

/** Its id is new. */
export const addEndpoint = (data: EndpointAdded['data']): EndpointAdded[] => [
  webhookEvent('EndpointAdded', data),
];

/** What is left out stays; nothing new adds nothing. */
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

/** Of several deliveries that find out the same the first one says it. */
export const suspendEndpoint = ({ endpoint }: Webhook, reason: SuspensionReason): EndpointSuspended[] =>
  endpoint?.suspendedBecause === null
    ? [webhookEvent('EndpointSuspended', { ...ofEndpoint(endpoint), reason })]
    : [];

/** @throws WebhookTokenEnded: an endpoint that ended with its token goes on only after a person takes it over */
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

/** Once, and only about an endpoint whose maker was not recorded. */
export const askOwner = ({ endpoint }: Webhook, tokenId: string): EndpointOwnerAsked[] =>
  endpoint?.maker.kind === 'unrecorded' && endpoint.askedAbout === null
    ? [webhookEvent('EndpointOwnerAsked', { ...ofEndpoint(endpoint), tokenId })]
    : [];

export const removeEndpoint = ({ endpoint }: Webhook): EndpointRemoved[] =>
  endpoint ? [webhookEvent('EndpointRemoved', ofEndpoint(endpoint))] : [];
