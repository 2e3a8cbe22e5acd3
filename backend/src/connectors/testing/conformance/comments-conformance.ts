import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeModeration } from './comment-moderation-cases.ts';
import { describeReading } from './comment-reading-cases.ts';
import { describeReplies } from './comment-reply-cases.ts';
import { commentStage, type CommentSubject } from './comment-stage.ts';

/** Runs the same cases for the comments of each platform, with the sandbox and real HTTP. */
export function describeComments(subject: CommentSubject): void {
  const stage = commentStage(subject);
  describe(`comments of ${subject.platform}${subject.app ? ` (${subject.app})` : ''}`, () => {
    beforeAll(() => stage.open());
    beforeEach(() => {
      stage.next();
    });
    afterAll(() => stage.close());

    it('support what the descriptor declares: comments, replies and moderation', () => {
      const { capabilities } = stage.connector().descriptor;
      expect(capabilities).toMatchObject({ comments: true, reply: true });
      if (capabilities.hide) expect(stage.comments().hide).toBeDefined();
      if (capabilities.delete) expect(stage.comments().remove).toBeDefined();
    });

    describe('reading', () => {
      describeReading(stage);
    });
    describe('a reply', () => {
      describeReplies(stage);
    });
    describe('moderation', () => {
      describeModeration(stage);
    });
  });
}
