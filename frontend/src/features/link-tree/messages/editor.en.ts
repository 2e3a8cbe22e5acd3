import { LINK_PAGE, type ClicksView, type LinkIcon } from '@posthorn/contracts/link-tree/link-page.http';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Texts of the link page editor. Limits, refusals and theme names are in the contract. */
export const EDITOR_TEXT = {
  title: 'Link page',
  back: 'Back to Settings',
  needsHandle: 'Your page goes online once you have a handle.',
  view: { tabs: 'View', edit: 'Edit', picture: 'Preview' },
  picture: {
    title: 'Your page, as visitors see it',
    none: 'Set a handle to see your page here.',
  },
  notSaved: 'Not saved',
  again: 'Please try again.',

  clicks: {
    seen: ({ clicks, visitors }: ClicksView) =>
      clicks === 0
        ? 'No clicks yet'
        : `${counted(clicks, 'click', 'clicks')}, ${counted(visitors, 'visitor', 'visitors')}`,
    about: `Clicks in the last ${String(LINK_PAGE.clicksDays)} days. Firefox and many ad blockers do not report clicks, so there may be more. Each visitor counts about once a day: we do not track people to count them exactly.`,
  },
  links: {
    heading: 'Your links',
    hint: 'Your page shows them above your connected accounts.',
    list: 'Links in the order of the page',
    none: 'You have no links yet.',
    add: 'Add link',
    move: (title: string) => `Move ${title}`,
    moveHint: 'Drag it, or press the up and down arrow keys.',
    moved: (title: string, place: number, of: number) => `${title} is now ${String(place)} of ${String(of)}.`,
    more: (title: string) => `More for ${title}`,
    shown: (title: string) => `Show ${title} on the page`,
    hidden: 'Hidden',
    from: (when: string) => `From ${when}`,
    until: (when: string) => `Until ${when}`,
    ended: (when: string) => `Ended ${when}`,
    edit: 'Edit',
    up: 'Move up',
    down: 'Move down',
    first: 'Move to the top',
    last: 'Move to the bottom',
    remove: 'Remove',
    removeAsk: (title: string) => `Remove ${title}?`,
    removeHint: 'This removes it from your page. To take it off for a while, hide it instead.',
  },
  link: {
    add: 'Add link',
    edit: 'Edit link',
    title: 'Title',
    address: 'Address',
    addressHint: 'For example https://example.com/shop',
    icon: 'Icon',
    from: 'Show from',
    until: 'Show until',
    inZone: (zone: string) => `In ${zone}. Leave it empty for no limit.`,
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    icons: {
      link: 'Link',
      substack: 'Substack',
      website: 'Website',
      shop: 'Shop',
      newsletter: 'Newsletter',
      music: 'Music',
      video: 'Video',
      podcast: 'Podcast',
      event: 'Event',
      book: 'Book',
      support: 'Support',
      code: 'Code',
    } satisfies Record<LinkIcon, string>,
  },
  about: {
    heading: 'About you',
    sentence: 'One sentence below your name',
    left: (left: number) => `${counted(left, 'character', 'characters')} left.`,
    over: (over: number) => `${counted(over, 'character', 'characters')} too many.`,
    notSaved: 'Not saved yet.',
    savedElsewhere: (sentence: string) =>
      sentence === ''
        ? 'While you were typing, the saved sentence was removed in another window.'
        : `While you were typing, another sentence was saved in another window: “${sentence}”`,
    takeSaved: 'Discard mine',
    save: 'Save sentence',
    saving: 'Saving...',
  },
  look: {
    heading: 'Look',
    theme: 'Theme',
    listed: 'Show my page in search engines',
    listedHint: 'When this is off, people can still open the page by its address.',
  },
  banner: {
    heading: 'Banner',
    premium: 'Upgrade to Premium to set a banner',
    choose: 'Choose a picture',
    replace: 'Choose another picture',
    uploading: 'Uploading...',
    remove: 'Remove banner',
    removed: 'Banner removed',
    kept: 'Your banner is kept. With Premium, visitors see it again.',
    alt: 'Your banner',
  },
  accounts: {
    heading: 'Connected accounts',
    hint: 'Active accounts appear on your page in this order. Switch one off to hide it.',
    none: 'No account is connected.',
    connect: 'Connect an account',
    reconnect: 'Reconnect it to show it again',
  },
  posts: {
    heading: 'Recent posts',
    hint: (shown: number) => `Your page shows your ${String(shown)} newest public posts that are not hidden.`,
    more: 'Upgrade to Premium to show up to 10',
    none: 'You have no public posts yet.',
    shown: (label: string) => `Show ${label} on the page`,
  },
} as const;
