import { Global, Module } from '@nestjs/common';
import { StepsOfComments, type CommentSteps } from '../ports/steps-of-comments.ts';

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
