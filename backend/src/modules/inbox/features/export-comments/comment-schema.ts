import { COMMENT_STATUSES, type ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import { AUTO_REPLY_MODES } from '@posthorn/contracts/inbox/settings.http';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import { flag, instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

// Objects instead of lists, so that a value that is missing here does not compile.
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
  text: text('Its text.'),
  requestedAt: instant('When it was requested.'),
  state: text('Its state; "done": it was sent.', Object.keys(STATES)),
  sentAt: orNull(instant('When it was sent.')),
  permalink: orNull(text('Its address on the platform.')),
});

const REPLY_THERE = record('A reply of yours that was seen on the platform.', {
  text: text('Its text; empty when only you reported the reply.'),
  createdAt: instant('When you wrote it.'),
  permalink: orNull(text('Its address on the platform.')),
});

export const EXPORTED_COMMENT = record('A comment.', {
  id: number('Its id in Posthorn.'),
  platform: text('Its platform.'),
  accountId: number('Your account, in accounts.json.'),
  postId: orNull(number('Your post, in posts.json; null: you did not write it in Posthorn.')),
  author: orNull(text('The public name of its author; null after it was deleted.')),
  text: orNull(
    text("Its text; null after it was deleted, or when the platform's terms allow to keep it no longer."),
  ),
  createdAt: instant('When it was written.'),
  status: text('Its status in your inbox.', COMMENT_STATUSES),
  isHidden: flag('Whether it is hidden.'),
  isGone: flag('Whether it was deleted.'),
  isExpired: flag("Whether its text was deleted because of the platform's terms."),
  isReply: flag('Whether it answers another comment.'),
  isEdited: flag('Whether its author has edited it.'),
  replies: list('Replies that you sent with Posthorn, the oldest first.', REPLY),
  repliesThere: list('Replies that you wrote on the platform.', REPLY_THERE),
  draft: orNull(text('A reply by the model that waits for you.')),
});

export const SETTINGS = record('The settings of your inbox.', {
  automaticReplies: text('What happens to replies by the model.', AUTO_REPLY_MODES),
  autoHideSpam: flag('Whether likely spam is hidden.'),
  requireApproval: flag('Whether replies by the model wait for you.'),
  filterProfanity: flag('Whether comments with profanity are hidden, and no reply contains any.'),
});

export const BLOCKED = record('An author.', {
  platform: text('The platform.'),
  name: text('Their public name at that time.'),
  at: instant('When you blocked them.'),
});
