/** What the platform said, where it said something. */
export const said = ({ words }: Readonly<{ words: string | null }>): string =>
  words ? ` It said: “${words}”` : '';
