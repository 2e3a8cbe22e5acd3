import type { MeView } from '@posthorn/contracts/external/me.http';

/** An API token as the program that holds it may see it. `username`: of its owner. */
export type HeldToken = Pick<MeView, 'username' | 'token'>;

export abstract class HeldTokens {
  /** @throws ApiTokenNotFound when it was revoked a moment ago */
  abstract of(holder: Readonly<{ tokenId: string; userId: string }>): Promise<HeldToken>;
}
