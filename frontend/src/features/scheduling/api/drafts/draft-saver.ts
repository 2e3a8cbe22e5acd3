import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { ApiError, messageOf } from '#lib/api-client.ts';
import { signedOutKey } from '#lib/signed-out.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { isStored } from '../../model/drafts/draft-request.ts';
import { DraftHere } from './draft-here.ts';
import { endOf, newerOf } from './draft-refusals.ts';
import { deleteRevision, putDraft } from './drafts.ts';
import { SaveTimer } from './save-timer.ts';
import type { FormOfDraft, SaverParts } from './saver-parts.ts';
import { SavingNews, type SavingState, type SavingView } from './saving-news.ts';

/** Saves one draft while its form is open: in this browser at once, and on the server when the user pauses. */
export class DraftSaver {
  private readonly here: DraftHere;
  private readonly news: SavingNews;
  private readonly timer = new SaveTimer(() => void this.flush());
  private base: number | null;
  /** What the server has, as JSON of the form; null: not what the form shows. */
  private known: string | null;
  private text: string;
  private last: SaveDraftRequest | null = null;
  private running: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isNamed: boolean;
  private isOnScreen = true;
  /** The post is being sent, or the draft is over: nothing is saved. */
  private stopped: 'no' | 'sending' | 'over' = 'no';
  private form: FormOfDraft;

  constructor(private readonly parts: SaverParts) {
    this.here = new DraftHere(parts.userId, parts.id);
    this.form = parts.form;
    this.base = parts.base;
    this.text = parts.start;
    this.known = parts.unsaved ? null : parts.start;
    // Another window may have sent it meanwhile.
    this.last = parts.unsaved;
    this.isNamed = parts.unsaved !== null || parts.base !== null;
    this.news = new SavingNews(this.settled());
  }

  get id(): string {
    return this.here.id;
  }

  /** Whether the server has the draft. */
  get isOnServer(): boolean {
    return this.base !== null;
  }

  /** The name of the draft in this browser. */
  get key(): string {
    return this.here.key;
  }

  /** Call it when the form is on the screen. The returned function closes it. */
  readonly open = (): (() => void) => {
    this.here.hold();
    const online = () => void this.flush();
    globalThis.addEventListener('online', online);
    const heard = ({ key }: StorageEvent) => {
      if (key === signedOutKey(this.parts.userId)) this.stop();
    };
    globalThis.addEventListener('storage', heard);
    if (this.known === null) this.timer.plan();
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

  readonly snapshot = (): SavingView => this.news.snapshot();

  readonly subscribe = (listener: () => void): (() => void) => this.news.subscribe(listener);

  /** The form has changed. */
  note(text: string): void {
    this.text = text;
    if (this.stopped !== 'no' || this.theirs) return;
    if ((text === this.known || this.isNothing()) && !this.isBusy) {
      this.timer.cancel();
      this.timer.begin();
      this.here.drop();
      this.news.show({ state: this.settled() });
      return;
    }
    if (!this.isNamed) this.name();
    this.news.show({ state: 'saving' });
    this.timer.plan();
  }

  /** Writes what the server does not have into this browser. False when that is not possible. */
  keepHere(): boolean {
    if (this.stopped === 'over' || this.text === this.known || this.isNothing()) return true;
    const draft = JSON.parse(this.text) as KeptDraft;
    return this.here.keep({ ...draft, request: this.form.requestOf(draft), base: this.base });
  }

  /** Saves now what the server does not have. */
  flush(): Promise<void> {
    this.timer.cancel();
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
    this.timer.cancel();
    await this.running;
    return !this.theirs && this.id === id;
  }

  /** The server refused the post because the draft is another one now. */
  showNewer(error: unknown): Promise<void> {
    return this.refused(error, null);
  }

  /** The post was not sent, so the draft goes on. */
  goOn(): void {
    if (this.stopped !== 'sending') return;
    this.stopped = 'no';
    if (!this.theirs && this.text !== this.known) this.timer.plan();
  }

  /** The post of this draft exists already: what the form shows becomes a new draft. */
  renew(): void {
    this.here.renew();
    this.base = null;
    this.known = null;
    this.last = null;
    this.keepHere();
    this.name();
  }

  keepMine(): void {
    this.base = this.theirs?.revision ?? this.base;
    this.news.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  keepBoth(): void {
    this.renew();
    this.news.show({ theirs: null, state: 'saving' });
    void this.flush();
  }

  /** Closes without saving, and without a copy in this browser: the post was sent, or the user has chosen other text. */
  drop(): void {
    this.stop();
    this.here.forget();
  }

  private get theirs(): DraftView | null {
    return this.news.snapshot().theirs;
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
    this.timer.cancel();
    this.here.letGo();
  }

  private settled(): SavingState {
    return this.known === null ? 'saving' : this.base === null ? 'none' : 'saved';
  }

  private name(): void {
    this.isNamed = true;
    if (this.isOnScreen) this.form.onId(this.id);
  }

  private async save(): Promise<void> {
    const { text } = this;
    if (this.stopped !== 'no' || this.theirs || text === this.known || this.isNothing()) return;
    this.timer.begin();
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
    this.timer.succeed();
    if (this.stopped === 'over') return;
    this.parts.onSaved(draft);
    if (this.text === text) {
      this.here.drop();
      this.news.show({ state: 'saved', reason: '' });
    } else if (this.stopped === 'no') this.timer.plan();
  }

  private async refused(error: unknown, before: SaveDraftRequest | null): Promise<void> {
    const gone = this.here.isUnanswered ? null : endOf(error);
    if (gone) {
      if (this.stopped === 'over') return;
      this.renew();
      this.news.show({ gone, state: 'saving' });
      this.timer.plan();
      return;
    }
    const theirs = await newerOf(error, this.id).catch(() => null);
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
      this.news.show({ theirs, state: 'conflict' });
    }
  }

  private failed(error: unknown): void {
    if (this.stopped === 'over') return;
    this.news.show({ state: this.keepHere() ? 'here' : 'failed', reason: messageOf(error, '') });
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
    if (!isFinal && this.stopped === 'no') this.timer.planAgain();
  }
}
