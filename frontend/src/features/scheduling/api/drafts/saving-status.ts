import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';

/**
 * `here`: only this browser has the change. `failed`: not even this browser could store it. `conflict`:
 * another device changed the draft.
 */
export type SavingState = 'none' | 'saving' | 'saved' | 'here' | 'failed' | 'conflict';

export type SavingView = Readonly<{
  state: SavingState;
  /** The newer version of another device. */
  theirs: DraftView | null;
  /** Another window deleted or scheduled the draft, so the text becomes a new draft. */
  gone: 'deleted' | 'scheduled' | null;
  /** Why the server refused to save the draft. */
  reason: string;
}>;

/** What the form shows about the saving of its draft. */
export class SavingStatus {
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
