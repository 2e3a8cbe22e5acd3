import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';

/** `here`: only in this browser. `failed`: not even there. `conflict`: another device has changed the draft, and the user decides. */
export type SavingState = 'none' | 'saving' | 'saved' | 'here' | 'failed' | 'conflict';

export type SavingView = Readonly<{
  state: SavingState;
  /** The newer version of another device. */
  theirs: DraftView | null;
  /** Another window deleted or scheduled the draft, so the text here goes on as a new one. */
  gone: 'deleted' | 'scheduled' | null;
  /** Why the server refused to save it. */
  reason: string;
}>;

/** What the form shows about the saving of its draft. */
export class SavingNews {
  private readonly listeners = new Set<() => void>();
  private view: SavingView;

  constructor(state: SavingState) {
    this.view = { state, theirs: null, gone: null, reason: '' };
  }

  readonly snapshot = (): SavingView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  show(change: Partial<SavingView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
