import { BRAND } from '@posthorn/contracts/shared/brand';

/** All texts of the landing page and its demo, except those of this installation in the brand file. */
export const LANDING_TEXT = {
  title: BRAND.tagline,
  description: 'Schedule a post to eleven platforms at once, and answer comments in one inbox.',
  nav: { label: 'Main', features: 'Features', pricing: 'Pricing', signIn: 'Sign in', start: 'Get Started' },
  hero: {
    heading: 'Write it once. Be heard everywhere.',
    hint: 'Schedule a post to eleven platforms, answer comments in one inbox, and see proof of what went out.',
    start: 'Start Free',
    demo: 'Watch a Demo',
    noCard: 'Free for as long as you like. No card needed.',
    platforms: 'Publishes on',
    commentPicture: 'A new comment, with buttons to answer it',
    picture: 'The posts screen: what is scheduled and what went out, each with its accounts',
  },
  features: {
    heading: 'Everything after “What do I post?”',
    hint: 'One place to write, to publish and to answer.',
    cards: {
      scheduling: {
        title: 'Multi-platform scheduling',
        words:
          'One text, a few taps, every account. Change text and files for single accounts, and preview each post as its platform will show it.',
      },
      inbox: {
        title: 'Universal inbox',
        words:
          'Comments from nine platforms in one list, grouped by post. Reply, hide or block without opening nine apps.',
      },
      ai: {
        title: 'AI reply assistant',
        words:
          'Suggestions in your tone. Automatic replies within limits that you set, and drafts when the AI is unsure.',
      },
      pages: {
        title: 'Public profile pages',
        words:
          'One page with all your channels, your own links and your latest posts. It opens fast on any phone.',
      },
      mobile: {
        title: 'Mobile-first design',
        words:
          'Made for one thumb and a slow connection on the train. Every screen also works with a keyboard.',
      },
      analytics: {
        title: 'Smart analytics',
        words: 'See how each post performs. Every number has its time and source.',
      },
    },
    inboxPicture: 'A comment in the inbox, and the reply that was sent',
  },
  trust: {
    heading: 'Posted exactly once, or we say so.',
    hint: 'Every step of a post is on record: when it was sent, and what the platform answered.',
    points: [
      'Nothing is sent twice because a connection broke.',
      'Where a platform can’t tell, you decide with one tap.',
      'You can export the record and check it without us.',
    ],
    picture: 'History: a connection broke, the post was looked up and found, and it was not sent twice',
  },
  pricing: {
    heading: 'One price for all of it',
    hint: 'No price per channel, no price per seat.',
    free: {
      title: 'Free',
      price: '$0',
      per: 'for as long as you like',
      start: 'Start Free',
    },
    premium: {
      title: 'Premium',
      per: 'a month at today’s price',
      normally: 'Normally',
      stays: 'You keep the price you start with.',
      from: 'From',
      start: 'Go Premium',
    },
  },
  testimonials: { heading: 'From people who post for a living', stars: 'Five of five stars' },
  questions: 'Questions, answered',
  closing: {
    heading: 'Your next post could be your last copy and paste.',
    start: 'Start Free',
    demo: 'Schedule a Demo',
  },
  footer: { label: 'Legal', privacy: 'Privacy', terms: 'Terms', support: 'Support' },
  demo: {
    heading: 'Create Post',
    back: 'Back',
    caption: 'Caption',
    captionText: 'Fresh sourdough from seven. First ten get a cinnamon roll 🥐',
    media: 'Media',
    mediaHint: 'JPG, PNG or MP4 up to 50MB',
    date: 'Date',
    time: 'Time',
    accounts: '8 accounts selected',
    schedule: 'Schedule',
    isDemo: 'This is a demo: nothing is sent. “Schedule” leads to your own account.',
    tabs: 'Screens',
    posts: 'Posts',
    inbox: 'Inbox',
    inboxNew: '3 new comments',
    settings: 'Settings',
  },
} as const;
