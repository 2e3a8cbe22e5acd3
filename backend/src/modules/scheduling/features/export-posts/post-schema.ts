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
  file: text('Where this archive has it.'),
  originalName: text('What it was called when you uploaded it.'),
  mimeType: text('Its type.'),
  altText: orNull(text('Your description of it.')),
});

const PROBLEM = record('What is or was in the way.', {
  code: text('A word for it that does not change.'),
  message: text('A sentence for it.'),
  words: orNull(text("The platform's own words.")),
});

const TARGET = record('An account that the post goes to.', {
  accountId: number('Its id in accounts.json.'),
  platform: text('Its platform.'),
  accountName: text('What it is called there.'),
  content: orNull(text('Its own text; null where it gets the text of the post.')),
  options: anyObject('What its platform wanted to know besides.'),
  media: orNull(list('Its own choice of the files; null where it gets all.', text('A file of the post.'))),
  status: text('How far it has come.', Object.keys(TARGET_STATUSES)),
  publishedAt: orNull(instant('When it was published.')),
  remoteId: orNull(text('What the platform calls it.')),
  permalink: orNull(text('Where it is.')),
  attempts: number('How often it was tried.'),
  problem: orNull(PROBLEM),
  duplicates: list(
    'Further copies of it on the platform.',
    record('A copy.', {
      remoteId: text('What the platform calls it.'),
      permalink: orNull(text('Where it is.')),
    }),
  ),
});

const STEP = record('One event.', {
  at: instant('When it happened.'),
  type: text('What happened.'),
  by: text('Who caused it: yourself, an API token of yours, a rule of yours or the system.', [
    ...['user', 'apiToken', 'rule', 'system'],
  ]),
  summary: text('The same in a sentence.'),
  data: anyObject('What is recorded of it, in plain words.'),
});

export const EXPORTED_POST = record('A post.', {
  id: number('Its id here.'),
  state: text('Whether it is still there.', Object.keys(STATES)),
  status: text('What lists call it.', POST_STATUSES),
  createdAt: instant('When you wrote it.'),
  content: text('Its words.'),
  ...eachOptionalWord((name) => orNull(text(OPTIONAL_WORDS[name].inExport))),
  scheduledFor: instant('When it goes out, or was to go out.'),
  timezone: orNull(text('The zone in which you chose the time.')),
  automaticReplies: flag('Whether comments under it are answered automatically.'),
  media: list('Its files.', MEDIA),
  targets: list('Where it goes.', TARGET),
  history: list('All that happened to it, the oldest first.', STEP),
});
