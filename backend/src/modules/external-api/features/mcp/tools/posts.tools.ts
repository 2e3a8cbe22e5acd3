import {
  createPost,
  deleteExternalPost,
  editExternalPost,
  retryExternalTarget,
} from '@posthorn/contracts/external/posts.http';
import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { platforms } from '@posthorn/contracts/shared/platform';
import { KEY_SCHEMA } from '../../../document/document-headers.ts';
import { LOOKS, WORDS_IN_POST } from './reading.tools.ts';
import { id, inBody, inHeader, inPath, listOf, object, oneOf, required, text, type Tool } from './tool.ts';

const KEY = {
  ...text(
    'Any word that is new for each new wish, such as a UUID. Call again with the same key and the same arguments when no answer came: it is done once.',
  ),
  // The schema allows only characters that a header can carry. Any other key would fail before the call is sent.
  ...KEY_SCHEMA,
};
/** Has the same name in every tool that must run only once. */
export const idempotencyKey = required(inHeader(KEY, 'idempotency-key'));

const TIME = text(
  'When to publish: ISO 8601 with offset, such as 2030-01-01T13:00:00Z. It has to be in the future.',
);
const zone = {
  timezone: inBody(text('IANA time zone in which the user thinks of it, such as Europe/Paris.'), 'timezone'),
  local_time: inBody(
    text('The time on a clock there, such as 2030-01-01T14:00. Wins over scheduled_for.'),
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
      object({ url: text('Address of an upload of the user.'), altText: text('What is to be seen.') }, [
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

const CHANGES = { readOnly: false, destructive: false, idempotent: true, openWorld: false } as const;

export const postTools: readonly Tool[] = [
  {
    name: 'check_post',
    title: 'Check a post',
    hints: LOOKS,
    call: createPost,
    description:
      'Says whether each account would take this post, and how much of the plan is used. Stores and publishes nothing.',
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
      'Schedules a post, which is published at its time without another question. Nothing is published before that. Show the user text, accounts and time first.',
    arguments: { ...newPost, idempotency_key: idempotencyKey },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'reschedule_post',
    title: 'Move a post to another time',
    hints: CHANGES,
    call: editExternalPost,
    description: 'Changes when a scheduled post is published, and nothing else.',
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
    title: 'Change the words of a post',
    hints: CHANGES,
    call: editExternalPost,
    description: 'Changes what a scheduled post says. What is left out stays as it is.',
    arguments: {
      post_id: inPath(POST_ID, 'id'),
      content: inBody(text('The new text.'), 'content'),
      ...words,
      revision,
    },
    strangers: WORDS_IN_POST,
  },
  {
    name: 'delete_post',
    title: 'Delete a scheduled post',
    call: deleteExternalPost,
    hints: { ...CHANGES, destructive: true },
    description:
      'Deletes a post before it is published. One that publishing has begun with stays where it is.',
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
      'Publishes a post again on one account, where it failed or nobody knows. In doubt its platform is asked first. Ask the user before.',
    arguments: {
      post_id: inPath(POST_ID, 'id'),
      account_id: inPath(id('Of the account in `targets` of the post.'), 'accountId'),
    },
    strangers: WORDS_IN_POST,
  },
];
