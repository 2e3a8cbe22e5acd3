/** The texts of drafts: their list, and two devices with one draft. Texts that the server uses as well are in the contracts. */
export const DRAFTS_TEXT = {
  title: 'Drafts',
  count: (drafts: number) => (drafts === 1 ? '1 draft' : `${String(drafts)} drafts`),
  showPosts: 'Show posts',
  continue: 'Continue',
  continueWith: (line: string) => `Continue: ${line}`,
  noText: 'No text yet',
  none: 'No drafts',
  noneHint: 'What you write is saved here automatically until you schedule it.',
  /** Before the text of the draft, for screen readers. */
  open: 'Open the draft:',
  delete: (line: string) => `Delete the draft: ${line}`,
  planned: (when: string) => `Planned for ${when}`,
  notPlanned: 'No time planned',
  changed: (when: string, device: string) => `Changed ${when} on ${device}`,
  hereOnly: 'Only on this device',
  more: 'Show more drafts',
  loading: 'Loading drafts…',
  failed: 'Your drafts could not be loaded.',
  again: 'Try again',
  error: 'Error',
  deleted: 'Draft deleted',
  deletedHint: 'Undo brings it back as it was.',
  restoreFailed: 'The draft could not be restored. Please try again.',
  missing: 'This draft is gone',
  missingHint: 'It was scheduled or deleted.',
  openFailed: 'The draft could not be opened. Please try again.',
} as const;

/** Another device changed the draft that is open here. */
export const DRAFT_CONFLICT_TEXT = {
  title: 'This draft was changed on another device',
  hint: 'Choose what to keep. Until then your text is only on this device.',
  theirs: (when: string, device: string) => `The other version: ${when}, ${device}`,
  theirsLabel: 'The other version',
  empty: 'No text',
  files: (count: number) => (count === 1 ? '1 file' : `${String(count)} files`),
  keepMine: 'Keep mine',
  useTheirs: 'Use theirs',
  keepBoth: 'Keep both',
  scheduled: 'This draft was scheduled in another window. What you have here is saved as a new draft.',
  deleted: 'This draft was deleted in another window. What you have here is saved as a new draft.',
} as const;

/** Another window keeps other words for the post that is open here. */
export const OTHER_EDIT_TEXT = {
  title: 'There is another unsent version of this edit',
  hint: 'It was written in another window. Both versions stay on this device.',
  label: 'The other unsent version',
  when: (when: string) => `The other version: ${when}`,
  use: 'Use it',
  delete: 'Delete it',
  deleted: 'Version deleted',
} as const;
