import {
  createPost,
  deleteExternalPost,
  editExternalPost,
  retryExternalTarget,
} from '@posthorn/contracts/external/posts.http';
import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { platforms } from '@posthorn/contracts/shared/platform';
import { KEY_SCHEMA } from '../../../document/document-headers.ts';
import { READING_HINTS, WORDS_IN_POST } from './reading.tools.ts';
import { id, inBody, inHeader, inPath, listOf, object, oneOf, required, text, type Tool } from './tool.ts';

const KEY = {
  ...text(
    'A new word for each new request of the user, such as a UUID. If no answer came, call again with the same key and the same arguments; it is then done only once.',
  ),
  // The schema allows only characters that a header can carry. Any other key would fail before the call is sent.
  ...KEY_SCHEMA,
};
/** Has the same name in every tool that must run only once. */
export const idempotencyKey = required(inHeader(KEY, 'idempotency-key'));

export const TIME = text(
  'When to publish: ISO 8601 with offset, such as 2030-01-01T13:00:00Z. It must be in the future.',
);
export const zone = {
  timezone: inBody(text('IANA time zone of the user for this post, such as Europe/Paris.'), 'timezone'),
  local_time: inBody(
    text('The local time in that zone, such as 2030-01-01T14:00. It takes precedence over scheduled_for.'),
    'localTime',
  ),
};
const words = eachOptionalWord((name) => inBody(text(OPTIONAL_WORDS[name].inTools), name));
const POST_ID = id('Of the post.');
const revision = inBody(
  {
    type: 'integer',
    minimum: 0,
    description:
      '`revision` of the post as you read it: a change that came between is kept, and this call refused.',
  },
  'revision',
);

const newPost = {
  content: required(inBody(text('The text of the post.'), 'content')),
  scheduled_for: required(inBody(TIME, 'scheduledFor')),
  platforms: inBody(
    listOf(
      oneOf(platforms, 'Its name.'),
      'Every connected account on each of these. Name these or account_ids.',
    ),
    'platforms',
  ),
  account_ids: inBody(listOf(id('As in list_accounts.'), 'Only these accounts.'), 'accountIds'),
  ...words,
  hashtags: inBody(listOf(text('One.'), 'Left out: those of the user; empty: none.'), 'hashtags'),
  media: inBody(
    listOf(
      object({ url: text('Address of an upload of the user.'), altText: text('What the picture shows.') }, [
        'url',
      ]),
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
  ...zone,
};

export const CHANGES = { readOnly: false, destructive: false, idempotent: true, openWorld: false } as const;

export const postTools: readonly Tool[] = [
  {
    name: 'check_post',
    title: 'Check a post',
    hints: READING_HINTS,
    call: createPost,
    description:
      'Says whether each account would accept this post, and how much of the plan is used. It stores and publishes nothing.',
    arguments: newPost,
    query: { dry_run: 'true' },
    strangers: [],
  },
  {
    name: 'schedule_post',
    title: 'Schedule a post',
    call: createPost,
    answer: 201,
    hints: { ...CHANGES, openWorld: true },
    description:
      'Schedules a post. It is published at its time without another question, and not before. Show the user text, accounts and time first. For a draft use schedule_draft.',
    arguments: { ...newPost, idempotency_key: idempotencyKey },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'reschedule_post',
    title: 'Move a post to another time',
    hints: CHANGES,
    call: editExternalPost,
    description: 'Changes only the time at which a scheduled post is published.',
    arguments: {
      post_id: inPath(POST_ID, 'id'),
      scheduled_for: required(inBody(TIME, 'scheduledFor')),
      ...zone,
      revision,
    },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'edit_post',
    title: 'Change the words or accounts of a post',
    hints: CHANGES,
    call: editExternalPost,
    description:
      'Changes the words of a scheduled post, and the accounts on which it is published. Arguments that you leave out stay unchanged.',
    arguments: {
      post_id: inPath(POST_ID, 'id'),
      content: inBody(text('The new text.'), 'content'),
      ...words,
      account_ids: inBody(
        {
          ...listOf(
            id('As in list_accounts.'),
            'All accounts of the post from now on. Others leave the post.',
          ),
          minItems: 1,
        },
        'selectedAccountIds',
      ),
      targets: inBody(
        listOf(
          object(
            {
              accountId: id('As in list_accounts.'),
              content: text('Its own text; empty: the text of the post.'),
            },
            ['accountId'],
          ),
          'Own texts of accounts of the post. Other accounts keep theirs.',
        ),
        'targets',
      ),
      revision,
    },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'delete_post',
    title: 'Delete a scheduled post',
    call: deleteExternalPost,
    hints: { ...CHANGES, destructive: true },
    description: 'Deletes a post before it is published. If publishing has begun, the post stays.',
    arguments: { post_id: inPath(POST_ID, 'id') },
    query: { only_unpublished: 'true' },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'retry_publication',
    title: 'Publish again where it failed',
    call: retryExternalTarget,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    description:
      'Publishes a post again on one account where it failed or its outcome is unknown. If it is unknown, the platform is asked first. Ask the user before you call this.',
    arguments: {
      post_id: inPath(POST_ID, 'id'),
      account_id: inPath(id('Of the account in `targets` of the post.'), 'accountId'),
    },
    strangers: WORDS_IN_POST,
  },
];
