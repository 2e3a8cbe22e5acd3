/** The props of the buttons and lists that lead to drafts. */
export type DraftsEntry = Readonly<{
  writer: Readonly<{ id: string; zone: string; isPremium: boolean }>;
  /** A form is open. Its draft changes often, so the lists of drafts load only after the form closes. */
  isWriting: boolean;
  onShow: () => void;
  onOpen: (id: string) => void;
}>;
