import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { OAuthApp } from '../kit/oauth-app.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { SNAPCHAT } from './descriptor.ts';

export const snapchatApp = (
  http: PlatformHttp,
  clock: Clock,
  { platformApps: { snapchat: app } }: Pick<Configuration, 'platformApps'>,
) =>
  ({
    http,
    clock,
    app,
    platform: 'snapchat',
    title: SNAPCHAT.name,
    keysIn: 'client_id',
  }) as const satisfies OAuthApp;
