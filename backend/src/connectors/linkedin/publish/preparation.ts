import type { Clock } from '#infrastructure/clock.ts';
import { linkDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type { PrepareOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import type { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { readCard } from '../../kit/link-cards/stored-card.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import type { AssetUpload } from '../media/video-parts.ts';
import type { LinkedInAssets } from '../media/assets.ts';
import type { AssetRef, LinkedInRefs } from '../media/refs.ts';
import type { LinkedInSession } from '../tokens.ts';

/** `side` in pixels. Clients show smaller pictures of cards. */
const THUMBNAIL = { side: 1200, bytes: 5_000_000 };
const PROCESSING_WAIT_MS = 15_000;

/** Uploads the files and the card of one post, so that the final call can refer to them. Stores each result before the next step. */
export class LinkedInPreparation {
  constructor(
    private readonly context: Readonly<{ assets: LinkedInAssets; cards: LinkCards; clock: Clock }>,
    private readonly task: Readonly<{
      access: AccountAccess;
      publication: OutgoingPublication;
      save: SaveRefs;
      signal: AbortSignal;
    }>,
  ) {}

  /** Continues from `before`. @throws the errors of `LinkedInAssets` */
  async finish(session: LinkedInSession, before: LinkedInRefs | null): Promise<PrepareOutcome> {
    const { assets, clock } = this.context;
    const { access, publication, signal } = this.task;
    let own: LinkedInRefs = before ?? { contentHash: publication.contentHash, assets: [] };
    const keep = async (next: LinkedInRefs) => {
      own = await this.#save(next);
    };
    if (own.lost) return this.#discardFiles(own, null);
    for (const [index, item] of publication.media.entries()) {
      const keepAsset = (asset: AssetRef) => keep({ ...own, assets: [...own.assets.slice(0, index), asset] });
      await assets.upload({ session, access, signal, keep: keepAsset }, item, own.assets[index]);
    }
    const state = await assets.stateOf({ session, signal }, own.assets);
    if (state.kind === 'failed') return this.#discardFiles(own, state.words);
    if (state.kind !== 'ready')
      return postponed('processing', null, new Date(clock.now().getTime() + PROCESSING_WAIT_MS));
    // A call may have sent these references, so a repetition must be identical. But a post that only waited was not sent.
    const wasReady = before?.ready === true;
    if (!wasReady) own = await this.#withCard({ session, signal }, own);
    const repeats = wasReady && publication.mayExist === true;
    return { kind: 'prepared', refs: { ...own, ready: true, repeats } };
  }

  /** Adds the link card. Reads the page once and uploads its picture once. */
  async #withCard(task: AssetUpload, own: LinkedInRefs): Promise<LinkedInRefs> {
    const { assets, cards } = this.context;
    const { publication } = this.task;
    let next = own;
    if (next.card === undefined) {
      next = { ...next, ...(await readCard(cards, publication, task.signal)) };
      if (next.card || next.noCard) await this.#save(next);
    }
    if (!next.card || next.thumbnail !== undefined) return next;
    const turn = { places: linkDrawing, owner: publication.ownerId, signal: task.signal };
    const picture = await cards.picture(next.card, THUMBNAIL, turn);
    return this.#save({ ...next, thumbnail: picture && (await assets.uploadThumbnail(task, picture.body)) });
  }

  /** Removes files that LinkedIn could not use. The first time, the next preparation uploads them again. */
  async #discardFiles(
    { contentHash, reuploads: before = 0, ready, repeats }: LinkedInRefs,
    words: string | null,
  ): Promise<PrepareOutcome> {
    const reuploads = before + 1;
    await this.#save({
      contentHash,
      assets: [],
      reuploads,
      ...(ready && { ready }),
      ...(repeats && { repeats }),
    });
    return refused('media-rejected', words, reuploads === 1);
  }

  async #save(refs: LinkedInRefs): Promise<LinkedInRefs> {
    await this.task.save(refs);
    return refs;
  }
}
