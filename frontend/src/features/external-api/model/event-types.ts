import {
  eventTypesOf,
  PUBLIC_EVENT_TYPES,
  type PublicEventType,
} from '@posthorn/contracts/external/events.http';

/** The event types of webhooks, in groups that users understand. */
export const EVENT_GROUPS = {
  publishing: [
    'publication.published',
    'publication.failed',
    'publication.unknown',
    'publication.warned',
    'publication.postponed',
    'publication.retrying',
    'publication.accepted',
    'publication.deleted',
  ],
  posts: [
    'post.scheduled',
    'post.edited',
    'post.rescheduled',
    'post.publishing',
    'post.cancelled',
    'post.archived',
    'post.restored',
  ],
  accounts: ['account.connected', 'account.needs_reconnect', 'account.disconnected'],
  comments: ['comment.received', 'reply.sent', 'reply.failed'],
  plan: ['plan.changed'],
} as const satisfies Readonly<Record<string, readonly PublicEventType[]>>;

export type EventGroup = keyof typeof EVENT_GROUPS;
export const GROUP_NAMES = Object.keys(EVENT_GROUPS) as readonly EventGroup[];

const EVERYTHING = '*';
/** Returns the part before the dot: `post` of `post.edited`. */
const kindOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** Returns the types that these patterns match. Leaves out types that this page does not know. */
export const typesIn = (patterns: readonly string[]): readonly PublicEventType[] =>
  patterns.includes(EVERYTHING)
    ? PUBLIC_EVENT_TYPES
    : PUBLIC_EVENT_TYPES.filter((type) => patterns.some((pattern) => eventTypesOf(pattern).includes(type)));

/** Returns the shortest list of patterns. If all types of a kind are chosen, the pattern also matches future types. */
export function patternsOf(
  chosen: readonly PublicEventType[],
  before: readonly string[] = [],
): readonly string[] {
  if (PUBLIC_EVENT_TYPES.every((type) => chosen.includes(type))) return [EVERYTHING];
  const known = PUBLIC_EVENT_TYPES.filter((type) => chosen.includes(type)).map((type) => {
    const all = `${kindOf(type)}.*`;
    const kind = eventTypesOf(all);
    return kind.length > 1 && kind.every((other) => chosen.includes(other)) ? all : type;
  });
  // Keeps patterns that this page does not know, because another program may have chosen types of a newer server.
  const unknown = before.filter((pattern) => pattern !== EVERYTHING && eventTypesOf(pattern).length === 0);
  return [...new Set([...known, ...unknown])];
}
