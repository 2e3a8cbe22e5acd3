import { createHash, randomUUID } from 'node:crypto';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { streamName } from '@posthorn/event-sourcing';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { eventOf } from '../domain/comment/comment-shapes.ts';

/** The inbox that receives the comments. */
export type Inbox = Readonly<{
  ownerId: string;
  accounts: readonly Readonly<{ accountId: number; platform: Platform }>[];
}>;

export type CommentStory = Readonly<{ stream: string; actor: string; events: readonly CommentEvent[] }>;

const AUTHORS = 5_000;
const PER_POST = 100;
const WORDS =
  'bread bowl kiln shop opening again lovely colour morning how much does shipping cost where when gorgeous thank you very much this one please never seen anything like it before queue long worth waiting'.split(
    ' ',
  );

/**
 * Returns the events of the comment with this number among `total` comments; the last comment is the newest. Of 20 comments, 13 were read, 3
 * answered, and 4 are new. No two comments have the same text.
 */
export function commentStory(
  number: number,
  total: number,
  commentId: number,
  { ownerId, accounts }: Inbox,
): CommentStory {
  const post = Math.floor(number / PER_POST);
  const { accountId, platform } = accounts[post % accounts.length] ?? { accountId: 1, platform: 'mastodon' };
  const id = { commentId, ownerId, accountId, platform };
  const writtenAt = new Date(Date.now() - 2 * DAY_MS - (total - number) * 60_000).toISOString();
  const author = (number * 7) % AUTHORS;
  const text = textOf(number);
  const textMac = macOf(text);
  const received = eventOf(id, 'CommentReceived', {
    postRemoteId: `post-${String(post)}`,
    key: `key-${String(number)}`,
    remoteId: String(number),
    remoteRefs: {},
    parentRemoteId: null,
    text,
    textMac,
    authorMac: macOf(String(author)),
    author: {
      remoteId: `author-${String(author)}`,
      handle: `someone${String(author)}@social.test`,
      name: `Some One ${String(author)}`,
      isBot: false,
    },
    createdAt: writtenAt,
    editedAt: null,
    seenAt: writtenAt,
    source: 'news',
    isBacklog: false,
    permalink: `https://social.test/@someone${String(author)}/${String(number)}`,
  });
  const events: CommentEvent[] = [received];
  const kind = number % 20;
  if (kind < 13) events.push(eventOf(id, 'CommentMarkedRead', { at: writtenAt }));
  else if (kind < 16) events.push(...answerEvents(id, textMac, writtenAt, number));
  return { stream: streamName({ category: 'comment' }, commentId), actor: ownerId, events };
}

function answerEvents(
  id: Parameters<typeof eventOf>[0],
  forTextMac: string,
  at: string,
  number: number,
): CommentEvent[] {
  const [replyId, attemptId] = [randomUUID(), randomUUID()];
  return [
    eventOf(id, 'ReplyRequested', {
      replyId,
      kind: 'manual',
      aiAssisted: false,
      text: 'Thank you, see you on Saturday!',
      forTextMac,
      requestedAt: at,
      notBefore: null,
    }),
    eventOf(id, 'ReplyAttemptStarted', {
      replyId,
      attemptId,
      number: 1,
      fingerprint: forTextMac,
      startedAt: at,
      startBy: at,
      deadline: at,
    }),
    eventOf(id, 'ReplySent', {
      replyId,
      kind: 'manual',
      attemptId,
      remoteId: `reply-${String(number)}`,
      sentAt: at,
      permalink: `https://social.test/@ana/${String(number)}`,
      evidence: 'answer',
    }),
  ];
}

/** Returns a text of 5 to 40 words. */
function textOf(number: number): string {
  const length = 5 + ((number * 13) % 36);
  const words = Array.from(
    { length },
    (_, index) => WORDS[(number * 31 + index * index * 7 + index * (number % 11)) % WORDS.length] ?? '',
  );
  return `${words.join(' ')} nr${String(number)}x`;
}

const macOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
