import { expect, it } from '@jest/globals';
import { deadline, type CommentStage } from './comment-stage.ts';

/** The moderation of comments on a platform. */
export function describeModeration(stage: CommentStage): void {
  const { platform, world, comments, commented } = stage;
  it('hides a comment on the platform and shows it again, with any number of repetitions', async () => {
    const place = await commented();
    const { hide } = comments().can(place.found);
    expect(hide === 'platform').toBe(comments().hide !== undefined);
    if (hide === 'here') return;
    for (const hidden of [true, true, false, false]) {
      const asked = comments().hide?.(place.access, place.found, hidden, deadline());
      expect(await asked).toEqual({ kind: 'done' });
      expect(await world.isHidden(platform, place.id)).toBe(hidden);
      const seen = ((await place.reader.thread(place.post)) ?? []).find(({ key }) => key === place.found.key);
      if (seen?.hidden !== null && seen !== undefined) expect(seen.hidden).toBe(hidden);
    }
  });
  it('removes a comment where the platform allows it, with any number of repetitions', async () => {
    const place = await commented();
    const { remove } = comments().can(place.found);
    expect(remove).toBe(comments().remove !== undefined);
    if (!remove) return;
    for (let time = 0; time < 2; time += 1) {
      const asked = comments().remove?.(place.access, place.found, deadline());
      expect(await asked).toEqual({ kind: 'done' });
    }
    expect(await place.reader.thread(place.post)).toEqual([]);
  });
}
