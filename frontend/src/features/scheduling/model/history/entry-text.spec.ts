import { expect, it } from '@jest/globals';
import { entryText } from './entry-text.ts';

/** The server's text, which is not in the language of the screen. */
const summary = 'In der Sprache des Servers.';

it("builds the text of a step from the server's codes, with times in the user's zone", () => {
  const said = [
    { code: 'PublishRetryRequested', values: { on: 'ana' } },
    { code: 'waits-until', values: { at: '2026-11-21T09:30:00.000Z' } },
  ];
  expect(entryText({ summary, said }, 'UTC')).toMatch(
    /^Sending it to ana again was requested\. It waits until (?!2026).+, because the earlier attempt may still arrive\.$/u,
  );
});

it("shows the sentence of a check, with the app's own label of the option", () => {
  const values = { platform: 'TikTok', option: 'privacy', label: 'Wer darf es sehen?' };
  const said = [
    { code: 'PublicationWarned', values: { on: 'ana' } },
    { code: 'check.integrations.option-missing', values },
  ];
  expect(entryText({ summary, said }, 'UTC')).toMatch(/: TikTok: .*Who can view this post/u);
});

it('shows the text of the server when one of the codes is unknown', () => {
  const said = [{ code: 'PostEdited' }, { code: 'new-part' }];
  expect(entryText({ summary, said }, 'UTC')).toBe(summary);
  expect(entryText({ summary, said: [] }, 'UTC')).toBe(summary);
});
