/** Texts of the plan's card in Settings. */
export const PLAN_TEXT = {
  heading: 'Plan',
  free: 'Free',
  premium: 'Premium',
  freeHint: 'More posts and accounts, AI replies, and nothing added to your posts.',
  upgrade: 'Upgrade to Premium',
  given: 'Premium was given to you.',
  renews: (day: string, amount: string) => `${amount} on ${day}, and each month from then on.`,
  until: (day: string) => `Premium until ${day}.`,
  pastDue: 'Your last payment failed. Update your card to keep Premium.',
  incomplete: 'Finish your payment to get Premium.',
  finish: 'Finish your payment',
  card: 'Update card',
  manage: 'Manage subscription',
  cancel: 'Cancel subscription',
  failed: { title: 'Error', hint: 'The page for your subscription could not be opened. Please try again.' },
} as const;
