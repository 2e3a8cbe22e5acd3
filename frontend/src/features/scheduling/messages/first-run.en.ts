/** The three steps of a user without posts, in a separate file, because few users need them. */
export const FIRST_RUN_TEXT = {
  title: 'No posts yet',
  hint: 'Three steps to your first one.',
  steps: 'Steps to your first post',
  /** Screen readers announce this state with the title of a step. */
  done: 'done',
  connect: 'Connect an account',
  connectHint: 'Choose where your posts go. You come back here.',
  connected: (count: number) => (count === 1 ? '1 account connected' : `${String(count)} accounts connected`),
  another: 'Connect another',
  write: 'Write your post',
  writeHint: 'Say it once. Choose accounts and a time.',
  create: 'Create First Post',
  watch: 'Watch it go out',
  watchHint: 'Its card shows each account live, with a link as soon as it is posted.',
} as const;
