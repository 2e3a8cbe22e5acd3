import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';

export type YouTubeConfiguration = Pick<Configuration, 'platformApps' | 'sandbox'>;

/** The page on which people watch the video. */
export function videoPage({ platformApps, sandbox }: YouTubeConfiguration, videoId: string): string {
  const isSimulated = sandbox !== null && isSandboxHost(new URL(platformApps.youtube.apiUrl).hostname);
  return isSimulated
    ? `${sandbox.url}/youtube/watch/${videoId}`
    : `https://www.youtube.com/watch?v=${videoId}`;
}

/** The page of a video with one comment on top. */
export function commentPage(configuration: YouTubeConfiguration, videoId: string, commentId: string): string {
  const page = new URL(videoPage(configuration, videoId));
  page.searchParams.set('lc', commentId);
  return page.href;
}
