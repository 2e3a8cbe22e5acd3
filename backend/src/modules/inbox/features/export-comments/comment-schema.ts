import { COMMENT_STATUSES, type ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import { AUTO_REPLY_MODES } from '@posthorn/contracts/inbox/settings.http';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import { flag, instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

const KINDS = { manual: true, ai: true } satisfies Record<ReplyKind, true>;
const STATES = {
  scheduled: true,
  attempting: true,
  accepted: true,
  retrying: true,
  unknown: true,
  done: true,
  failed: true,
  cancelled: true,
} satisfies Record<Effect['status'], true>;

const REPLY = record('A reply that was asked for here.', {
  kind: text('Who wrote it: a person, or the model.', Object.keys(KINDS)),
  text: text('Its words.'),
  requestedAt: instant('When it was asked for.'),
  state: text('How far it has come: "done" is sent.', Object.keys(STATES)),
  sentAt: orNull(instant('When it was sent.')),
  permalink: orNull(text('Where it is.')),
});

const REPLY_THERE = record('A reply of yours that was seen on the platform.', {
  text: text('Its words; empty where only you said that there is one.'),
  createdAt: instant('When you wrote it.'),
  permalink: orNull(text('Where it is.')),
});

export const EXPORTED_COMMENT = record('A comment.', {
  id: number('Its id here.'),
  platform: text('Its platform.'),
  accountId: number('Your account, in accounts.json.'),
  postId: orNull(number('Your post, in posts.json; null for one that was not written here.')),
  author: orNull(text('The public name of who wrote it; null once the comment is gone.')),
  text: orNull(text('Its words; null once it is gone, or its platform lets nobody keep them any longer.')),
  createdAt: instant('When it was written.'),
  status: text('What your inbox calls it.', COMMENT_STATUSES),
  isHidden: flag('Whether it is hidden.'),
  isGone: flag('Whether it was deleted.'),
  isExpired: flag('Whether its words were kept as long as its platform allows.'),
  isReply: flag('Whether it answers another comment.'),
  isEdited: flag('Whether its author has changed it.'),
  replies: list('Replies from here, the last one at the end.', REPLY),
  repliesThere: list('Replies from the platform itself.', REPLY_THERE),
  draft: orNull(text('A reply by the model that waits for you.')),
});

export const SETTINGS = record('How your inbox is set.', {
  automaticReplies: text('What happens to replies by the model.', AUTO_REPLY_MODES),
  autoHideSpam: flag('Whether what looks like spam is hidden.'),
  requireApproval: flag('Whether replies by the model wait for you.'),
  filterProfanity: flag('Whether comments with profanity are hidden, and no reply contains any.'),
});

export const BLOCKED = record('An author.', {
  platform: text('The platform.'),
  name: text('The public name they had then.'),
  at: instant('When you blocked them.'),
});
