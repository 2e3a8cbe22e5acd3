import {
  changeManyExternalPosts,
  deleteExternalDraft,
  duplicateExternalPost,
  externalCalendar,
  listExternalDrafts,
  restoreExternalDraft,
  saveExternalDraft,
  scheduleExternalDraft,
  showExternalDraft,
} from '@posthorn/contracts/external/drafts.http';
import { CALENDAR_LISTS } from '@posthorn/contracts/scheduling/calendar.http';
import { row } from '../call-row.ts';
import { DRAFT_ID } from '../bounds.ts';
import {
  CALENDAR_VIEW,
  DRAFT_PAGE,
  DRAFT_REQUEST,
  DRAFT_VIEW,
  MANY,
  SCHEDULE_DRAFT,
} from '../examples/draft-examples.ts';
import { POST } from '../examples/post-examples.ts';
import { OF_CONTENT } from './post-calls.ts';

const PATH = {
  id: {
    description: 'A UUID in lower case.',
    schema: { type: 'string', format: 'uuid', pattern: DRAFT_ID, example: DRAFT_VIEW.id },
  },
} as const;
const instant = (example: string) => ({ type: 'string', format: 'date-time', example }) as const;

export const DRAFT_CALLS = {
  saveExternalDraft: row(saveExternalDraft, {
    tag: 'Drafts',
    summary: 'Save a draft',
    description:
      'A new draft needs a new UUID. A change needs `If-Match` with the revision of the draft, as in `"1"`, so that it does not replace a ' +
      'change on another device. It replaces the whole draft, or with `partial` only what the request contains. The same request may be sent ' +
      'again after a time-out. Nothing is published: the user or a program schedules the draft.',
    path: PATH,
    query: {
      partial: {
        description:
          '`true`: a change keeps the fields that the request leaves out, also those of an entry in `targets`. Selected accounts without an ' +
          'entry keep their own content. A change then also needs the scope `drafts:read`.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
    },
    acceptsRevision: true,
    body: { type: 'ExternalDraftRequest', example: DRAFT_REQUEST },
    answers: {
      200: {
        description: 'The changed draft.',
        headers: ['ETag'],
        content: { type: 'DraftView', example: DRAFT_VIEW },
      },
      201: {
        description: 'The new draft.',
        headers: ['ETag', 'Location'],
        content: { type: 'DraftView', example: DRAFT_VIEW },
      },
    },
    refusals: [
      ...(['scheduling.draft-changed', 'scheduling.draft-gone', 'scheduling.draft-needs-revision'] as const),
      ...(['scheduling.draft-limit-reached', 'scheduling.draft-too-large'] as const),
      ...(['scheduling.media-unknown', 'external.platform-not-connected'] as const),
    ],
  }),
  listExternalDrafts: row(listExternalDrafts, {
    tag: 'Drafts',
    summary: 'List drafts',
    description: 'The latest change first, 50 on a page. A page ends at 1 MB, so it may have fewer.',
    query: {
      cursor: { description: 'The `nextCursor` of the page before.', schema: { type: 'string' } },
    },
    answers: {
      200: { description: 'A page of drafts.', content: { type: 'DraftPage', example: DRAFT_PAGE } },
    },
  }),
  showExternalDraft: row(showExternalDraft, {
    tag: 'Drafts',
    summary: 'Show a draft',
    path: PATH,
    answers: {
      200: {
        description: 'The draft.',
        headers: ['ETag'],
        content: { type: 'DraftView', example: DRAFT_VIEW },
      },
    },
    refusals: ['scheduling.draft-not-found'],
  }),
  deleteExternalDraft: row(deleteExternalDraft, {
    tag: 'Drafts',
    summary: 'Delete a draft',
    description: 'With `If-Match`, it deletes only this revision.',
    path: PATH,
    acceptsRevision: true,
    answers: { 204: { description: 'The draft is gone.' } },
    refusals: ['scheduling.draft-not-found', 'scheduling.draft-changed'],
  }),
  restoreExternalDraft: row(restoreExternalDraft, {
    tag: 'Drafts',
    summary: 'Restore a deleted draft',
    description: 'Possible for ten minutes. A draft that is not deleted stays as it is.',
    path: PATH,
    answers: { 204: { description: 'The draft is there again.', headers: ['ETag'] } },
    refusals: ['scheduling.draft-not-found', 'scheduling.draft-limit-reached'],
  }),
  scheduleExternalDraft: row(scheduleExternalDraft, {
    tag: 'Drafts',
    summary: 'Schedule a draft',
    description:
      'Schedules a post with all content of the draft, and then deletes the draft. With `If-Match`, it schedules only this revision. A repeated ' +
      'request gets the same post. The token also needs the scopes `drafts:read` and `drafts:write`, and for automatic replies `comments:write`.',
    path: PATH,
    acceptsRevision: true,
    body: { type: 'ScheduleDraftRequest', example: SCHEDULE_DRAFT },
    answers: {
      201: {
        description: 'The scheduled post.',
        headers: ['Location', 'Idempotency-Replayed'],
        content: { type: 'Post', example: POST },
      },
    },
    refusals: [
      ...(['scheduling.draft-not-found', 'scheduling.draft-scheduled', 'scheduling.draft-changed'] as const),
      ...(['scheduling.draft-gone', 'scheduling.post-limit-reached', 'scheduling.post-not-found'] as const),
      ...OF_CONTENT,
    ],
  }),
  duplicateExternalPost: row(duplicateExternalPost, {
    tag: 'Drafts',
    summary: 'Make a draft of a post',
    description:
      'A new draft with the text, own texts, options and files of a post, and with those of its accounts that are still connected. It has no ' +
      'planned time. The token also needs the scope `posts:read`.',
    answers: {
      201: {
        description: 'The new draft.',
        headers: ['ETag', 'Location'],
        content: { type: 'DraftView', example: DRAFT_VIEW },
      },
    },
    refusals: ['scheduling.post-not-found', 'scheduling.draft-limit-reached', 'scheduling.media-unknown'],
  }),
  externalCalendar: row(externalCalendar, {
    tag: 'Posts',
    summary: 'Show a calendar',
    description:
      'Posts of up to 62 days, the earliest first, each with one line of its text. Planned drafts also require the scope `drafts:read`.',
    query: {
      from: { description: 'The first instant.', required: true, schema: instant('2030-01-01T00:00:00Z') },
      to: {
        description: 'The instant at which it ends, excluded.',
        required: true,
        schema: instant('2030-02-01T00:00:00Z'),
      },
      accounts: {
        description: 'Posts on at least one of these accounts: numbers with commas between them.',
        schema: { type: 'string' },
      },
      status: {
        description: 'As for the list of posts. `draft`: only drafts.',
        schema: { type: 'string', enum: CALENDAR_LISTS },
      },
    },
    answers: {
      200: {
        description: 'The posts and drafts of the span.',
        content: { type: 'Calendar', example: CALENDAR_VIEW },
      },
    },
  }),
  changeManyExternalPosts: row(changeManyExternalPosts, {
    tag: 'Posts',
    summary: 'Move, delete or retry many posts',
    description:
      'Up to 100 posts. Each has a result of its own; a refused post does not stop the others. A move by days keeps the local time of a post, also ' +
      'across a clock change. With `times`, a repeated request moves nothing twice.',
    body: { type: 'ManyPostsRequest', example: MANY },
    answers: {
      200: {
        description: 'The results, in the order of the ids.',
        content: {
          type: 'ManyPostsResults',
          example: {
            results: [
              { id: 7, ok: true, scheduledFor: '2026-12-02T07:00:00.000Z' },
              { id: 8, ok: true, scheduledFor: '2026-12-02T17:30:00.000Z' },
            ],
          },
        },
      },
    },
  }),
};
