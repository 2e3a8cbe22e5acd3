import { ApiTokenNames, type ApiTokenName } from '#modules/identity/ports/api-token-names.ts';
import { Global, Module } from '@nestjs/common';

/** What Identity tells of API tokens: each is called alike. */
export class TokenNamesDouble extends ApiTokenNames {
  readonly revoked = new Set<string>();

  of(ids: readonly string[]): Promise<readonly ApiTokenName[]> {
    return Promise.resolve(ids.map((id) => ({ id, name: 'My blog', isRevoked: this.revoked.has(id) })));
  }
}

/** Stands for Identity, where a history names who has done something. */
@Global()
@Module({
  providers: [TokenNamesDouble, { provide: ApiTokenNames, useExisting: TokenNamesDouble }],
  exports: [ApiTokenNames],
})
export class TokensForHistory {}
