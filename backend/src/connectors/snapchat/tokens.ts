import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { tokenOf } from '../kit/as-account.ts';
import { oauthAppOf } from '../kit/oauth-app.ts';
import { SNAPCHAT } from './limits.ts';

/** `profile`: the API path of the Public Profile. */
export type SnapchatSession = Readonly<{ token: string; profile: string }>;

export const sessionOf = (stored: JsonObject): SnapchatSession => ({
  token: tokenOf(stored),
  profile: `/v1/public_profiles/${encodeURIComponent(textOf(stored['profileId']) ?? '')}`,
});

export const snapchatApp = oauthAppOf('snapchat', SNAPCHAT.name, 'client_id');
