import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { Injectable } from '@nestjs/common';
import { PersonalArchive } from '#infrastructure/personal-data/export/personal-archive.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { isDisconnected } from '#infrastructure/http/edge/send-lines.ts';
import { ExportLinkNotFound } from '../../domain/identity.errors.ts';
import { ExportLinks } from '../../stores/account-exports/export-links.ts';

/** Limits how often a download may start, because each download reads all data again. */
const DOWNLOADS_PER_USER: Limit = {
  name: 'identity.export-download',
  points: 20,
  seconds: 86_400,
  message: ACCOUNT_EXPORT_TEXT.tooManyDownloads,
};

/** How often a download extends its claim of the link, in milliseconds. Well below the time after which the claim ends. */
const EXTEND_EVERY = 15_000;

/** Sends the export of a user's data. */
@Injectable()
export class AccountDownload {
  constructor(
    private readonly links: ExportLinks,
    private readonly limits: RateLimits,
    private readonly archive: PersonalArchive,
  ) {}

  /** @throws ExportLinkNotFound */
  async check(userId: string, token: string): Promise<void> {
    if (!(await this.links.isOpen(userId, token))) throw new ExportLinkNotFound();
  }

  /**
   * Returns the archive for `send`. No other download can use the link until `send` has ended.
   * @throws ExportLinkNotFound, RequestRefused 429
   */
  async open(userId: string, token: string): Promise<Readable> {
    if (!(await this.links.take(userId, token))) throw new ExportLinkNotFound();
    try {
      await this.limits.take(DOWNLOADS_PER_USER, userId);
    } catch (error) {
      await this.links.giveBack(token);
      throw error;
    }
    return this.archive.archiveOf(userId);
  }

  /** Sends the whole archive. The link becomes invalid after the last byte. A reader who disconnects earlier may start again. */
  async send(archive: Readable, token: string, to: ServerResponse): Promise<void> {
    try {
      await pipeline(archive, (bytes: AsyncIterable<Buffer>) => this.#extending(token, bytes, to), to);
    } catch (error) {
      // A pipeline that failed to start leaves the archive open.
      archive.destroy();
      await this.links.giveBack(token);
      if (isDisconnected(error)) return;
      throw error;
    }
    await this.links.useUp(token);
  }

  /** Passes the bytes on. At the same time, extends the claim of the link, and frees the memory of bytes that are sent. */
  async *#extending(
    token: string,
    archive: AsyncIterable<Buffer>,
    to: ServerResponse,
  ): AsyncGenerator<Buffer> {
    let extendedAt = performance.now();
    const sent: Buffer[] = [];
    for await (const bytes of archive) {
      if (performance.now() - extendedAt > EXTEND_EVERY) {
        await this.links.keep(token);
        extendedAt = performance.now();
      }
      yield bytes;
      sent.push(bytes);
      // `writableLength` is the number of bytes that are not yet sent.
      if (to.writableLength === 0) sent.splice(0).forEach(freeMemory);
    }
  }
}

/** Frees the memory of sent bytes. Otherwise a hundred megabytes of a video would wait for the garbage collection of V8. */
const freeMemory = ({ buffer, byteLength }: Buffer): void => {
  // Skips small buffers that share memory with others.
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
};
