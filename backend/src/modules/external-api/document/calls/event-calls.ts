import { EXTERNAL_EVENTS, eventStream, listEvents } from '@posthorn/contracts/external/events.http';
import { row, type Parameter } from '../call-row.ts';
import { EVENTS, STREAM } from '../examples/event-examples.ts';

const types: Parameter = {
  description: 'Types of events, separated by commas; `post.*` means all that begin alike. Left out: all.',
  schema: { type: 'string' },
};

export const EVENT_CALLS = {
  listEvents: row(listEvents, {
    tag: 'Events',
    summary: 'List what has happened',
    description:
      `The oldest first, kept for ${String(EXTERNAL_EVENTS.keptDays)} days. Keep \`cursor\` and send it as \`after\` the next time: ` +
      'so each event is seen once, whatever happens in between.',
    query: {
      after: {
        description:
          'The id of the last event seen, `start` for the oldest there is, or `now` for what is to come.',
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
      'Server-sent events: `id` is the id of the event, `event` its type, `data` the event as JSON. Begins after `Last-Event-ID`, ' +
      'else after `after`, else now: first what was missed, then what happens. A line of comment comes every 15 seconds. Across ' +
      'a reconnect an event may come twice; its id tells. At most three streams of one token.',
    query: {
      after: {
        description:
          'As in the list. The header `Last-Event-ID` of a client that connects again goes before it.',
        schema: { type: 'string', default: EXTERNAL_EVENTS.now },
      },
      types,
    },
    answers: {
      200: {
        description: 'A stream that ends with its token only.',
        content: { mediaType: 'text/event-stream', schema: { type: 'string' }, example: STREAM },
      },
    },
    refusals: [
      ...(['external.cursor-not-valid', 'external.cursor-gone', 'external.feed-behind'] as const),
      ...(['external.streams-too-many', 'server.live-full'] as const),
    ],
  }),
};
