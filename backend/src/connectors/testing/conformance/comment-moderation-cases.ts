import { expect, it } from '@jest/globals';
import { deadline, type CommentStage } from './comment-stage.ts';

/** The cases for the moderation of comments. */
export function describeModeration(stage: CommentStage): void {
  const { platform, world, comments, commented } = stage;
  it('hides a comment on the platform and shows it again, even when the calls are repeated', async () => {
    const stagedComment = await commented();
    const { hide } = comments().can(stagedComment.found);
    expect(hide === 'platform').toBe(comments().hide !== undefined);
    if (hide === 'here') return;
    for (const hidden of [true, true, false, false]) {
      const outcome = await comments().hide?.(stagedComment.access, stagedComment.found, hidden, deadline());
      expect(outcome).toEqual({ kind: 'done' });
      expect(await world.isHidden(platform, stagedComment.id)).toBe(hidden);
      const seen = ((await stagedComment.reader.thread(stagedComment.post)) ?? []).find(
        ({ key }) => key === stagedComment.found.key,
      );
      if (seen?.hidden !== null && seen !== undefined) expect(seen.hidden).toBe(hidden);
    }
  });
  it('removes a comment if the platform allows this, even when the call is repeated', async () => {
    const stagedComment = await commented();
    const { remove } = comments().can(stagedComment.found);
    expect(remove).toBe(comments().remove !== undefined);
    if (!remove) return;
    for (let time = 0; time < 2; time += 1) {
      const outcome = await comments().remove?.(stagedComment.access, stagedComment.found, deadline());
      expect(outcome).toEqual({ kind: 'done' });
    }
    expect(await stagedComment.reader.thread(stagedComment.post)).toEqual([]);
  });
}
