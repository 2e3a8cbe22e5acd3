import {
  duplicateExternalPost,
  externalCalendar,
  listExternalDrafts,
  saveExternalDraft,
  scheduleExternalDraft,
  showExternalDraft,
} from '@posthorn/contracts/external/drafts.http';
import { CALENDAR_LISTS } from '@posthorn/contracts/scheduling/calendar.http';
import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { platforms } from '@posthorn/contracts/shared/platform';
import { DRAFT_ID } from '../../../document/bounds.ts';
import { CHANGES, TIME, zone } from './posts.tools.ts';
import { cursor, READING_HINTS, WORDS_IN_POST } from './reading.tools.ts';
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

const draftId = (description: string) => inPath({ ...text(description), pattern: DRAFT_ID }, 'id');
const revision = (description: string) => inHeader({ type: 'integer', minimum: 1, description }, 'if-match');

export const draftTools: readonly Tool[] = [
  {
    name: 'save_draft',
    title: 'Save a draft',
    call: saveExternalDraft,
    hints: CHANGES,
    description:
      'Saves a draft of a post. Nothing is published: the user reads the draft and schedules it. A change needs the revision of the draft. Arguments that you leave out stay unchanged.',
    arguments: {
      draft_id: draftId('A new UUID in lower case for a new draft, or the `id` of the draft to change.'),
      revision: revision('`revision` of the draft as you read it. Left out: the draft is new.'),
      content: inBody(text('The text.'), 'content'),
      planned_for: inBody(
        {
          type: ['string', 'null'],
          description: `When the user could publish it: ${INSTANT} Null: no time.`,
        },
        'plannedFor',
      ),
      platforms: inBody(
        listOf(oneOf(platforms, 'Its name.'), 'Every connected account on each of these.'),
        'platforms',
      ),
      account_ids: inBody(
        listOf(id('As in list_accounts.'), 'Only these accounts. Others leave the draft.'),
        'accountIds',
      ),
      ...eachOptionalWord((name) => inBody(text(OPTIONAL_WORDS[name].inTools), name)),
      hashtags: inBody(
        listOf(text('One.'), 'Empty: none. Left out in a new draft: those of the user.'),
        'hashtags',
      ),
      media: inBody(
        listOf(
          object(
            { url: text('Address of an upload of the user.'), altText: text('What the picture shows.') },
            ['url'],
          ),
          'All files, up to ten.',
        ),
        'media',
      ),
      targets: inBody(
        listOf(
          object(
            {
              accountId: id('As in list_accounts.'),
              content: text('Its own text; empty: the text of the draft.'),
            },
            ['accountId'],
          ),
          'Own texts of single accounts. Other accounts keep theirs.',
        ),
        'targets',
      ),
    },
    query: { partial: 'true' },
    strangers: [],
  },
  {
    name: 'schedule_draft',
    title: 'Schedule a draft',
    call: scheduleExternalDraft,
    answer: 201,
    hints: { ...CHANGES, openWorld: true },
    description:
      'Schedules the post of a draft, with everything in the draft. The draft is gone afterwards. The post is published at its time without another question, and not before. Show the user text, accounts and time first.',
    arguments: {
      draft_id: draftId('`id` of the draft.'),
      revision: required(revision('`revision` of the draft as the user saw it.')),
      scheduled_for: inBody(
        { ...TIME, description: `${String(TIME['description'])} Left out: the planned time of the draft.` },
        'scheduledFor',
      ),
      ...zone,
    },
    strangers: WORDS_IN_POST,
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
    description:
      'A page of the drafts of the user, the latest change first. Without own texts and options of accounts.',
    arguments: { cursor },
    strangers: [],
  },
  {
    name: 'get_draft',
    title: 'Show a draft',
    call: showExternalDraft,
    hints: READING_HINTS,
    description: 'One draft, with the own texts, files and options of its accounts.',
    arguments: { draft_id: draftId('`id` of the draft.') },
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
