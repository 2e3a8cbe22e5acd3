import { expect, it } from '@jest/globals';
import { OPTION_SENTENCES } from '@posthorn/contracts/integrations/option-sentences';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { BLUESKY } from '../../bluesky/limits.ts';
import { FACEBOOK } from '../../facebook/limits.ts';
import { INSTAGRAM } from '../../instagram/limits.ts';
import { LINKEDIN } from '../../linkedin/limits.ts';
import { MASTODON } from '../../mastodon/limits.ts';
import { PINTEREST } from '../../pinterest/limits.ts';
import { SNAPCHAT } from '../../snapchat/limits.ts';
import { THREADS } from '../../threads/limits.ts';
import { TIKTOK } from '../../tiktok/limits.ts';
import { TWITTER } from '../../twitter/limits.ts';
import { YOUTUBE } from '../../youtube/limits.ts';

/** The texts of a field by variant. The table has no names of languages: their values are codes of ISO 639. */
function textsOf(field: OptionField): readonly (readonly [string | undefined, string])[] {
  const choices = field.kind === 'choice' && field.name !== 'language' ? field.choices : [];
  return [
    [undefined, field.label],
    ...(field.help === undefined ? [] : [['help', field.help] as const]),
    ...choices.map(({ value, label }) => [value, label] as const),
  ];
}

it.each([
  BLUESKY,
  FACEBOOK,
  INSTAGRAM,
  LINKEDIN,
  MASTODON,
  PINTEREST,
  SNAPCHAT,
  THREADS,
  TIKTOK,
  TWITTER,
  YOUTUBE,
])('has all texts of the fields of $name in the table for screens', ({ platform, options, hint }) => {
  const inTable = (code: string, variant?: string) =>
    sentenceOf(OPTION_SENTENCES, { code, ...(variant !== undefined && { variant }) });
  expect(inTable(platform, 'hint')).toBe(hint);
  for (const field of options)
    for (const [variant, text] of textsOf(field))
      expect([
        field.name,
        variant,
        inTable(`${platform}.${field.name}`, variant) ?? inTable(field.name, variant),
      ]).toEqual([field.name, variant, text]);
});
