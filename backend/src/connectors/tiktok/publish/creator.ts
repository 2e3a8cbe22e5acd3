import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { amountOf, at, listOf, textOf } from '../../kit/json.ts';
import { refusedBy } from '../../kit/outcomes.ts';
import type { Ask } from '../client.ts';
import { PRIVACY_LEVELS, TIKTOK, TIKTOK_FIELDS, TIKTOK_LIMITS } from '../limits.ts';

/** What a creator may do now. TikTok requires this check before every post. */
export type Creator = Readonly<{
  username: string | null;
  privacyLevels: readonly string[];
  commentDisabled: boolean;
  duetDisabled: boolean;
  stitchDisabled: boolean;
  maxVideoSeconds: number | null;
}>;

/** Calls `POST /v2/post/publish/creator_info/query/`, at most 20 times per minute. @throws the errors of `ask` */
export async function readCreator(ask: Ask, signal?: AbortSignal): Promise<Creator> {
  const path = '/v2/post/publish/creator_info/query/';
  const data = await ask({ path, ...(signal && { request: { signal } }) });
  return {
    username: textOf(at(data, 'creator_username')),
    privacyLevels: listOf(at(data, 'privacy_level_options')).filter((level) => typeof level === 'string'),
    commentDisabled: at(data, 'comment_disabled') === true,
    duetDisabled: at(data, 'duet_disabled') === true,
    stitchDisabled: at(data, 'stitch_disabled') === true,
    maxVideoSeconds: amountOf(at(data, 'max_video_post_duration_sec')),
  };
}

/** The fields with this creator's choices, without the features that the creator has disabled in TikTok's app. */
export function fieldsFor(creator: Creator): readonly OptionField[] {
  const disabled = new Map([
    ['allowComment', creator.commentDisabled],
    ['allowDuet', creator.duetDisabled],
    ['allowStitch', creator.stitchDisabled],
  ]);
  return TIKTOK_FIELDS.filter(({ name }) => disabled.get(name) !== true).map((field) =>
    field.kind === 'choice' && field.name === 'privacy' && creator.privacyLevels.length > 0
      ? { ...field, choices: creator.privacyLevels.map((value) => ({ value, label: labelOf(value) })) }
      : field,
  );
}

const labelOf = (level: string): string =>
  (PRIVACY_LEVELS as Readonly<Record<string, string>>)[level] ?? level;

export function limitsFor({ maxVideoSeconds }: Creator): PlatformLimits {
  const { media } = TIKTOK_LIMITS;
  const { min, max } = media.videoSeconds ?? { min: 0, max: Infinity };
  const seconds = { min, max: Math.min(max, maxVideoSeconds ?? max) };
  return { ...TIKTOK_LIMITS, media: { ...media, videoSeconds: seconds } };
}

/** Why this creator cannot publish the post now; null: nothing in the creator info forbids it. */
export function creatorRefusal(
  creator: Creator,
  { options, media }: OutgoingPublication,
): ReturnType<typeof refusedBy> | null {
  const { privacyLevels, maxVideoSeconds } = creator;
  const privacy = options['privacy'];
  const isOffered = privacyLevels.length === 0 || privacyLevels.some((level) => level === privacy);
  if (typeof privacy !== 'string' || !isOffered) {
    const offered = privacyLevels.map(labelOf).join(', ');
    const levels = privacyLevels.join(' ');
    return refusedBy(checkSaid('option-not-valid/privacy', { platform: TIKTOK.name, offered, levels }));
  }
  const seconds = media.find(({ kind }) => kind === 'video')?.durationSeconds ?? 0;
  if (maxVideoSeconds !== null && seconds > maxVideoSeconds) {
    return refusedBy(checkSaid('media-rejected/video-length', { max: maxVideoSeconds }));
  }
  return null;
}
