import type { MeView } from '@posthorn/contracts/external/me.http';

/** What a program can learn about the API token that it uses. `username`: the user name of the owner. */
export type HeldToken = Pick<MeView, 'username' | 'token'>;

export abstract class HeldTokens {
  /** @throws ApiTokenNotFound when the token was revoked in the meantime */
  abstract tokenOf(holder: Readonly<{ tokenId: string; userId: string }>): Promise<HeldToken>;
}
