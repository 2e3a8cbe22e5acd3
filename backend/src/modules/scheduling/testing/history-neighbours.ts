import { Global, Module } from '@nestjs/common';
import { ApiTokenNames, type ApiTokenName } from '#modules/identity/ports/api-token-names.ts';
import { StepsOfComments, type CommentSteps } from '../ports/steps-of-comments.ts';

/** Returns the same name for every API token. */
export class TokenNamesDouble extends ApiTokenNames {
  readonly revoked = new Set<string>();

  namesOf(ids: readonly string[]): Promise<readonly ApiTokenName[]> {
    return Promise.resolve(ids.map((id) => ({ id, name: 'My blog', isRevoked: this.revoked.has(id) })));
  }
}

/** Replaces Identity, which knows the names of the API tokens in a history. */
@Global()
@Module({
  providers: [TokenNamesDouble, { provide: ApiTokenNames, useExisting: TokenNamesDouble }],
  exports: [ApiTokenNames],
})
export class TokensForHistory {}

/** The comment steps of the inbox. Empty until a spec sets them. */
export class CommentStepsDouble extends StepsOfComments {
  steps: CommentSteps = { newest: [], steps: 0, read: 0, total: 0 };

  under(): Promise<CommentSteps> {
    return Promise.resolve(this.steps);
  }

  streamsUnder(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}

/** Replaces the inbox, from which Scheduling reads comment steps. */
@Global()
@Module({
  providers: [CommentStepsDouble, { provide: StepsOfComments, useExisting: CommentStepsDouble }],
  exports: [StepsOfComments],
})
export class InboxForHistory {}
