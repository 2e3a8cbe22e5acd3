/** Where the screen of posts leads to drafts. */
export type DraftsEntry = Readonly<{
  writer: Readonly<{ id: string; zone: string; isPremium: boolean }>;
  /** A form is open. Its draft changes with each key, so lists of drafts wait until it is closed. */
  isWriting: boolean;
  onShow: () => void;
  onOpen: (id: string) => void;
}>;
