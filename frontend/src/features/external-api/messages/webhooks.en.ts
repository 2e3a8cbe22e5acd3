import type { PublicEventType } from '@posthorn/contracts/external/events.http';
import {
  WEBHOOK,
  type DeliveryState,
  type SuspensionReason,
  type WebhookState,
} from '@posthorn/contracts/external/webhooks.http';

export const WEBHOOKS_TEXT = {
  hint: 'When something happens we send it to an address of yours at once, signed and tried again for three days.',
  list: 'Webhooks',
  none: 'You have no webhook yet.',
  taken: (count: number) => `${String(count)} of ${String(WEBHOOK.perUser)} webhooks.`,
  add: 'Add webhook',
  states: { active: 'Active', paused: 'Paused', suspended: 'Suspended' } satisfies Record<
    WebhookState,
    string
  >,
  allEvents: 'All events',
  moreTypes: (count: number) => (count === 1 ? '1 type of event' : `${String(count)} types of events`),
  lastSuccess: (time: string) => `Last arrived ${time}`,
  noSuccess: 'No event has arrived yet',
  failingSince: (time: string) => `Nothing has arrived since ${time}`,
  paused: (time: string) => `The receiver asked for a pause. We go on ${time}.`,
  makeDue: 'soon',
  suspended: {
    gone: 'The receiver said that this address is gone (410). Nothing is sent until you resume.',
    failing: `Nothing has arrived for ${String(WEBHOOK.failingDays)} days. Nothing is sent until you resume.`,
    'not-me':
      'Nothing is sent since you took your account back. Resume this webhook if it is yours, else delete it.',
    'token-ended':
      'The API token that made it was deleted or has ended. Nothing is sent until you take it over.',
  } satisfies Record<SuspensionReason, string>,
  byToken: 'Made by an API token: it gets the events that the token may see, and ends with the token',
  asksOwner:
    'An API token made this webhook. It gets all events, also those that the token may not see, and goes on when the token ends. Take it over if it is yours, else delete it.',
  takeOver: 'Take over',
  takenOver: 'The webhook is yours',
  takenOverHint: 'It gets all events that it asks for, and needs no API token.',
  resume: 'Resume',
  resumed: 'Webhook resumed',
  resumedHint: 'What was kept meanwhile is sent now.',
  test: 'Send test',
  testing: 'Sending…',
  deliveries: 'Deliveries',
  more: (url: string) => `More for ${url}`,
  of: (url: string) => ` for ${url}`,
  change: 'Change',
  rotate: 'New secret',
  delete: 'Delete',
  ask: 'Delete this webhook?',
  askHint: (url: string) => `Nothing is sent to ${url} any more, also not what waits.`,
  deleted: 'Webhook deleted',
  failed: 'That did not work',
  again: 'Please try again.',
} as const;

export const TEST_TEXT = {
  arrived: (status: number | null, ms: number) =>
    `The test arrived: ${String(status ?? '')} in ${String(ms)} ms.`,
  refused: (status: number, ms: number) =>
    `The receiver refused the test: ${String(status)} in ${String(ms)} ms.`,
  lost: 'The test did not arrive.',
  answer: 'What came back',
} as const;

export const WEBHOOK_DIALOG_TEXT = {
  add: 'Add webhook',
  change: 'Change webhook',
  url: 'Address',
  urlHint: 'Public, and with https.',
  urlExample: 'https://example.com/hooks',
  types: 'Events',
  typesHint: 'Where you choose all of a kind, kinds that we add later come too.',
  all: 'All events',
  chosen: (count: number, of: number) => `${String(count)} of ${String(of)}`,
  save: 'Save',
  saving: 'Saving…',
  notSaved: 'Failed to save the webhook',
  addedTitle: 'Your new webhook',
  secret: 'Signing secret',
  once: 'Copy it now. You will not be able to see it again.',
  secretHint: 'With it your receiver checks that a delivery comes from us (Standard Webhooks).',
  added: 'Webhook added',
  changed: 'Webhook changed',
} as const;

export const ROTATE_TEXT = {
  title: 'Make a new secret?',
  hint: `For ${String(WEBHOOK.bothSecretsHours)} hours deliveries are signed with the old secret too, so that you can exchange it without losing any.`,
  confirm: 'Make new secret',
  making: 'Making…',
  madeTitle: 'Your new secret',
  both: (time: string) => `The old secret works beside it until ${time}.`,
  failed: 'Failed to make a new secret',
} as const;

export const DELIVERIES_TEXT = {
  title: 'Deliveries',
  kept: `Kept for ${String(WEBHOOK.keptDays)} days.`,
  filter: 'Show',
  all: 'All',
  states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } satisfies Record<
    DeliveryState,
    string
  >,
  list: 'Deliveries, the newest first',
  none: 'No deliveries here.',
  refresh: 'Refresh',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${String(count)} attempts`),
  status: (status: number) => `answer ${String(status)}`,
  next: (time: string) => `next try ${time}`,
  details: 'Details',
  event: 'Event',
  answer: 'Answer',
  noAnswer: 'Nothing came back.',
  redeliver: 'Send again',
  redelivered: 'It is sent again now',
  replay: 'Send all since',
  replayAsk: 'Send all later events again?',
  replayHint: 'Everything that happened after this event is sent once more, also what arrived before.',
  replayed: (count: number) =>
    count === 1 ? '1 event is sent again' : `${String(count)} events are sent again`,
  replayedMore: 'There were more: go on from the last of them.',
  more: 'Show more',
  loading: 'Loading…',
  suspended: 'This webhook is suspended. Resume it to send again.',
} as const;

export const GROUP_TEXT = {
  publishing: 'Publishing',
  posts: 'Posts',
  accounts: 'Accounts',
  comments: 'Comments and replies',
  plan: 'Plan',
} as const;

export const EVENT_TEXT: Readonly<Record<PublicEventType, string>> = {
  'publication.published': 'Published',
  'publication.failed': 'Failed to publish',
  'publication.unknown': 'Nobody can tell whether it is there',
  'publication.warned': 'Something would keep it from being published',
  'publication.postponed': 'Has to wait',
  'publication.retrying': 'Is tried again',
  'publication.accepted': 'The platform works on it',
  'publication.deleted': 'Deleted on the platform',
  'post.scheduled': 'Scheduled',
  'post.edited': 'Edited',
  'post.rescheduled': 'Given another time',
  'post.publishing': 'Publishing begins',
  'post.cancelled': 'Deleted before it was published',
  'post.archived': 'Archived',
  'post.restored': 'Restored',
  'account.connected': 'Connected',
  'account.needs_reconnect': 'Has to be connected again',
  'account.disconnected': 'Disconnected',
  'comment.received': 'Comment received',
  'reply.sent': 'Reply sent',
  'reply.failed': 'Reply failed',
  'plan.changed': 'Plan changed',
};
