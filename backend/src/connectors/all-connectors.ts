import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { blueskyConnector } from './bluesky/bluesky.connector.ts';
import { facebookConnection } from './facebook/consent.ts';
import { facebookConnector } from './facebook/facebook.connector.ts';
import { instagramLoginConnection } from './instagram/consent.ts';
import { instagramConnector } from './instagram/instagram.connector.ts';
import { linkedinConnection } from './linkedin/consent.ts';
import { linkedinConnector } from './linkedin/linkedin.connector.ts';
import { MastodonConsent } from './mastodon/consent/consent.ts';
import { mastodonConnector } from './mastodon/mastodon.connector.ts';
import type { AccountGrant, OAuthConnection } from './contract/oauth-connection.ts';
import type { ServerConsent } from './kit/oauth/server-consent.ts';
import { pinterestConnection } from './pinterest/consent.ts';
import { pinterestConnector } from './pinterest/pinterest.connector.ts';
import type { LinkCards } from './kit/link-cards/link-cards.ts';
import type { PlatformHttp } from './kit/platform-http.ts';
import type { Connector } from './contract/connector.ts';
import type { Pause } from './kit/retry-with-backoff.ts';
import { snapchatConnection } from './snapchat/consent.ts';
import { snapchatConnector } from './snapchat/snapchat.connector.ts';
import { threadsConnection } from './threads/consent.ts';
import { threadsConnector } from './threads/threads.connector.ts';
import { tiktokBusinessConsent } from './tiktok/comments/business-consent.ts';
import { tiktokConnection } from './tiktok/consent.ts';
import { tiktokConnector } from './tiktok/tiktok.connector.ts';
import { twitterConnection } from './twitter/consent.ts';
import { twitterConnector } from './twitter/twitter.connector.ts';
import { youtubeConnection } from './youtube/consent.ts';
import { youtubeConnector } from './youtube/youtube.connector.ts';
import type { ServerApps } from './contract/server-apps.ts';
import type { TemporaryMediaUrls } from './contract/temporary-media-urls.ts';

/** The services that connectors need. */
export type ConnectorContext = Readonly<{
  http: PlatformHttp;
  clock: Clock;
  configuration: Configuration;
  /** For platforms that fetch the files themselves. */
  media: TemporaryMediaUrls;
  /** For platforms that make no link cards themselves. */
  cards: LinkCards;
  /** Waits between two requests to a platform. Specs advance their clock instead. */
  pause?: Pause;
}>;

/** Each platform has a folder next to this file and a line in this list. People see the platforms in this order. */
export function allConnectors(context: ConnectorContext): readonly Connector[] {
  const { http, clock, configuration, media, cards, pause } = context;
  const { platformApps } = configuration;
  return [
    facebookConnector(http, clock, platformApps, pause),
    instagramConnector(http, clock, platformApps, media, pause),
    twitterConnector(http, clock, configuration, pause),
    tiktokConnector(http, clock, configuration, media, pause),
    linkedinConnector(http, clock, configuration, cards, pause),
    youtubeConnector(http, clock, configuration, pause),
    snapchatConnector(http, clock, configuration, pause),
    pinterestConnector(http, clock, configuration, media, pause),
    threadsConnector(http, clock, configuration, media, pause),
    blueskyConnector(http, clock, configuration, cards, pause),
    mastodonConnector(http, clock, pause),
  ];
}

/** The consents with which people connect accounts. */
export const allConnections = ({
  http,
  clock,
  configuration,
}: ConnectorContext): readonly OAuthConnection[] => [
  facebookConnection(http, clock, configuration.platformApps),
  threadsConnection(http, clock, configuration),
  tiktokConnection(http, clock, configuration.platformApps.tiktok),
  pinterestConnection(http, clock, configuration),
  twitterConnection(http, clock, configuration),
  linkedinConnection(http, clock, configuration),
  youtubeConnection(http, clock, configuration),
  snapchatConnection(http, clock, configuration),
  instagramLoginConnection(http, clock, configuration.platformApps),
];

/** The consents that give Posthorn more permissions for connected accounts. */
export const allGrants = ({ http, clock, configuration }: ConnectorContext): readonly AccountGrant[] => [
  tiktokBusinessConsent(http, clock, configuration.platformApps),
];

/** The consents at servers that users choose. */
export const allServerConsents = (
  { http, clock }: Pick<ConnectorContext, 'http' | 'clock'>,
  apps: ServerApps,
): readonly ServerConsent[] => [new MastodonConsent(http, clock, apps)];
