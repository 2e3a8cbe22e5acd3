import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { YOUTUBE } from './limits.ts';

export const youtubeApp = oauthAppOf('youtube', YOUTUBE.name, 'client_id');

/** Google rarely returns a new refresh token; otherwise the old one stays valid. @throws as `renewedTokens` */
export const renewed = (app: OAuthApp, stored: JsonObject): Promise<JsonObject> =>
  renewedTokens(app, stored, { refreshEnd: (_named, before) => before });
