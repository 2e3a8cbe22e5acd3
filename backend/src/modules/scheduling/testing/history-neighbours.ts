import { Global, Module } from '@nestjs/common';
import { ApiTokenNames, type ApiTokenName } from '#modules/identity/ports/api-token-names.ts';
import { StepsOfComments, type CommentSteps } from '../ports/steps-of-comments.ts';

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

/** What the inbox tells of comments: none, until a spec says otherwise. */
export class CommentStepsDouble extends StepsOfComments {
  steps: CommentSteps = { told: [], steps: 0, read: 0, total: 0 };

  under(): Promise<CommentSteps> {
    return Promise.resolve(this.steps);
  }

  streamsUnder(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}

/** Stands for the inbox, where Scheduling asks it. */
@Global()
@Module({
  providers: [CommentStepsDouble, { provide: StepsOfComments, useExisting: CommentStepsDouble }],
  exports: [StepsOfComments],
})
export class InboxForHistory {}
