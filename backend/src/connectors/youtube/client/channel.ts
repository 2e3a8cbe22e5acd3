import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { at, listOf, textOf } from '../../kit/json.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import type { YouTubeClient } from './client.ts';
import { YOUTUBE_LIMITS } from '../limits.ts';

/** The limit for channels with phone verification. */
const VIDEO_SECONDS_MAX = 12 * 3600;

export type Channel = Readonly<{
  id: string;
  /** The handle without `@`; the title if there is no handle. */
  name: string;
  title: string | null;
  limits: PlatformLimits;
  picture?: string;
}>;

/**
 * Reads the channel that the person chose in the consent. Null: the person has no channel. Costs one unit of the quota.
 * @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen
 */
export async function ownChannel(client: YouTubeClient, token: string): Promise<Channel | null> {
  const query = { part: 'id,snippet,status', mine: 'true' };
  const body = (await client.send({ token, path: '/youtube/v3/channels', query })).json();
  const [channel] = listOf(at(body, 'items'));
  const id = textOf(at(channel, 'id'));
  if (id === null) return null;
  const title = textOf(at(channel, 'snippet', 'title'));
  const handle = textOf(at(channel, 'snippet', 'customUrl'))?.replace(/^@/u, '');
  const allowsLongVideos = at(channel, 'status', 'longUploadsStatus') === 'allowed';
  const limits = allowsLongVideos ? withLongVideos : YOUTUBE_LIMITS;
  const pictures = at(channel, 'snippet', 'thumbnails');
  const picture = pictureAddress(at(pictures, 'medium', 'url'), at(pictures, 'default', 'url'));
  return { id, name: handle ?? title ?? id, title, limits, ...picture };
}

const withLongVideos: PlatformLimits = {
  ...YOUTUBE_LIMITS,
  media: { ...YOUTUBE_LIMITS.media, videoSeconds: { min: 0, max: VIDEO_SECONDS_MAX } },
};
