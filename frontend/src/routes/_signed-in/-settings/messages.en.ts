/** Texts of the Settings screen. The texts of a section are in its feature. */
export const SETTINGS_SCREEN_TEXT = {
  hint: 'Your accounts, your page and how things look.',
  back: 'Back to Settings',
  sections: 'Sections',
  search: 'Search settings',
  searchHint: 'Search...',
  clear: 'Clear search',
  found: (count: number) => (count === 1 ? '1 section found' : `${String(count)} sections found`),
  nothing: 'No setting found',
  nothingHint: (words: string) => `Nothing here mentions “${words}”.`,
  /** Titles of sections whose own texts load later. */
  titles: {
    postDefaults: 'Post Defaults',
    notifications: 'Notifications',
    apiAccess: 'API Access',
    yourData: 'Your data',
    deleteAccount: 'Delete account',
  },
  /** Search words for users who do not know a section's name. */
  also: {
    accounts: 'connect disconnect platforms channels social networks',
    account: 'profile username first last name e-mail email address handle change',
    linkPage: 'link in bio public profile page banner url website clicks visitors statistics copy',
    analytics: 'statistics figures insights numbers charts csv',
    personality: 'tone of voice artificial intelligence assistant',
    postDefaults: 'hashtags caption signature template new post',
    notifications: 'mail e-mail email alerts bell notices unsubscribe',
    moderation: 'hide spam swear words block people automatic answers',
    appearance: 'theme dark light mode colours colors night design',
    timezone: 'time zone clock utc offset city date',
    signIn: 'login log in logout signout sign out sessions devices security google linkedin',
    apiAccess:
      'tokens keys developer programs automation webhooks documentation rest mcp assistants zapier n8n make',
    yourData: 'export download copy archive zip privacy gdpr',
    deleteAccount: 'remove erase close leave privacy gdpr',
    plan: 'premium upgrade subscription billing payment invoice price cancel card',
  },
} as const;
