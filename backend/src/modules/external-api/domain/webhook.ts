import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';

type OfEndpoint = Readonly<{ endpointId: string; ownerId: string }>;

/** Where events are told, and which. What was sent is no fact: receivers are told by the id of the event. */
export type EndpointAdded = Event<
  'EndpointAdded',
  1,
  OfEndpoint & Readonly<{ url: string; types: readonly string[]; addedAt: string }>
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
export type WebhookEvent =
  EndpointAdded | EndpointChanged | SecretRotated | EndpointSuspended | EndpointResumed | EndpointRemoved;

/** An endpoint that is there: `suspendedBecause` null while events are sent to it. */
export type Endpoint = OfEndpoint &
  Readonly<{ url: string; types: readonly string[]; suspendedBecause: SuspensionReason | null }>;
export type Webhook = Readonly<{ endpoint: Endpoint | null }>;

const OF_ENDPOINT = { endpointId: plain, ownerId: plain } as const;
const OWN_URL = personal(({ ownerId }: OfEndpoint) => ownerId);

export const webhookStream: Stream<Webhook, WebhookEvent> = {
  category: 'webhook',
  initial: { endpoint: null },
  evolve({ endpoint }, event) {
    switch (event.type) {
      case 'EndpointAdded': {
        const { endpointId, ownerId, url, types } = event.data;
        return { endpoint: { endpointId, ownerId, url, types, suspendedBecause: null } };
      }
      case 'EndpointChanged':
        return { endpoint: endpoint && { ...endpoint, url: event.data.url, types: event.data.types } };
      case 'SecretRotated':
        return { endpoint };
      case 'EndpointSuspended':
        return { endpoint: endpoint && { ...endpoint, suspendedBecause: event.data.reason } };
      case 'EndpointResumed':
        return { endpoint: endpoint && { ...endpoint, suspendedBecause: null } };
      case 'EndpointRemoved':
        return { endpoint: null };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    EndpointAdded: { schema: 1, fields: { ...OF_ENDPOINT, url: OWN_URL, types: plain, addedAt: plain } },
    EndpointChanged: { schema: 1, fields: { ...OF_ENDPOINT, url: OWN_URL, types: plain } },
    SecretRotated: { schema: 1, fields: { ...OF_ENDPOINT, oldUntil: plain } },
    EndpointSuspended: { schema: 1, fields: { ...OF_ENDPOINT, reason: plain } },
    EndpointResumed: { schema: 1, fields: OF_ENDPOINT },
    EndpointRemoved: { schema: 1, fields: OF_ENDPOINT },
  },
};

/** Whose endpoint it is as facts name it. */
const ofEndpoint = ({ endpointId, ownerId }: Endpoint): OfEndpoint => ({ endpointId, ownerId });

/** Its id is new. */
export const addEndpoint = (data: EndpointAdded['data']): EndpointAdded[] => [
  { type: 'EndpointAdded', schema: 1, data },
];

/** What is left out stays; nothing new adds nothing. */
export function changeEndpoint(
  { endpoint }: Webhook,
  { url, types }: Readonly<{ url?: string | undefined; types?: readonly string[] | undefined }>,
): EndpointChanged[] {
  if (!endpoint) return [];
  const next = { url: url ?? endpoint.url, types: types ?? endpoint.types };
  const isSame = next.url === endpoint.url && next.types.join(' ') === endpoint.types.join(' ');
  return isSame ? [] : [{ type: 'EndpointChanged', schema: 1, data: { ...ofEndpoint(endpoint), ...next } }];
}

export const rotateSecret = ({ endpoint }: Webhook, oldUntil: string): SecretRotated[] =>
  endpoint ? [{ type: 'SecretRotated', schema: 1, data: { ...ofEndpoint(endpoint), oldUntil } }] : [];

/** Of several deliveries that find out the same the first one says it. */
export const suspendEndpoint = ({ endpoint }: Webhook, reason: SuspensionReason): EndpointSuspended[] =>
  endpoint?.suspendedBecause === null
    ? [{ type: 'EndpointSuspended', schema: 1, data: { ...ofEndpoint(endpoint), reason } }]
    : [];

export const resumeEndpoint = ({ endpoint }: Webhook): EndpointResumed[] =>
  endpoint && endpoint.suspendedBecause !== null
    ? [{ type: 'EndpointResumed', schema: 1, data: ofEndpoint(endpoint) }]
    : [];

export const removeEndpoint = ({ endpoint }: Webhook): EndpointRemoved[] =>
  endpoint ? [{ type: 'EndpointRemoved', schema: 1, data: ofEndpoint(endpoint) }] : [];
