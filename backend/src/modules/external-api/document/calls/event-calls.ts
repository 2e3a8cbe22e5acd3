import { EXTERNAL_EVENTS, eventStream, listEvents } from '@posthorn/contracts/external/events.http';
import { row, type Parameter } from '../call-row.ts';
import { EVENTS, STREAM } from '../examples/event-examples.ts';

const types: Parameter = {
  description:
    'Types of events, separated by commas; `post.*` means all types that begin with `post.`. Left out: all.',
  schema: { type: 'string' },
};

export const EVENT_CALLS = {
  listEvents: row(listEvents, {
    tag: 'Events',
    summary: 'List what has happened',
    description:
      `The oldest first, kept for ${String(EXTERNAL_EVENTS.keptDays)} days. Store \`cursor\` and send it as \`after\` the next time. ` +
      'So you get each event once.',
    query: {
      after: {
        description:
          'The id of the last event that you have, `start` for the oldest one, or `now` for future events.',
        schema: { type: 'string', default: EXTERNAL_EVENTS.start },
      },
      types,
      limit: {
        description: 'How many of them.',
        schema: {
          type: 'integer',
          minimum: 1,
          maximum: EXTERNAL_EVENTS.pageLimitMax,
          default: EXTERNAL_EVENTS.pageLimit,
        },
      },
    },
    answers: { 200: { description: 'A page of events.', content: { type: 'EventPage', example: EVENTS } } },
    refusals: ['external.cursor-not-valid', 'external.cursor-gone', 'external.feed-behind'],
  }),
  eventStream: row(eventStream, {
    tag: 'Events',
    summary: 'Follow what happens',
    description:
      'Server-sent events: `id` is the id of the event, `event` its type, `data` the event as JSON. It begins after `Last-Event-ID`, ' +
      'else after `after`, else now: first missed events, then new ones. A comment line comes every 15 seconds. After ' +
      'a reconnect an event may come twice with the same id. A token may have three streams.',
    query: {
      after: {
        description:
          'As in the list. The header `Last-Event-ID` of a client that reconnects takes precedence.',
        schema: { type: 'string', default: EXTERNAL_EVENTS.now },
      },
      types,
    },
    answers: {
      200: {
        description: 'A stream that ends only with its token.',
        content: { mediaType: 'text/event-stream', schema: { type: 'string' }, example: STREAM },
      },
    },
    refusals: [
      ...(['external.cursor-not-valid', 'external.cursor-gone', 'external.feed-behind'] as const),
      ...(['external.streams-too-many', 'server.live-full'] as const),
    ],
  }),
};
