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

/** Twice the largest size on a screen. */
const SIDE = 128;
/** The limit for one try. */
const WITHIN = 60_000;
/** The waits after failed tries. The last try has none: the account keeps its initials until the next login. */
const WAITS = [60_000, 10 * 60_000, 2 * 3_600_000] as const;
const TRIES = WAITS.length + 1;

type DuePicture = Work<Readonly<{ accountId: number }>, Platform>;

/** Stores the picture of an account that its platform named at the last login. A failure changes nothing: the account keeps its initials. */
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
    const begun = await this.fetches.begin(accountId);
    if (!begun) return 'gone';
    const { address, tries } = begun;
    const isOver = tries > TRIES || (await this.#isStored(lease, address));
    const wait = WAITS[tries - 1];
    if (!isOver && wait !== undefined) return wait;
    return (await this.fetches.end(accountId, address)) ? 'gone' : 0;
  }

  /** Keeps exactly the file that the log names as the picture of this account. */
  async settle({ accountId, ownerId }: Readonly<{ accountId: number; ownerId: string }>): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    const name = nameIn(pictureOf(state) ?? '');
    await this.files.settle({ accountId, ownerId }, name, { atOnce: state.status === 'disconnected' });
  }

  /** True: no other try is needed, or none would help. */
  async #isStored(lease: Lease<DuePicture>, address: string): Promise<boolean> {
    const { accountId, ownerId } = lease.row;
    const isWanted = async () => (await this.#isActive(accountId)) && (await lease.confirm());
    // The login that named the address may not be recorded yet. It ends an earlier picture.
    if (!(await isWanted())) return false;
    const signal = AbortSignal.timeout(WITHIN);
    try {
      const mediaUrl = await this.pictures.store({ ownerId, address, side: SIDE, signal, isWanted });
      if (mediaUrl === null) return false;
      await this.#record({ accountId, ownerId }, mediaUrl);
      return true;
    } catch (error) {
      if (!(error instanceof RequestRefused) && !signal.aborted) throw error;
      // The whole error names the file, and often the account by it.
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
    // Also releases the new file when the account was disconnected meanwhile.
    await this.settle(account);
  }
}
