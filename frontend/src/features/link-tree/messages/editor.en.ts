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
        ? 'No clicks seen'
        : `${counted(clicks, 'click', 'clicks')} seen, ${counted(visitors, 'visitor', 'visitors')}`,
    about: `Clicks seen in the last ${String(LINK_PAGE.clicksDays)} days. Firefox and many blockers do not tell us of clicks, so there may be more. A visitor counts once a day, as far as we can tell visitors apart without following them.`,
  },
  links: {
    heading: 'Your links',
    hint: 'They stand above your connected accounts.',
    list: 'Links in the order of the page',
    none: 'No link of your own yet.',
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
    removeHint: 'It leaves your page. To take it off for a while, hide it.',
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
    left: (left: number) => `${String(left)} characters left.`,
    over: (over: number) => `${String(over)} too many.`,
    notSaved: 'Not saved yet.',
    savedElsewhere: (sentence: string) =>
      sentence === ''
        ? 'Since you typed this, the sentence was removed elsewhere.'
        : `Since you typed this, another sentence was saved elsewhere: “${sentence}”`,
    takeSaved: 'Discard mine',
    save: 'Save sentence',
    saving: 'Saving...',
  },
  look: {
    heading: 'Look',
    theme: 'Theme',
    listed: 'Search engines may list it',
    listedHint: 'Without it the page still opens for everybody who has its address.',
  },
  banner: {
    heading: 'Banner',
    premium: 'Upgrade to Premium to set a banner',
    choose: 'Choose a picture',
    replace: 'Choose another picture',
    uploading: 'Uploading...',
    remove: 'Remove banner',
    removed: 'Banner removed',
    kept: 'Your banner is kept. Visitors see it again with Premium.',
    alt: 'Your banner',
  },
  accounts: {
    heading: 'Connected accounts',
    hint: 'Active accounts stand on your page in this order. Switch one off to hide it.',
    none: 'No account is connected.',
    connect: 'Connect an account',
    reconnect: 'Reconnect it to show it again',
  },
  posts: {
    heading: 'Recent posts',
    hint: (shown: number) => `Your page shows the newest ${String(shown)} that are not hidden.`,
    more: 'Upgrade to Premium to show up to 10',
    none: 'Nothing is published yet.',
    shown: (label: string) => `Show ${label} on the page`,
  },
} as const;
