import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { Injectable } from '@nestjs/common';
import { PersonalArchive } from '#infrastructure/personal-data/export/personal-archive.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { isGone } from '#infrastructure/http/edge/send-lines.ts';
import { ExportLinkNotFound } from '../../domain/identity.errors.ts';
import { ExportLinks } from '../../stores/account-exports/export-links.ts';

/** How often a download may begin: each time all of it is read anew. */
const BEGUN: Limit = {
  name: 'identity.export-download',
  points: 20,
  seconds: 86_400,
  message: ACCOUNT_EXPORT_TEXT.tooManyDownloads,
};

/** In milliseconds; well before a link that was taken is free again. */
const KEPT_EVERY = 15_000;

/** The way out of a person's data. */
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
   * The archive, to be handed to `send`. The link is good for nobody else until that has ended.
   * @throws ExportLinkNotFound, RequestRefused 429
   */
  async open(userId: string, token: string): Promise<Readable> {
    if (!(await this.links.take(userId, token))) throw new ExportLinkNotFound();
    try {
      await this.limits.take(BEGUN, userId);
    } catch (error) {
      await this.links.giveBack(token);
      throw error;
    }
    return this.archive.of(userId);
  }

  /** Sends all of it, and uses the link up with the last byte. Whoever goes away before that may begin again. */
  async send(archive: Readable, token: string, to: ServerResponse): Promise<void> {
    try {
      await pipeline(archive, (bytes: AsyncIterable<Buffer>) => this.#keeping(token, bytes, to), to);
    } catch (error) {
      // A pipeline that could not begin leaves it open.
      archive.destroy();
      await this.links.giveBack(token);
      if (isGone(error)) return;
      throw error;
    }
    await this.links.useUp(token);
  }

  /** The link stays taken as long as somebody takes the bytes, and memory is free again as soon as they have left. */
  async *#keeping(token: string, archive: AsyncIterable<Buffer>, to: ServerResponse): AsyncGenerator<Buffer> {
    let kept = performance.now();
    const sent: Buffer[] = [];
    for await (const bytes of archive) {
      if (performance.now() - kept > KEPT_EVERY) {
        await this.links.keep(token);
        kept = performance.now();
      }
      yield bytes;
      sent.push(bytes);
      // Else some of them are on their way yet: the length counts what the connection has not taken.
      if (to.writableLength === 0) sent.splice(0).forEach(free);
    }
  }
}

/** Of bytes that nobody reads any more. Else a hundred megabytes of a film wait until V8 looks for what is not needed. */
const free = ({ buffer, byteLength }: Buffer): void => {
  // Not of those that lie among others.
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
};
