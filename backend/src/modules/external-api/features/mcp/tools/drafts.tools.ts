import {
  duplicateExternalPost,
  externalCalendar,
  listExternalDrafts,
  saveExternalDraft,
} from '@posthorn/contracts/external/drafts.http';
import { CALENDAR_LISTS } from '@posthorn/contracts/scheduling/calendar.http';
import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { platforms } from '@posthorn/contracts/shared/platform';
import { DRAFT_ID } from '../../../document/bounds.ts';
import { cursor, READING_HINTS } from './reading.tools.ts';
import {
  id,
  inBody,
  inHeader,
  inPath,
  inQuery,
  listOf,
  object,
  oneOf,
  required,
  text,
  type Tool,
} from './tool.ts';

const INSTANT = 'ISO 8601 with offset, such as 2030-01-01T13:00:00Z.';

export const draftTools: readonly Tool[] = [
  {
    name: 'save_draft',
    title: 'Save a draft',
    call: saveExternalDraft,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    description:
      'Saves a draft of a post. Nothing is published: the user reads the draft and schedules it. To change a draft, send all of it with its revision.',
    arguments: {
      draft_id: inPath(
        {
          ...text('A new UUID in lower case for a new draft, or the `id` of the draft to change.'),
          pattern: DRAFT_ID,
        },
        'id',
      ),
      revision: inHeader(
        {
          type: 'integer',
          minimum: 1,
          description: '`revision` of the draft as you read it. Left out: the draft is new.',
        },
        'if-match',
      ),
      content: inBody(text('The text.'), 'content'),
      planned_for: inBody(text(`When the user could publish it: ${INSTANT}`), 'plannedFor'),
      platforms: inBody(
        listOf(oneOf(platforms, 'Its name.'), 'Every connected account on each of these.'),
        'platforms',
      ),
      account_ids: inBody(listOf(id('As in list_accounts.'), 'Only these accounts.'), 'accountIds'),
      ...eachOptionalWord((name) => inBody(text(OPTIONAL_WORDS[name].inTools), name)),
      hashtags: inBody(listOf(text('One.'), 'Left out: those of the user; empty: none.'), 'hashtags'),
      media: inBody(
        listOf(
          object(
            { url: text('Address of an upload of the user.'), altText: text('What the picture shows.') },
            ['url'],
          ),
          'Up to ten files.',
        ),
        'media',
      ),
      targets: inBody(
        listOf(
          object({ accountId: id('As in list_accounts.'), content: text('Its own text.') }, ['accountId']),
          'Own texts of single accounts.',
        ),
        'targets',
      ),
    },
    strangers: [],
  },
  {
    name: 'duplicate_post',
    title: 'Make a draft of a post',
    call: duplicateExternalPost,
    answer: 201,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    description:
      'Makes a new draft with the content and the accounts of a post in any state. Nothing is published.',
    arguments: { post_id: inPath(id('Of the post.'), 'id') },
    strangers: [],
  },
  {
    name: 'list_drafts',
    title: 'List drafts',
    call: listExternalDrafts,
    hints: READING_HINTS,
    description: 'A page of the drafts of the user, the latest change first.',
    arguments: { cursor },
    strangers: [],
  },
  {
    name: 'get_calendar',
    title: 'Show the calendar',
    call: externalCalendar,
    hints: READING_HINTS,
    description:
      'Posts of up to 62 days with their times, and planned drafts, each with one line of its text.',
    arguments: {
      from: required(inQuery(text(`Where it begins: ${INSTANT}`), 'from')),
      to: required(inQuery(text(`Where it ends, excluded: ${INSTANT}`), 'to')),
      status: inQuery(oneOf(CALENDAR_LISTS, '`draft`: only drafts. Left out: all.'), 'status'),
      account_ids: inQuery(listOf(id('As in list_accounts.'), 'Only posts on these accounts.'), 'accounts'),
    },
    strangers: ['accounts[].accountName'],
  },
];
