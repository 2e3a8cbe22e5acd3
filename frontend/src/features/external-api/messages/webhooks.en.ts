import { DELIVERY_ERRORS } from '@posthorn/contracts/external/delivery-errors';
import type { PublicEventType } from '@posthorn/contracts/external/events.http';
import {
  WEBHOOK,
  type DeliveryState,
  type SuspensionReason,
  type WebhookState,
} from '@posthorn/contracts/external/webhooks.http';
import type { Sentences } from '@posthorn/contracts/shared/said';

export const WEBHOOKS_TEXT = {
  hint: 'When something happens, we send it to your address at once, with a signature. If it does not arrive, we try again for three days.',
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
  paused: (time: string) => `The receiver asked us to wait. Sending continues: ${time}.`,
  makeDue: 'soon',
  suspended: {
    gone: 'The receiver says that this address no longer exists (410). Nothing is sent until you resume the webhook.',
    failing: `Nothing has arrived for ${String(WEBHOOK.failingDays)} days. Nothing is sent until you resume the webhook.`,
    'not-me':
      'Sending stopped when you took your account back. If this webhook is yours, resume it. If not, delete it.',
    'token-ended':
      'The API token that created it was deleted or has expired. Nothing is sent until you take the webhook over.',
  } satisfies Record<SuspensionReason, string>,
  byToken:
    'Created by an API token: it receives the events that the token may see, and stops when the token does',
  asksOwner:
    'An API token created this webhook. It receives all events, even those that the token may not see, and continues when the token expires. If it is yours, take it over. If not, delete it.',
  takeOver: 'Take over',
  takenOver: 'The webhook is yours',
  takenOverHint: 'It receives all the events that you chose, and needs no API token.',
  resume: 'Resume',
  resumed: 'Webhook resumed',
  resumedHint: 'Events that were waiting are being sent now.',
  test: 'Send test',
  testing: 'Sending…',
  deliveries: 'Deliveries',
  more: (url: string) => `More for ${url}`,
  of: (url: string) => ` for ${url}`,
  change: 'Change',
  rotate: 'New secret',
  delete: 'Delete',
  ask: 'Delete this webhook?',
  askHint: (url: string) => `Nothing more is sent to ${url}, not even events that are waiting.`,
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
  answer: 'Answer',
} as const;

export const WEBHOOK_DIALOG_TEXT = {
  add: 'Add webhook',
  change: 'Change webhook',
  url: 'Address',
  urlHint: 'A public address that begins with https://',
  urlExample: 'https://example.com/hooks',
  types: 'Events',
  typesHint: 'When you choose a whole group, events that we add to it later are included.',
  all: 'All events',
  chosen: (count: number, of: number) => `${String(count)} of ${String(of)}`,
  save: 'Save',
  saving: 'Saving…',
  notSaved: 'Failed to save the webhook',
  addedTitle: 'Your new webhook',
  secret: 'Signing secret',
  once: 'Copy it now. You will not be able to see it again.',
  secretHint: 'Your receiver uses it to check that a delivery comes from us (Standard Webhooks).',
  added: 'Webhook added',
  changed: 'Webhook changed',
} as const;

export const ROTATE_TEXT = {
  title: 'Create a new secret?',
  hint: `For ${String(WEBHOOK.bothSecretsHours)} hours, deliveries are also signed with the old secret. So you lose none while you replace it.`,
  confirm: 'Create new secret',
  making: 'Creating…',
  madeTitle: 'Your new secret',
  both: (time: string) => `The old secret also works until ${time}.`,
  failed: 'Failed to create a new secret',
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
  list: 'Deliveries, newest first',
  none: 'No deliveries here.',
  refresh: 'Refresh',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${String(count)} attempts`),
  status: (status: number) => `answer ${String(status)}`,
  next: (time: string) => `next try ${time}`,
  details: 'Details',
  event: 'Event',
  answer: 'Answer',
  noAnswer: 'There was no answer.',
  redeliver: 'Send again',
  redelivered: 'Sending again now',
  replay: 'Send all since',
  replayAsk: 'Send all later events again?',
  replayHint: 'Everything that happened after this event is sent again, even what has already arrived.',
  replayed: (count: number) =>
    count === 1 ? '1 event is being sent again' : `${String(count)} events are being sent again`,
  replayedMore: 'There are more. Continue from the last of these.',
  more: 'Show more',
  loading: 'Loading…',
  suspended: 'This webhook is suspended. Resume it to send again.',
} as const;

/** Why the receiver gave no response, by the code of the server. The server sends the same sentence in English with the code. */
export const DELIVERY_SENTENCES: Sentences = DELIVERY_ERRORS;

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
  'publication.unknown': 'Unconfirmed',
  'publication.warned': 'Problem found before publishing',
  'publication.postponed': 'Postponed',
  'publication.retrying': 'Trying again',
  'publication.accepted': 'Being processed by the platform',
  'publication.deleted': 'Deleted on the platform',
  'post.scheduled': 'Scheduled',
  'post.edited': 'Edited',
  'post.rescheduled': 'Rescheduled',
  'post.publishing': 'Publishing started',
  'post.cancelled': 'Deleted before it was published',
  'post.archived': 'Archived',
  'post.restored': 'Restored',
  'account.connected': 'Connected',
  'account.needs_reconnect': 'Needs reconnecting',
  'account.disconnected': 'Disconnected',
  'comment.received': 'Comment received',
  'reply.sent': 'Reply sent',
  'reply.failed': 'Reply failed',
  'plan.changed': 'Plan changed',
};
