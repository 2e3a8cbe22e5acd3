import type { Screen } from './screen.ts';

/** Requests to Stripe's sandbox, which is the only other host. */
export const STRIPE_FORM =
  /request to another host: http:\/\/(localhost|127\.0\.0\.1):\d+\/(stripe[./]|favicon)/u;
export const CARD_FRAME = 'iframe[title="Secure payment input frame"]';

/** The page on which a user buys a plan. */
export const SUBSCRIBE_SCREENS: readonly Screen[] = [
  { name: 'subscribe-visitor', who: 'nobody', path: '/subscribe' },
  { name: 'subscribe', who: 'busy', path: '/subscribe' },
  {
    name: 'subscribe-form',
    who: 'busy',
    path: '/subscribe',
    over: true,
    async then(page, visitor) {
      visitor.expects(STRIPE_FORM);
      await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
      await page.frameLocator(CARD_FRAME).getByLabel('Card number').waitFor();
    },
  },
  { name: 'subscribe-premium', path: '/subscribe' },
];
