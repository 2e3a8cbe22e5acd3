import {
  getDraft,
  type DraftConflict,
  type DraftView,
  type SaveDraftRequest,
} from '@posthorn/contracts/scheduling/drafts.http';
import { ApiError, codeOf, messageOf, send } from '#lib/api-client.ts';
import { signedOutKey } from '#lib/signed-out.ts';
import { draftKey, type KeptDraft } from '../model/composer/post-draft.ts';
import { dropCopy, newDraftId, writeCopy } from '../model/composer/draft-copies.ts';
import { holdDraft } from '../model/composer/draft-hold.ts';
import { isStored } from '../model/composer/draft-request.ts';
import { isUnanswered, noteAnswer } from '../model/composer/unanswered.ts';
import { deleteRevision, putDraft } from './drafts.ts';

const QUIET_MS = 1_000;
const AT_MOST_MS = 5_000;
const AGAIN_MS = 5_000;
const AGAIN_AT_MOST_MS = 60_000;

/** `here`: only in this browser. `failed`: not even there. `conflict`: another device has changed the draft, and the user decides. */
export type SavingState = 'none' | 'saving' | 'saved' | 'here' | 'failed' | 'conflict';

type SavingView = Readonly<{
  state: SavingState;
  /** The newer version of another device. */
  theirs: DraftView | null;
  /** Another window deleted or scheduled the draft, so the text here goes on as a new one. */
  gone: 'deleted' | 'scheduled' | null;
  /** Why the server refused to save it. */
  reason: string;
}>;

/** What may change while the form is open. */
type FormOfDraft = Readonly<{
  requestOf: (draft: KeptDraft) => SaveDraftRequest;
  /** The draft has this id from now on. */
  onId: (id: string) => void;
}>;

type Parts = Readonly<{
  userId: string;
  id: string;
  /** The form at the start, as JSON. */
  start: string;
  /** Whether the form has nothing of the user. Then there is no draft. */
  isEmpty: (draft: KeptDraft) => boolean;
  /** The revision that the form began with; null: the server has none. */
  base: number | null;
  /** The form began with this text, which the server may not have; null: with that of the server, or empty. */
  unsaved: SaveDraftRequest | null;
  form: FormOfDraft;
  onSaved: (draft: DraftView) => void;
  onClosed: () => void;
}>;

/** Saves one draft while its form is open: in this browser at once, and on the server when the user pauses. */
export class DraftSaver {
  private view: SavingView;
  private base: number | null;
  /** What the server has, as JSON of the form; null: not what the form shows. */
  private known: string | null;
  private text: string;
  private last: SaveDraftRequest | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since: number | null = null;
  private wait = AGAIN_MS;
  private running: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isNamed: boolean;
  private isOnScreen = true;
  /** The post is being sent, or the draft is over: nothing is saved. */
  private stopped: 'no' | 'sending' | 'over' = 'no';
  private release: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();
  private form: FormOfDraft;
  id: string;

  constructor(private readonly parts: Parts) {
    this.id = parts.id;
    this.form = parts.form;
    this.base = parts.base;
    this.text = parts.start;
    this.known = parts.unsaved ? null : parts.start;
    // Another window may have sent it meanwhile.
    this.last = parts.unsaved;
    this.isNamed = parts.unsaved !== null || parts.base !== null;
    this.view = { state: this.settled(), theirs: null, gone: null, reason: '' };
  }

  /** Whether the server has the draft. */
  get isOnServer(): boolean {
    return this.base !== null;
  }

  /** The name of the draft in this browser. */
  get key(): string {
    return draftKey(this.parts.userId, this.id);
  }

  /** Call it when the form is on the screen. The returned function closes it. */
  readonly open = (): (() => void) => {
    this.release = holdDraft(this.id);
    const online = () => void this.flush();
    globalThis.addEventListener('online', online);
    const heard = ({ key }: StorageEvent) => {
      if (key === signedOutKey(this.parts.userId)) this.stop();
    };
    globalThis.addEventListener('storage', heard);
    if (this.known === null) this.plan();
    return () => {
      globalThis.removeEventListener('online', online);
      // Also after the form has closed: a save may still be on its way.
      void this.close().finally(() => {
        globalThis.removeEventListener('storage', heard);
      });
    };
  };

  use(form: FormOfDraft): void {
    this.form = form;
  }

  readonly snapshot = (): SavingView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The form has changed. */
  note(text: string): void {
    this.text = text;
    if (this.stopped !== 'no' || this.view.theirs) return;
    if ((text === this.known || this.isNothing()) && !this.isBusy) {
      clearTimeout(this.timer);
      this.since = null;
      dropCopy(this.parts.userId, this.id);
      this.show({ state: this.settled() });
      return;
    }
    if (!this.isNamed) this.name();
    this.show({ state: 'saving' });
    this.plan();
  }

  /** Writes what the server does not have into this browser. False when that is not possible. */
  keepHere(): boolean {
    if (this.stopped === 'over' || this.text === this.known || this.isNothing()) return true;
    const draft = JSON.parse(this.text) as KeptDraft;
    const { userId } = this.parts;
    return writeCopy(userId, this.id, {
      ...draft,
      request: this.form.requestOf(draft),
      base: this.base,
      at: Date.now(),
    });
  }

  /** Saves now what the server does not have. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running = this.running.then(() => this.save());
    return this.running;
  }

  /** What the post that is sent names of its draft. The server refuses it when another device has changed the draft. */
  get revision(): Readonly<{ draftId: string; draftRevision?: number }> {
    return { draftId: this.id, ...(this.base !== null && { draftRevision: this.base }) };
  }

  /** Before the post is sent: waits for a save, and begins no other. False: another window has changed or ended the draft. */
  async settle(): Promise<boolean> {
    const { id } = this;
    if (this.stopped === 'no') this.stopped = 'sending';
    clearTimeout(this.timer);
    await this.running;
    return !this.view.theirs && this.id === id;
  }

  /** The server refused the post because the draft is another one now. */
  showNewer(error: unknown): Promise<void> {
    return this.refused(error, null);
  }

  /** The post was not sent, so the draft goes on. */
  goOn(): void {
    if (this.stopped !== 'sending') return;
    this.stopped = 'no';
    if (!this.view.theirs && this.text !== this.known) this.plan();
  }

  /** The post of this draft exists already: what the form shows becomes a new draft. */
  renew(): void {
    this.changeId();
  }

  keepMine(): void {
    this.base = this.view.theirs?.revision ?? this.base;
    this.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  keepBoth(): void {
    this.changeId();
    this.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  /** Closes without saving, and without a copy in this browser: the post was sent, or the user has chosen other text. */
  drop(): void {
    this.stop();
    noteAnswer(this.key);
    dropCopy(this.parts.userId, this.id);
  }

  private async close(): Promise<void> {
    this.isOnScreen = false;
    this.keepHere();
    if (this.stopped === 'no') {
      await this.flush();
      if (this.isEmpty() && this.base !== null && this.known === this.text)
        await deleteRevision(this.id, this.base).catch(() => undefined);
    }
    this.stop();
    this.parts.onClosed();
  }

  private isEmpty(): boolean {
    return this.parts.isEmpty(JSON.parse(this.text) as KeptDraft);
  }

  /** There is no draft yet, here or on the server. */
  private isNothing(): boolean {
    return this.base === null && this.isEmpty();
  }

  private stop(): void {
    this.stopped = 'over';
    clearTimeout(this.timer);
    this.release();
  }

  private settled(): SavingState {
    return this.known === null ? 'saving' : this.base === null ? 'none' : 'saved';
  }

  private show(change: Partial<SavingView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }

  private name(): void {
    this.isNamed = true;
    if (this.isOnScreen) this.form.onId(this.id);
  }

  private changeId(): void {
    noteAnswer(this.key);
    dropCopy(this.parts.userId, this.id);
    this.release();
    this.id = newDraftId();
    this.release = holdDraft(this.id);
    this.base = null;
    this.known = null;
    this.last = null;
    this.keepHere();
    this.name();
  }

  private plan(): void {
    const now = Date.now();
    this.since ??= now;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => void this.flush(),
      Math.max(0, Math.min(QUIET_MS, this.since + AT_MOST_MS - now)),
    );
  }

  private async save(): Promise<void> {
    const { text } = this;
    if (this.stopped !== 'no' || this.view.theirs || text === this.known || this.isNothing()) return;
    this.since = null;
    this.isBusy = true;
    const request = this.form.requestOf(JSON.parse(text) as KeptDraft);
    const before = this.last;
    try {
      this.last = request;
      this.accept(await putDraft(this.id, request, this.base), text);
    } catch (error) {
      await this.refused(error, before);
    } finally {
      this.isBusy = false;
    }
  }

  private accept(draft: DraftView, text: string): void {
    this.base = draft.revision;
    this.known = text;
    this.last = null;
    this.wait = AGAIN_MS;
    if (this.stopped === 'over') return;
    this.parts.onSaved(draft);
    if (this.text === text) {
      dropCopy(this.parts.userId, this.id);
      this.show({ state: 'saved', reason: '' });
    } else if (this.stopped === 'no') this.plan();
  }

  private async refused(error: unknown, before: SaveDraftRequest | null): Promise<void> {
    const code = codeOf(error);
    if (code === 'scheduling.draft-gone' && !isUnanswered(this.key)) {
      const { postId } = conflictOf(error) ?? { postId: null };
      if (this.stopped === 'over') return;
      this.changeId();
      this.show({ gone: postId === null ? 'deleted' : 'scheduled', state: 'saving' });
      this.plan();
      return;
    }
    const theirs = await this.newer(error).catch(() => null);
    if (!theirs) {
      this.failed(error);
    } else if (before && isStored(before, theirs)) {
      // The answer to the save before was lost.
      this.base = theirs.revision;
      await this.save();
    } else {
      // Also a form without a change here shows what the server no longer has.
      this.known = null;
      this.keepHere();
      this.show({ theirs, state: 'conflict' });
    }
  }

  /** The version that the server has instead; null: this is another refusal. */
  private async newer(error: unknown): Promise<DraftView | null> {
    const code = codeOf(error);
    if (code === 'scheduling.draft-changed') return conflictOf(error)?.draft ?? null;
    if (code !== 'scheduling.draft-needs-revision') return null;
    return send(getDraft, undefined, { params: { id: this.id } });
  }

  private failed(error: unknown): void {
    if (this.stopped === 'over') return;
    this.show({ state: this.keepHere() ? 'here' : 'failed', reason: messageOf(error, '') });
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
    if (isFinal || this.stopped !== 'no') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.wait);
    this.wait = Math.min(2 * this.wait, AGAIN_AT_MOST_MS);
  }
}

const conflictOf = (error: unknown): DraftConflict | null =>
  error instanceof ApiError ? (error.reply as DraftConflict | null) : null;
