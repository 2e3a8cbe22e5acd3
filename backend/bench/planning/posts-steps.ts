import type { Hand } from './hand.ts';

/** The steps of a user who selects several posts in a long list and moves them together. */
export async function postsSteps(hand: Hand, isPhone: boolean): Promise<void> {
  const { page } = hand;
  const cards = page.locator('li[data-index] [data-row]');
  const time = (at: number) => cards.nth(at).locator('time').first();
  await cards.nth(3).waitFor({ timeout: 60_000 });
  if (isPhone) {
    await hand.longPress('choose by long press', time(0));
    for (const at of [1, 2]) await hand.press('choose another', time(at));
  } else {
    await cards.first().focus();
    await hand.keys('go to the next post', 'j', 'j', 'k');
    await hand.keys('choose with x', 'x', 'j', 'x');
    await hand.shiftClick('choose a range with Shift', time(4));
    await hand.press('choose another', time(0));
  }
  await hand.press('ask how far to move', page.getByRole('button', { name: /^Move \d/u }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move by').waitFor();
  await hand.press('move the chosen posts', dialog.getByRole('button', { name: /^Move \d/u }));
}
