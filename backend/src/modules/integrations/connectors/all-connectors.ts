import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { BlueskyProvider } from './bluesky/bluesky.provider.ts';
import { FacebookConnection } from './facebook/facebook.connection.ts';
import { FacebookProvider } from './facebook/facebook.provider.ts';
import { InstagramProvider } from './instagram/instagram.provider.ts';
import { LinkedInConnection } from './linkedin/linkedin.connection.ts';
import { LinkedInProvider } from './linkedin/linkedin.provider.ts';
import { MastodonProvider } from './mastodon/mastodon.provider.ts';
import type { OAuthConnection } from './oauth/oauth-connection.ts';
import { PinterestConnection } from './pinterest/pinterest.connection.ts';
import { PinterestProvider } from './pinterest/pinterest.provider.ts';
import type { PlatformHttp } from './platform-http.ts';
import type { SocialProvider } from './social-provider.ts';
import type { Pause } from './steadily.ts';
import { SnapchatConnection } from './snapchat/snapchat.connection.ts';
import { SnapchatProvider } from './snapchat/snapchat.provider.ts';
import { ThreadsConnection } from './threads/threads.connection.ts';
import { ThreadsProvider } from './threads/threads.provider.ts';
import { TikTokConnection } from './tiktok/tiktok.connection.ts';
import { TikTokProvider } from './tiktok/tiktok.provider.ts';
import { TwitterConnection } from './twitter/twitter.connection.ts';
import { TwitterProvider } from './twitter/twitter.provider.ts';
import { YouTubeConnection } from './youtube/youtube.connection.ts';
import { YouTubeProvider } from './youtube/youtube.provider.ts';
import type { MediaLender } from '../features/lend-media/lent-media.ts';

/** What connectors are made of. */
export type ProviderGround = Readonly<{
  http: PlatformHttp;
  clock: Clock;
  configuration: Configuration;
  /** For platforms that fetch the files by themselves. */
  media: MediaLender;
  /** Between two questions to a platform; specs let their clock run instead. */
  pause?: Pause;
}>;

/** Every platform is a folder beside this file and a line here, in the order in which people are shown them. */
export function allProviders(ground: ProviderGround): readonly SocialProvider[] {
  const { http, clock, configuration, media, pause } = ground;
  const { platformApps } = configuration;
  return [
    new FacebookProvider(http, clock, platformApps, pause),
    new InstagramProvider(http, clock, platformApps, media, pause),
    new TwitterProvider(http, clock, configuration, pause),
    new TikTokProvider(http, clock, configuration, media, pause),
    new LinkedInProvider(http, clock, configuration, pause),
    new YouTubeProvider(http, clock, configuration, pause),
    new SnapchatProvider(http, clock, configuration, pause),
    new PinterestProvider(http, clock, configuration, media, pause),
    new ThreadsProvider(http, clock, configuration, media, pause),
    new BlueskyProvider(http, clock, configuration, pause),
    new MastodonProvider(http, clock, pause),
  ];
}

/** The consents by which accounts are connected. */
export const allConnections = ({
  http,
  clock,
  configuration,
}: ProviderGround): readonly OAuthConnection[] => [
  new FacebookConnection(http, clock, configuration.platformApps),
  new ThreadsConnection(http, clock, configuration),
  new TikTokConnection(http, clock, configuration.platformApps.tiktok),
  new PinterestConnection(http, clock, configuration),
  new TwitterConnection(http, clock, configuration),
  new LinkedInConnection(http, clock, configuration),
  new YouTubeConnection(http, clock, configuration),
  new SnapchatConnection(http, clock, configuration),
];
