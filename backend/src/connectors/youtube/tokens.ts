import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { YOUTUBE } from './limits.ts';

export const youtubeApp = oauthAppOf('youtube', YOUTUBE.name, 'client_id');

/** Renews the access token. The refresh token usually stays the same. @throws the errors of `renewedTokens` */
export const renewCredentials = (app: OAuthApp, stored: JsonObject): Promise<JsonObject> =>
  renewedTokens(app, stored, { refreshEnd: (_named, before) => before });
