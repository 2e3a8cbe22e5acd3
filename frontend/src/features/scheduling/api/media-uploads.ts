import { MEDIA, MEDIA_TEXT, uploadMedia, type MediaFileView } from '@posthorn/contracts/shared/media.http';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { messageOf } from '#lib/api-client.ts';
import { upload } from '#lib/upload.ts';
import { COMPOSER_TEXT } from '../messages/composer.en.ts';
import { isUnsent, storedItem, type ComposerMediaItem } from '../model/composer/media-item.ts';

const PARALLEL_UPLOADS = 3;

type UploadCallbacks = Readonly<{
  refused: (title: string, message: string) => void;
  failed: (error: unknown) => void;
  /** Runs when all uploads have ended, if no file was refused and none failed. */
  finished: (count: number) => void;
}>;

/** The files of one post form. Uploads each file separately, so that a file can fail, be cancelled or be retried alone. */
export class MediaUploads {
  private items: readonly ComposerMediaItem[];
  private refusals: readonly string[] = [];
  private nextId = 1;
  private arrivedCount = 0;
  private readonly files = new Map<number, File>();
  private readonly cancels = new Map<number, () => void>();
  private readonly listeners = new Set<() => void>();

  constructor(
    stored: readonly MediaFileView[],
    private readonly callbacks: UploadCallbacks,
  ) {
    this.items = stored.map((view) => storedItem(view, this.nextId++));
  }

  readonly snapshot = (): readonly ComposerMediaItem[] => this.items;

  /** The reasons why files of the last selection were refused. */
  readonly refusalMessages = (): readonly string[] => this.refusals;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: readonly File[]): void {
    const room = POST.filesMax - this.items.length;
    this.refusals = [];
    if (files.length > room) this.refuse(MEDIA_TEXT.tooManyTitle, MEDIA_TEXT.tooMany);
    const added = files.slice(0, Math.max(room, 0)).filter((file) => this.isAccepted(file));
    this.set([...this.items, ...added.map((file) => this.begin(file))]);
    this.sendNext();
  }

  /** Removes a file, and cancels its upload. */
  remove(id: number): void {
    this.cancels.get(id)?.();
    this.forget(id);
    this.set(this.items.filter((item) => item.id !== id));
    this.sendNext();
  }

  retry(id: number): void {
    this.change(id, { state: 'waiting', progress: 0 });
    this.sendNext();
  }

  move(id: number, by: -1 | 1): void {
    const from = this.items.findIndex((item) => item.id === id);
    const list = [...this.items];
    const [item] = list.splice(from, 1);
    if (item) list.splice(Math.max(from + by, 0), 0, item);
    this.set(list);
  }

  describe(id: number, altText: string): void {
    this.change(id, { altText });
  }

  /** Stops all uploads when the form closes. Returns the number of files that the server does not have, once. */
  close(): number {
    for (const cancel of this.cancels.values()) cancel();
    for (const { id } of this.items) this.forget(id);
    const lost = this.items.filter(isUnsent);
    this.items = this.items.filter((item) => !lost.includes(item));
    return lost.length;
  }

  private isAccepted(file: File): boolean {
    const reason = this.reasonToRefuse(file);
    if (reason) this.refuse(reason.title, reason.message);
    return !reason;
  }

  private refuse(title: string, message: string): void {
    this.refusals = [...this.refusals, message];
    this.callbacks.refused(title, message);
  }

  private reasonToRefuse({ name, size, type }: File) {
    if (size > MEDIA.fileBytesMax)
      return { title: MEDIA_TEXT.tooLargeTitle, message: MEDIA_TEXT.tooLarge(name) };
    // Some systems give no type; the server checks the file itself.
    const known = type === '' || (MEDIA.types as readonly string[]).includes(type);
    return known
      ? undefined
      : { title: COMPOSER_TEXT.unsupportedFile, message: MEDIA_TEXT.notSupported(name) };
  }

  private begin(file: File): ComposerMediaItem {
    const id = this.nextId++;
    this.files.set(id, file);
    return {
      id,
      name: file.name,
      kind: file.type.startsWith('video') ? 'video' : 'image',
      size: file.size,
      preview: URL.createObjectURL(file),
      altText: '',
      state: 'waiting',
      progress: 0,
    };
  }

  private sendNext(): void {
    const sending = this.items.filter(({ state }) => state === 'sending').length;
    for (const item of this.items
      .filter(({ state }) => state === 'waiting')
      .slice(0, PARALLEL_UPLOADS - sending)) {
      void this.send(item.id);
    }
  }

  private async send(id: number): Promise<void> {
    const file = this.files.get(id);
    if (!file) return;
    this.change(id, { state: 'sending', progress: 0 });
    const { done, cancel } = upload(uploadMedia, 'media', [file], (progress) => {
      this.change(id, { progress });
    });
    this.cancels.set(id, cancel);
    try {
      const [view] = (await done).files;
      if (!view) throw new Error('The server returned no file');
      this.arrivedCount += 1;
      this.change(id, { state: 'done', progress: 1, kind: view.mediaType, size: view.mediaSize, view });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.change(id, { state: 'failed', problem: messageOf(error, MEDIA_TEXT.failed) });
      this.callbacks.failed(error);
    } finally {
      this.cancels.delete(id);
    }
    this.sendNext();
    if (this.items.some(({ state }) => state === 'waiting' || state === 'sending')) return;
    // One toast at a time: a success must not replace the reason why other files were refused.
    const hasTrouble = this.refusals.length > 0 || this.items.some(({ state }) => state === 'failed');
    if (this.arrivedCount > 0 && !hasTrouble) this.callbacks.finished(this.arrivedCount);
    this.arrivedCount = 0;
  }

  private forget(id: number): void {
    this.files.delete(id);
    const preview = this.items.find((item) => item.id === id)?.preview;
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
  }

  private change(id: number, change: Partial<ComposerMediaItem>): void {
    this.set(this.items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  private set(items: readonly ComposerMediaItem[]): void {
    this.items = items;
    this.listeners.forEach((notify) => {
      notify();
    });
  }
}
