import { CHECK_SENTENCES as SENTENCES } from '@posthorn/contracts/scheduling/check-sentences';
import { sentenceOf, type SaidValues, type Sentences } from '@posthorn/contracts/shared/said';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { OPTION_SENTENCES } from './options.en.ts';

/** What a check of Posthorn found before a call, by the stored code. The server sends the same sentence in English with the code. */
export const CHECK_SENTENCES: Sentences = Object.fromEntries(
  Object.entries(SENTENCES).map(([key, sentence]) => [
    key,
    typeof sentence === 'function'
      ? (values: SaidValues) => sentence({ ...values, ...labelOf(values), ...offeredOf(values) })
      : sentence,
  ]),
);

/** Returns the label of a platform's field in the words of the product. Empty: these sentences have no label, or the product has no word for it. */
function labelOf({ platform, option }: SaidValues): SaidValues {
  const [id] = Object.entries(PLATFORM_NAMES).find(([, name]) => name === platform) ?? [];
  const code = String(option);
  const label =
    sentenceOf(OPTION_SENTENCES, { code: `${String(id)}.${code}` }) ?? sentenceOf(OPTION_SENTENCES, { code });
  return label === undefined ? {} : { label };
}

/** Returns the choices of a creator on TikTok in the words of the product. Empty: the sentence names no such choices. */
function offeredOf({ levels }: SaidValues): SaidValues {
  if (levels === undefined) return {};
  const words = String(levels)
    .split(' ')
    .map((level) => sentenceOf(OPTION_SENTENCES, { code: 'tiktok.privacy', variant: level }) ?? level);
  return { offered: words.join(', ') };
}
