import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_STATUSES, type TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import {
  anyObject,
  flag,
  instant,
  list,
  number,
  orNull,
  record,
  text,
} from '#infrastructure/readers/json-schema.ts';
import type { PostRow } from '../../read-models/posts/post-row.ts';

const STATES = {
  scheduled: true,
  publishing: true,
  deleted: true,
  archived: true,
} satisfies Record<PostRow['state'], true>;
const TARGET_STATUSES = {
  scheduled: true,
  publishing: true,
  posted: true,
  failed: true,
  unknown: true,
} satisfies Record<TargetStatus, true>;

const MEDIA = record('A file of the post.', {
  file: text('Its path in this archive.'),
  originalName: text('Its file name when you uploaded it.'),
  mimeType: text('Its type.'),
  altText: orNull(text('Your description of it.')),
});

const PROBLEM = record('Why it is or was not published.', {
  code: text('A stable code of the problem.'),
  message: text('The problem in a sentence.'),
  words: orNull(text('The error message of the platform.')),
});

const TARGET = record('An account that the post goes to.', {
  accountId: number('Its id in accounts.json.'),
  platform: text('Its platform.'),
  accountName: text('Its name on the platform.'),
  content: orNull(text('Its own text; null: the text of the post.')),
  options: anyObject('The options that you chose for its platform.'),
  media: orNull(list('Its own selection of the files; null: all files.', text('A file of the post.'))),
  status: text('Its state.', Object.keys(TARGET_STATUSES)),
  publishedAt: orNull(instant('When it was published.')),
  remoteId: orNull(text('Its id on the platform.')),
  permalink: orNull(text('Its address on the platform.')),
  attempts: number('The number of attempts.'),
  problem: orNull(PROBLEM),
  duplicates: list(
    'Further copies of it on the platform.',
    record('A copy.', {
      remoteId: text('Its id on the platform.'),
      permalink: orNull(text('Its address on the platform.')),
    }),
  ),
});

const STEP = record('One event.', {
  at: instant('When it happened.'),
  type: text('What happened.'),
  by: text('Who caused it: yourself, an API token of yours, a rule of yours or the system.', [
    ...['user', 'apiToken', 'rule', 'system'],
  ]),
  summary: text('The event in a sentence.'),
  data: anyObject('The recorded data of the event, in plain text.'),
});

export const EXPORTED_POST = record('A post.', {
  id: number('Its id in Posthorn.'),
  state: text('Its state: scheduled, being published, deleted or archived.', Object.keys(STATES)),
  status: text('Its status in lists.', POST_STATUSES),
  createdAt: instant('When you wrote it.'),
  content: text('Its text.'),
  ...eachOptionalWord((name) => orNull(text(OPTIONAL_WORDS[name].inExport))),
  scheduledFor: instant('The time for which it is or was scheduled.'),
  timezone: orNull(text('The zone in which you chose the time.')),
  automaticReplies: flag('Whether comments under it are answered automatically.'),
  media: list('Its files.', MEDIA),
  targets: list('The accounts of the post.', TARGET),
  history: list('All events of the post, the oldest first.', STEP),
});
