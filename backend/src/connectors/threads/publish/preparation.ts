import type { Clock } from '#infrastructure/clock.ts';
import type { PrepareOutcome, Refused } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type { ThreadsContainerState, ThreadsContainers } from './containers.ts';
import { emptyRefs, type ThreadsRefs } from './refs.ts';
import type { ThreadsSession } from '../tokens.ts';

const PROCESSING_WAIT_MS = 30_000;

export type ThreadsTask = Readonly<{
  access: AccountAccess;
  publication: Pick<OutgoingPublication, 'contentHash' | 'text' | 'media'>;
  /** The id of the comment to which the text replies. */
  replyTo?: string;
  save: SaveRefs;
  signal: AbortSignal;
}>;

/** Creates the container of one publication, and waits until it can be published. Saves the id of each container before the next step. */
export class ThreadsPreparation {
  constructor(
    private readonly containers: ThreadsContainers,
    private readonly task: ThreadsTask,
    private readonly clock: Clock,
  ) {}

  /** @throws MediaUnusable, TokenRefused, ThreadsError, OutgoingError, BreakerOpen */
  async finish(session: ThreadsSession, before: ThreadsRefs | null): Promise<PrepareOutcome> {
    const { publication, signal } = this.task;
    let refs = before ?? emptyRefs(publication.contentHash);
    if (refs.container !== null) {
      const { status } = await this.containers.stateOf(session, refs.container);
      if (status === 'PUBLISHED') return { kind: 'prepared', refs: { ...refs, isPublished: true } };
      if (refs.lost || status === 'EXPIRED' || status === 'GONE' || status === 'ERROR')
        refs = emptyRefs(publication.contentHash);
    }
    if (refs.container === null) {
      refs = await this.#createChildren(session, refs);
      const children = await this.containers.waitUntilProcessed(session, refs.children, signal);
      if (children.status !== 'FINISHED') return this.#outcomeOfUnfinished(children);
      refs = await this.#save({
        ...refs,
        container: await this.#createContainer(session, refs.children),
        containedAt: this.clock.now().toISOString(),
      });
    }
    const { container } = refs;
    const state = await this.containers.waitUntilProcessed(
      session,
      container === null ? [] : [container],
      signal,
    );
    return state.status === 'FINISHED' ? { kind: 'prepared', refs } : this.#outcomeOfUnfinished(state);
  }

  /** Creates the containers of a carousel's files; other posts have none. */
  async #createChildren(session: ThreadsSession, before: ThreadsRefs): Promise<ThreadsRefs> {
    const { access, publication } = this.task;
    if (publication.media.length < 2) return before;
    let refs = before;
    for (const item of publication.media.slice(refs.children.length)) {
      const child = await this.containers.createForFile(session, access, item, { is_carousel_item: 'true' });
      refs = await this.#save({ ...refs, children: [...refs.children, child] });
    }
    return refs;
  }

  #createContainer(session: ThreadsSession, children: readonly string[]): Promise<string> {
    const { access, publication, replyTo } = this.task;
    const { text, media } = publication;
    const [only] = media;
    if (!only)
      return this.containers.createForText(
        session,
        text,
        replyTo === undefined ? {} : { reply_to_id: replyTo },
      );
    return media.length === 1
      ? this.containers.createForFile(session, access, only, text === '' ? {} : { text })
      : this.containers.createForCarousel(session, children, text);
  }

  async #outcomeOfUnfinished(state: ThreadsContainerState): Promise<PrepareOutcome> {
    if (state.status === 'IN_PROGRESS') {
      const until = new Date(this.clock.now().getTime() + PROCESSING_WAIT_MS);
      return postponed('processing', null, until);
    }
    // These containers can never be published, so the next preparation begins again.
    await this.#save(emptyRefs(this.task.publication.contentHash));
    return failure(state);
  }

  async #save(refs: ThreadsRefs): Promise<ThreadsRefs> {
    await this.task.save(refs);
    return refs;
  }
}

/**
 * `FAILED_DOWNLOADING_…`: Threads could not fetch the file from our URL. `UNKNOWN`: Threads gives no reason. A retry may
 * succeed after both.
 */
function failure({ status, words }: ThreadsContainerState): Refused {
  if (status !== 'ERROR') return refused('container-missing', words, true);
  const isTemporary = words === null || words === 'UNKNOWN' || words.startsWith('FAILED_DOWNLOADING');
  return refused(isTemporary ? 'media-unreachable' : 'media-rejected', words, isTemporary);
}
