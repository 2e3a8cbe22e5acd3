import { TOP_LEVEL_DOMAINS } from '@posthorn/contracts/integrations/top-level-domains';
import { LANDING } from '@posthorn/contracts/shared/brand';
import { examplesIn, type Landing } from '@posthorn/contracts/shared/landing-examples';
import type { Finding } from './finding.ts';

/** Warns before visitors of a public server read figures and testimonials that were invented as examples. */
export function inventedWords(publicUrl: string, landing: Landing = LANDING): readonly Finding[] {
  const { hostname } = new URL(publicUrl);
  const examples = isPublicName(hostname) ? examplesIn(landing) : [];
  if (examples.length === 0) return [];
  return [
    {
      about: 'Landing page',
      state: 'bad',
      text: `${hostname} shows invented examples (${examples.join(', ')}). Replace or empty them in LANDING (docs/how-to/change-the-brand.md).`,
    },
  ];
}

/** Names such as `localhost`, `posts.test` and IP addresses are for trying the product out. */
function isPublicName(hostname: string): boolean {
  const [last = '', ...before] = hostname.split('.').reverse();
  return before.length > 0 && (TOP_LEVEL_DOMAINS.has(last) || last.startsWith('xn--'));
}
