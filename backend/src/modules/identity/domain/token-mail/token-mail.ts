import { mailStory, type WantedMail } from '#infrastructure/mail/mail-story.ts';
import type { NewApiToken } from '../api-token/api-token.ts';

/** That a token ends soon. The mail has the token's id: there is one for each at most. */
export const tokenMails = mailStory<'ApiTokenMail', object>('ApiTokenMail', {});

const WEEK = 7 * 86_400_000;

/** A week before its end. Null for a token without one, or that lives no longer than that: its owner knows of it. */
export function mailBeforeEnd({
  tokenId,
  ownerId,
  expiresAt,
  createdAt,
}: Pick<NewApiToken, 'tokenId' | 'ownerId' | 'expiresAt' | 'createdAt'>): WantedMail<object> | null {
  if (expiresAt === null) return null;
  const dueAt = Date.parse(expiresAt) - WEEK;
  if (dueAt <= Date.parse(createdAt)) return null;
  return { userId: ownerId, mailId: tokenId, dueAt: new Date(dueAt).toISOString() };
}
