import { Injectable, Logger } from '@nestjs/common';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { NextRun } from '#infrastructure/effects/define-leased-work.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { FetchedPictures, isHopeless } from '#infrastructure/media/upload/fetched-pictures.ts';
import { accountStream, notePicture, pictureOf } from '../../domain/account/account.ts';
import { PictureFetches } from '../../stores/account-pictures/picture-fetches.ts';
import { PictureFiles } from '../../stores/account-pictures/picture-files.ts';

/** The width and height of the stored picture, in pixels: twice the largest size on a screen. */
const SIDE_PIXELS = 128;
/** The time limit for one try, in milliseconds. */
const TRY_LIMIT_MS = 60_000;
/**
 * The waits after the failed tries, in milliseconds. No wait follows the last try: the account shows its
 * initials until the next login.
 */
const WAITS_MS = [60_000, 10 * 60_000, 2 * 3_600_000] as const;
const TRIES = WAITS_MS.length + 1;

type DuePicture = Work<Readonly<{ accountId: number }>, Platform>;

/**
 * Stores the account picture whose URL the platform returned at the last login. If this fails, the account
 * keeps its initials.
 */
@Injectable()
export class AccountPictures {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly fetches: PictureFetches,
    private readonly files: PictureFiles,
    private readonly pictures: FetchedPictures,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
  ) {}

  /** Makes one try. */
  async run(lease: Lease<DuePicture>): Promise<NextRun> {
    const { accountId } = lease.row;
    const fetch = await this.fetches.begin(accountId);
    if (!fetch) return 'gone';
    const { address, tries } = fetch;
    const isFinished = tries > TRIES || (await this.#tryToStore(lease, address));
    const wait = WAITS_MS[tries - 1];
    if (!isFinished && wait !== undefined) return wait;
    return (await this.fetches.end(accountId, address)) ? 'gone' : 0;
  }

  /**
   * Keeps the file that the log records as this account's picture, and releases the account's other picture
   * files.
   */
  async settle({ accountId, ownerId }: Readonly<{ accountId: number; ownerId: string }>): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    const name = nameIn(pictureOf(state) ?? '');
    await this.files.settle({ accountId, ownerId }, name, { atOnce: state.status === 'disconnected' });
  }

  /** True: the picture is stored, or another try would not help. */
  async #tryToStore(lease: Lease<DuePicture>, address: string): Promise<boolean> {
    const { accountId, ownerId } = lease.row;
    const isStillNeeded = async () => (await this.#isActive(accountId)) && (await lease.confirm());
    // The URL is stored before the event of the login. Until this event, the account may not be active.
    if (!(await isStillNeeded())) return false;
    const signal = AbortSignal.timeout(TRY_LIMIT_MS);
    try {
      const mediaUrl = await this.pictures.store({
        ownerId,
        address,
        side: SIDE_PIXELS,
        signal,
        isStillNeeded,
      });
      if (mediaUrl === null) return false;
      await this.#record({ accountId, ownerId }, mediaUrl);
      return true;
    } catch (error) {
      if (!(error instanceof RequestRefused) && !signal.aborted) throw error;
      // Logs only the code: the whole error contains the URL, which often identifies the account.
      const code = error instanceof RequestRefused ? error.code : 'too-late';
      this.#logger.warn({ msg: 'The picture of an account was not fetched', accountId, code });
      return isHopeless(error);
    }
  }

  async #isActive(accountId: number): Promise<boolean> {
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'active';
  }

  async #record(account: Readonly<{ accountId: number; ownerId: string }>, mediaUrl: string): Promise<void> {
    await this.files.attach(account, nameIn(mediaUrl) ?? '');
    await this.writer.decide(accountStream, account.accountId, (state) => notePicture(state, mediaUrl));
    // Also releases the new file if the account was disconnected in the meantime.
    await this.settle(account);
  }
}
