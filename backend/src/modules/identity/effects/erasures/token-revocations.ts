import { Injectable } from '@nestjs/common';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { apiTokenStream, revokeToken, type RevocationReason } from '../../domain/api-token/api-token.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { TokenNames } from '../../read-models/api-tokens/token-names.ts';

/** Revokes tokens. Deletes the row first, so that the token is invalid immediately, and then records the event. */
@Injectable()
export class TokenRevocations {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly writer: StreamWriter,
    private readonly names: TokenNames,
  ) {}

  /** Returns false if the user has no such token. Runs inside a CauseContext. */
  async revoke(ownerId: string, tokenId: string): Promise<boolean> {
    if (!(await this.tokens.close(ownerId, tokenId))) return false;
    await this.record(tokenId, 'owner');
    return true;
  }

  /** Revokes the expired tokens of a user. Runs inside a CauseContext. */
  async revokeExpiredOf(ownerId: string): Promise<void> {
    for (const tokenId of await this.tokens.closeExpiredOf(ownerId)) await this.record(tokenId, 'expired');
  }

  /** Revokes all tokens of a user. A repeated call does no harm. Runs inside a CauseContext. */
  async revokeAllOf(ownerId: string, reason: 'erased' | 'not-me'): Promise<void> {
    await this.tokens.closeAllOf(ownerId);
    for (const id of await this.names.idsOf(ownerId)) await this.record(id, reason);
  }

  /** Records the event. A repeated call adds nothing. */
  async record(tokenId: string, reason: RevocationReason): Promise<void> {
    await this.writer.decide(apiTokenStream, tokenId, (token) => revokeToken(token, tokenId, reason));
  }
}
