import { BRAND, FREE_SUFFIX } from '../shared/brand.ts';
import { ENTITLEMENTS } from './entitlements.ts';

const { scheduledPosts, connectedAccounts } = ENTITLEMENTS.free;

/** Our promises about payments. The subscribe screen and the legal pages use these sentences. */
export const PROMISES = {
  cancelling: {
    question: 'Can I cancel?',
    answer: 'You can cancel any time, in Settings. Premium stays until the end of the paid period.',
  },
  price: {
    question: 'Will my price rise?',
    answer:
      'Your price stays the same for as long as your subscription runs. If it ends and you subscribe again later, you pay the price of that day.',
  },
  moneyBack: {
    question: 'Is there a 30-day money-back guarantee?',
    answer: `Write to ${BRAND.supportEmail} within 30 days of the first payment. We refund it in full, and Premium ends.`,
  },
  free: {
    question: 'What does Free include?',
    answer: `Free includes ${String(scheduledPosts)} scheduled posts at a time, ${String(connectedAccounts)} connected accounts, and the inbox with your own replies. Posts end in “${FREE_SUFFIX}”, except where a platform forbids that.`,
  },
  platforms: {
    question: 'Which platforms?',
    answer:
      'You can publish on eleven: Facebook, Instagram, X, TikTok, LinkedIn, YouTube, Snapchat, Pinterest, Threads, Bluesky and Mastodon. Substack does not let other apps publish.',
  },
  card: {
    question: 'Who sees my card?',
    answer: 'Stripe sees your card. We never do.',
  },
  trial: {
    question: 'Is there a trial?',
    answer: 'There is no trial, because you can use Free for as long as you like.',
  },
} as const;
