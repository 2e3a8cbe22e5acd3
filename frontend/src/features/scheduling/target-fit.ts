import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

export type Written = Readonly<{ content: string; hashtags: string }>;
export type Attached = Readonly<{ kind: 'image' | 'video'; size: number }>;

/** How a post would stand on one account: the very text it receives, its length as counted there, and what it would refuse. */
export type TargetFit = Readonly<{
  account: AccountView;
  text: string;
  used: number;
  max: number;
  over: boolean;
  problems: readonly string[];
}>;

export function targetFit(
  account: AccountView,
  written: Written,
  media: readonly Attached[],
  freePlan: boolean,
): TargetFit {
  const { limits } = account;
  const text = postText(written, freePlan && limits.promotionalTextAllowed);
  const { used, max, over } = textFit(text, limits);
  const problems = [...(over ? [tooLong(used, max)] : []), ...mediaProblems(media, limits)];
  return { account, text, used, max, over, problems };
}

function tooLong(used: number, max: number): string {
  const excess = used - max;
  if (excess <= 0) return 'The text takes too much room there. Use fewer emoji or special characters.';
  return `The text is ${String(excess)} ${excess === 1 ? 'character' : 'characters'} too long. Shorten it or leave this account out.`;
}

function mediaProblems(
  media: readonly Attached[],
  { platform, text, media: limit }: PlatformLimits,
): string[] {
  const name = PLATFORM_NAMES[platform];
  const images = media.filter(({ kind }) => kind === 'image').length;
  const videos = media.filter(({ kind }) => kind === 'video');
  const problems: string[] = [];
  if (text.requiresMedia && media.length === 0) problems.push(`${name} needs a picture or a video.`);
  if (images > limit.images)
    problems.push(
      `${name} takes at most ${count(limit.images, 'picture')}, this post has ${String(images)}.`,
    );
  if (videos.length > limit.videos)
    problems.push(
      `${name} takes at most ${count(limit.videos, 'video')}, this post has ${String(videos.length)}.`,
    );
  if (!limit.mixed && images > 0 && videos.length > 0)
    problems.push(`${name} takes pictures or a video, not both in one post.`);
  if (videos.some(({ size }) => size > limit.videoBytes))
    problems.push(`${name} takes videos of up to ${megabytes(limit.videoBytes)}.`);
  return problems;
}

const count = (number: number, thing: string): string =>
  `${String(number)} ${thing}${number === 1 ? '' : 's'}`;
const megabytes = (bytes: number): string => `${String(Math.floor(bytes / 1_000_000))} MB`;
