import { mailStory, type WantedMail } from '#infrastructure/mail/mail-story.ts';
import type { NewApiToken } from '../api-token/api-token.ts';

/** Announces that a token ends soon. The mail has the token's id, so each token gets at most one. */
export const tokenMails = mailStory<'ApiTokenMail', object>('ApiTokenMail', {});

const WEEK = 7 * 86_400_000;

/** A week before the token's end. Null for a token that never ends or lives for a week at most: its owner knows the end. */
export function mailBeforeExpiry({
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
