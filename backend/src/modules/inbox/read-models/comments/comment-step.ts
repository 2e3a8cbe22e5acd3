import type { SaidPart } from '@posthorn/contracts/shared/said';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { CommentStep } from '#modules/scheduling/ports/steps-of-comments.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentParts, commentText } from './comment-sentences.ts';

/** Turns the events of a comment into steps of the history of its post. Needs the whole stream. */
export function stepsOf(events: readonly LoggedEvent<CommentEvent>[]): CommentStep[] {
  const replies = new Map<string, string>();
  const attempts = new Map<string, number>();
  let author: string | null = null;
  for (const { type, data } of events) {
    if (type === 'CommentReceived') author = valueOrNull(data.author.name) ?? valueOrNull(data.author.handle);
    if (type === 'ReplyRequested') replies.set(data.replyId, data.text);
    if ('attemptId' in data && data.attemptId !== null && 'number' in data)
      attempts.set(data.attemptId, data.number);
  }
  return events.map((event) => {
    const { id, stream, revision, position, type, meta, data } = event;
    const { commentId, accountId, platform } = data;
    const said = [byAuthor(author), ...commentParts(event)];
    const attemptId = 'attemptId' in data ? data.attemptId : null;
    return {
      id,
      stream,
      revision,
      position,
      type,
      meta,
      commentId,
      accountId,
      platform,
      author,
      words: valueOrNull(wordsOf(event, replies)),
      attempt: attemptId === null ? null : (attempts.get(attemptId) ?? null),
      fingerprint: 'fingerprint' in data ? valueOrNull(data.fingerprint) : null,
      remoteId: 'remoteId' in data ? valueOrNull(data.remoteId) : null,
      permalink: 'permalink' in data ? valueOrNull(data.permalink) : null,
      summary: commentText(said),
      said,
      data: { ...data },
    };
  });
}

const byAuthor = (author: string | null): SaidPart =>
  author === null ? { code: 'by', variant: 'unknown' } : { code: 'by', values: { author } };

function wordsOf({ type, data }: CommentEvent, replies: ReadonlyMap<string, string>): string | undefined {
  if ('text' in data) return data.text;
  return type === 'ReplySent' || type === 'ReplyDuplicateDetected' ? replies.get(data.replyId) : undefined;
}

/** Returns null for an erased value, because the history shows nothing for it. */
const valueOrNull = (words: string | null | undefined): string | null =>
  words === undefined || words === '' || words === ERASED ? null : words;
