import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { YOUTUBE } from './descriptor.ts';

export const youtubeApp = (
  http: PlatformHttp,
  clock: Clock,
  { platformApps: { youtube: app } }: Pick<Configuration, 'platformApps'>,
) =>
  ({
    http,
    clock,
    app,
    platform: 'youtube',
    title: YOUTUBE.name,
    keysIn: 'client_id',
  }) as const satisfies OAuthApp;

/** Google's answer brings a new refresh token seldom; the old one stays good. @throws as `renewedTokens` */
export const renewed = (app: OAuthApp, stored: JsonObject): Promise<JsonObject> =>
  renewedTokens(app, stored, { refreshEnd: (_named, before) => before });
