/** The card of the link page in Settings. */
export const LINK_PAGE_CARD = {
  title: 'Link page',
  hint: 'One link with all your channels and your latest posts.',
  needsHandle: 'Set a handle to put your page online. It becomes part of the address.',
  view: 'View Page',
  copy: 'Copy address',
  copied: 'Copied',
  notCopied: 'Your browser blocked copying',
  edit: 'Edit page',
  links: (count: number) => (count === 1 ? '1 link of your own' : `${String(count)} links of your own`),
  unlisted: 'hidden from search engines',
  setBanner: 'Set Banner',
  bannerPremium: 'Upgrade to Premium to set a banner',
} as const;
