import { WEEK_MS } from '@posthorn/contracts/shared/durations';
import { mailStory, type RequestedMail } from '#infrastructure/mail/mail-story.ts';
import type { NewApiToken } from '../api-token/api-token.ts';

/** Mails that announce the end of a token. The id of a mail is the id of its token, so each token gets at most one mail. */
export const tokenMails = mailStory<'ApiTokenMail', object>('ApiTokenMail', {});

/** Returns the mail that is due a week before the end of a token. Null: the token never ends, or is valid for a week at most. */
export function mailBeforeExpiry({
  tokenId,
  ownerId,
  expiresAt,
  createdAt,
}: Pick<NewApiToken, 'tokenId' | 'ownerId' | 'expiresAt' | 'createdAt'>): RequestedMail<object> | null {
  if (expiresAt === null) return null;
  const dueAt = Date.parse(expiresAt) - WEEK_MS;
  if (dueAt <= Date.parse(createdAt)) return null;
  return { userId: ownerId, mailId: tokenId, dueAt: new Date(dueAt).toISOString() };
}
