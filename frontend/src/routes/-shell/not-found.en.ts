export const NOT_FOUND_TEXT = {
  title: 'Page Not Found',
  hint: 'This address leads nowhere. It may have moved, or the link was cut short.',
  home: 'Back to Home',
} as const;
