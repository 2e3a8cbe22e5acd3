import type { Hand } from './hand.ts';

const PARAGRAPH =
  'The kiln is open again: forty bowls, a new celadon and two cracks that nobody will ever find. Come by on Saturday. ';
const LONG_TEXT = PARAGRAPH.repeat(10);
const KEY_MS = 60;

type Steps = Readonly<{
  hand: Hand;
  isPhone: boolean;
  /** The digits of a day with posts, for a date input. */
  when: readonly string[];
}>;

/** The steps of a user who writes a long post for many accounts and searches for a free time. */
export async function composerSteps({ hand, isPhone, when }: Steps): Promise<void> {
  const { page } = hand;
  const dialog = page.getByRole('dialog', { name: 'Create New Post' });
  const content = dialog.getByRole('textbox', { name: 'Content', exact: true });
  const tab = (name: RegExp) => dialog.getByRole('tab', { name });
  await content.waitFor({ timeout: 60_000 });
  if (isPhone) await hand.press('open the accounts', tab(/^Accounts/u));
  await hand.press('choose all accounts', dialog.getByRole('button', { name: 'All', exact: true }));
  if (isPhone) await hand.press('back to the text', tab(/^Write/u));
  await content.fill(LONG_TEXT);
  await hand.type('type one character', PARAGRAPH, KEY_MS);
  if (isPhone) {
    await hand.press('open the preview', tab(/^Preview/u));
    await hand.press('back to the text', tab(/^Write/u));
  }
  await hand.press('open the time picker', dialog.getByRole('button', { name: 'Pick', exact: true }));
  await dialog.getByLabel('Schedule time').focus();
  await hand.keys('type one digit of the time', ...when);
  await hand.press('show the posts of that day', dialog.getByText(/other posts that day/u));
}
