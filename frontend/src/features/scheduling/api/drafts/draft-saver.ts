import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { ApiError, messageOf } from '#lib/api-client.ts';
import { signedOutKey } from '#lib/signed-out.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import type { DraftCopy } from '../../model/drafts/draft-copies.ts';
import { isStored } from '../../model/drafts/draft-request.ts';
import { DraftHere } from './draft-here.ts';
import { endOf, newerOf } from './draft-refusals.ts';
import { deleteRevision, putDraft } from './drafts.ts';
import { SaveTimer } from './save-timer.ts';
import type { FormOfDraft, SaverParts } from './saver-parts.ts';
import { SavingStatus, type SavingState, type SavingView } from './saving-status.ts';

/** Saves one draft on the server while its form is open. Keeps a copy in this browser when the server does not have the text. */
export class DraftSaver {
  private readonly here: DraftHere;
  private readonly status: SavingStatus;
  private readonly timer = new SaveTimer(() => void this.flush());
  /** The revision on the server that the form is based on; null: the server has none. */
  private base: number | null;
  /** The form as the server has it, as JSON; null: the server has other content than the form. */
  private serverText: string | null;
  private text: string;
  /** The last save request without a response; null: the server confirmed all requests. */
  private unconfirmed: SaveDraftRequest | null = null;
  private running: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isIdAnnounced: boolean;
  private isOnScreen = true;
  /** The server had a draft without text when the form opened. An empty form keeps this draft. */
  private isEmptyDraft: boolean;
  /** `sending`: the post is being sent. `over`: the draft has ended. Both stop the saving. */
  private stopped: 'no' | 'sending' | 'over' = 'no';
  private form: FormOfDraft;

  constructor(private readonly parts: SaverParts) {
    this.here = new DraftHere(parts.userId, parts.id, parts.unsaved?.at ?? null);
    this.form = parts.form;
    this.base = parts.base;
    this.text = parts.start;
    this.isEmptyDraft = parts.base !== null && this.isEmpty();
    this.serverText = parts.unsaved ? null : parts.start;
    // Another window may have sent this text in the meantime.
    this.unconfirmed = parts.unsaved?.request ?? null;
    this.isIdAnnounced = parts.unsaved !== null || parts.base !== null;
    this.status = new SavingStatus(this.stateAtRest());
  }

  get id(): string {
    return this.here.id;
  }

  /** Whether the server has the draft. */
  get isOnServer(): boolean {
    return this.base !== null;
  }

  /** The storage key of the draft in this browser. */
  get key(): string {
    return this.here.key;
  }

  /** Begins the saving when the form appears. The returned function ends the saving when the form closes. */
  readonly open = (): (() => void) => {
    this.here.hold();
    const online = () => void this.flush();
    globalThis.addEventListener('online', online);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === signedOutKey(this.parts.userId)) this.stop();
    };
    globalThis.addEventListener('storage', onStorage);
    if (this.serverText === null) this.timer.plan();
    return () => {
      globalThis.removeEventListener('online', online);
      // Listens until the last save ends, because the user may sign out during this save.
      void this.close().finally(() => {
        globalThis.removeEventListener('storage', onStorage);
      });
    };
  };

  use(form: FormOfDraft): void {
    this.form = form;
  }

  readonly snapshot = (): SavingView => this.status.snapshot();

  readonly subscribe = (listener: () => void): (() => void) => this.status.subscribe(listener);

  /** Receives the form, as JSON, after each change. */
  note(text: string): void {
    this.text = text;
    if (this.stopped !== 'no' || this.theirs) return;
    if ((text === this.serverText || this.hasNothingToSave()) && !this.isBusy) {
      this.timer.cancel();
      this.timer.begin();
      this.here.drop();
      this.status.show({ state: this.stateAtRest() });
      return;
    }
    if (!this.isIdAnnounced) this.announceId();
    this.status.show({ state: 'saving' });
    this.timer.plan();
  }

  /** Stores changes that the server does not have in this browser. Returns false when the browser cannot store them. */
  keepHere(): boolean {
    const copy = this.unsavedCopy();
    return copy === null || this.here.keep(copy);
  }

  /** Returns the changes that the server does not have; null: there are none, or the saving is over. */
  unsavedCopy(): DraftCopy | null {
    if (this.stopped === 'over' || this.text === this.serverText || this.hasNothingToSave()) return null;
    const draft = JSON.parse(this.text) as KeptDraft;
    return { ...draft, request: this.form.requestOf(draft), base: this.base, at: Date.now() };
  }

  /** Saves the changes now, without waiting for a pause. */
  flush(): Promise<void> {
    this.timer.cancel();
    this.running = this.running.then(() => this.save());
    return this.running;
  }

  /** The fields of a post that identify its draft. The server refuses the post when another device has changed the draft. */
  get revision(): Readonly<{ draftId: string; draftRevision?: number }> {
    return { draftId: this.id, ...(this.base !== null && { draftRevision: this.base }) };
  }

  /** Before the post is sent: waits for a running save, and stops further saves. False: another window has changed or ended the draft. */
  async settle(): Promise<boolean> {
    const { id } = this;
    if (this.stopped === 'no') this.stopped = 'sending';
    this.timer.cancel();
    await this.running;
    return !this.theirs && this.id === id;
  }

  /** Shows the current state of the draft after the server refused the post because the draft changed or ended. */
  showNewer(error: unknown): Promise<void> {
    return this.handleRefusal(error, null);
  }

  /** Continues the saving, because the post was not sent. */
  goOn(): void {
    if (this.stopped !== 'sending') return;
    this.stopped = 'no';
    if (!this.theirs && this.text !== this.serverText) this.timer.plan();
  }

  /** Makes the content of the form a new draft, because a post of this draft exists or the draft has ended. */
  renew(): void {
    this.here.renew();
    this.base = null;
    this.isEmptyDraft = false;
    this.serverText = null;
    this.unconfirmed = null;
    this.keepHere();
    this.announceId();
  }

  keepMine(): void {
    this.base = this.theirs?.revision ?? this.base;
    this.status.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  keepBoth(): void {
    this.renew();
    this.status.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  /** Ends the saving and deletes the copy in this browser: the post was sent, or the user has chosen other text. */
  drop(): void {
    this.stop();
    this.here.forget();
  }

  private get theirs(): DraftView | null {
    return this.status.snapshot().theirs;
  }

  private async close(): Promise<void> {
    this.isOnScreen = false;
    this.keepHere();
    if (this.stopped === 'no') {
      await this.flush();
      if (this.isEmpty() && !this.isEmptyDraft && this.base !== null && this.serverText === this.text)
        await deleteRevision(this.id, this.base).catch(() => undefined);
    }
    this.stop();
    this.parts.onClosed();
  }

  private isEmpty(): boolean {
    return this.parts.isEmpty(JSON.parse(this.text) as KeptDraft);
  }

  /** The form is empty and the server has no draft. */
  private hasNothingToSave(): boolean {
    return this.base === null && this.isEmpty();
  }

  private stop(): void {
    this.stopped = 'over';
    this.timer.cancel();
    this.here.letGo();
  }

  private stateAtRest(): SavingState {
    return this.serverText === null ? 'saving' : this.base === null ? 'none' : 'saved';
  }

  private announceId(): void {
    this.isIdAnnounced = true;
    if (this.isOnScreen) this.form.onId(this.id);
  }

  private async save(): Promise<void> {
    const { text } = this;
    if (this.stopped !== 'no' || this.theirs || text === this.serverText || this.hasNothingToSave()) return;
    this.timer.begin();
    this.isBusy = true;
    const request = this.form.requestOf(JSON.parse(text) as KeptDraft);
    const before = this.unconfirmed;
    try {
      this.unconfirmed = request;
      this.accept(await putDraft(this.id, request, this.base), text);
    } catch (error) {
      await this.handleRefusal(error, before);
    } finally {
      this.isBusy = false;
    }
  }

  private accept(draft: DraftView, text: string): void {
    this.base = draft.revision;
    this.serverText = text;
    this.unconfirmed = null;
    this.timer.succeed();
    if (this.stopped === 'over') return;
    this.parts.onSaved(draft);
    if (this.text === text) {
      this.here.drop();
      this.status.show({ state: 'saved', reason: '' });
    } else if (this.stopped === 'no') this.timer.plan();
  }

  private async handleRefusal(error: unknown, before: SaveDraftRequest | null): Promise<void> {
    const gone = this.here.isUnanswered ? null : endOf(error);
    if (gone) {
      if (this.stopped === 'over') return;
      this.renew();
      this.status.show({ gone, state: 'saving' });
      this.timer.plan();
      return;
    }
    const theirs = await newerOf(error, this.id).catch(() => null);
    if (!theirs) {
      this.showFailure(error);
    } else if (before && isStored(before, theirs)) {
      // The response to the previous save was lost.
      this.base = theirs.revision;
      await this.save();
    } else {
      // Even an unchanged form now differs from the draft on the server.
      this.serverText = null;
      this.keepHere();
      this.status.show({ theirs, state: 'conflict' });
    }
  }

  private showFailure(error: unknown): void {
    if (this.stopped === 'over') return;
    this.status.show({ state: this.keepHere() ? 'here' : 'failed', reason: messageOf(error, '') });
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
    if (!isFinal && this.stopped === 'no') this.timer.planAgain();
  }
}
