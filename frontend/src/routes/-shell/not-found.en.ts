export const NOT_FOUND_TEXT = {
  title: 'Page Not Found',
  hint: 'There is no page at this address. It may have moved, or the link is incomplete.',
  home: 'Back to Home',
} as const;
