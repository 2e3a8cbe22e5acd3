import { EXTERNAL_POST_TEXT, type CreatePostRequest } from '@posthorn/contracts/external/posts.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { optionalWordsSent } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';

const notConnected = (platform: Platform) => EXTERNAL_POST_TEXT.notConnected(PLATFORM_NAMES[platform]);
class PlatformNotConnected extends refusal(
  'external.platform-not-connected',
  notConnected,
  (platform: Platform) => ({ platforms: notConnected(platform) }),
) {}

/**
 * Converts a request of an API program to the request that the screens send: with accounts instead of
 * platforms.
 * @throws PlatformNotConnected, RequestNotValid when no account is selected
 */
export function requestedPost(
  { mediaUrl, media = [], aiReplies, platforms, accountIds, ...rest }: ProgramRequest,
  own: readonly AccountView[],
): SchedulePostRequest {
  const { content, scheduledFor, targets, timezone, localTime, draftId, draftRevision } = rest;
  const selectedAccountIds = selectedIds(own, platforms, accountIds);
  if (selectedAccountIds.length === 0 && (targets ?? []).length === 0)
    throw new RequestNotValid({ platforms: POST_TEXT.accountsRequired });
  const files = [...(mediaUrl === undefined ? [] : [{ url: mediaUrl }]), ...media];
  return {
    content,
    scheduledFor,
    selectedAccountIds,
    mediaFiles: files.map(({ url, ...alt }) => ({ mediaUrl: url, ...alt })),
    ...optionalWordsSent(rest),
    ...(targets !== undefined && { targets }),
    ...(timezone !== undefined && { timezone }),
    ...(localTime !== undefined && { localTime }),
    ...(aiReplies !== undefined && { aiRepliesEnabled: aiReplies }),
    ...(draftId !== undefined && { draftId }),
    ...(draftRevision !== undefined && { draftRevision }),
  };
}

type ProgramRequest = Omit<CreatePostRequest, 'hashtags'> & Readonly<{ hashtags?: string }>;

/**
 * Without `platforms`: `ids`. With both: `ids` without the accounts on other platforms. Otherwise: all active
 * accounts on these platforms. Unknown and inactive ids stay in the result and are refused later.
 */
export function selectedIds(
  own: readonly AccountView[],
  platforms: readonly Platform[] | undefined,
  ids: readonly number[] | undefined,
): readonly number[] {
  if (platforms === undefined || platforms.length === 0) return ids ?? [];
  for (const platform of platforms)
    if (!own.some((account) => account.platform === platform && account.isActive))
      throw new PlatformNotConnected(platform);
  const others = new Set(own.filter(({ platform }) => !platforms.includes(platform)).map(({ id }) => id));
  if (ids !== undefined) return ids.filter((id) => !others.has(id));
  return own.filter(({ platform, isActive }) => isActive && platforms.includes(platform)).map(({ id }) => id);
}
