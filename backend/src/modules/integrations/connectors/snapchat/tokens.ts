import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { textOf } from '../json.ts';
import { tokenOf } from '../kit/as-account.ts';
import type { OAuthApp } from '../kit/oauth-app.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { SNAPCHAT } from './descriptor.ts';

/** `profile`: the path of the Public Profile. */
export type SnapchatSession = Readonly<{ token: string; profile: string }>;

export const sessionOf = (stored: JsonObject): SnapchatSession => ({
  token: tokenOf(stored),
  profile: `/v1/public_profiles/${encodeURIComponent(textOf(stored['profileId']) ?? '')}`,
});

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
