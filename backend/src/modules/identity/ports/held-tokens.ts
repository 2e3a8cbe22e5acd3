import type { MeView } from '@posthorn/contracts/external/me.http';

/** An API token as shown to the program that holds it. `username`: of its owner. */
export type HeldToken = Pick<MeView, 'username' | 'token'>;

export abstract class HeldTokens {
  /** @throws ApiTokenNotFound when it was just revoked */
  abstract tokenOf(holder: Readonly<{ tokenId: string; userId: string }>): Promise<HeldToken>;
}
