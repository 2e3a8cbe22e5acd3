import type { Clock } from '#infrastructure/clock.ts';
import type { PrepareOutcome, Refused } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type { ThreadsContainerState, ThreadsContainers } from './containers.ts';
import { nothingYet, type ThreadsRefs } from './refs.ts';
import type { ThreadsSession } from '../tokens.ts';

const PROCESSING_WAIT_MS = 30_000;

export type ContainerDrafting = Readonly<{
  access: AccountAccess;
  publication: Pick<OutgoingPublication, 'contentHash' | 'text' | 'media'>;
  /** The id of the comment that a text answers. */
  replyTo?: string;
  save: SaveRefs;
  signal: AbortSignal;
}>;

/** Prepares a container of one publication for publishing; each handle is saved before it is used. */
export class ContainerDraft {
  constructor(
    private readonly containers: ThreadsContainers,
    private readonly drafting: ContainerDrafting,
    private readonly clock: Clock,
  ) {}

  /** @throws MediaUnusable, and as all calls */
  async finish(session: ThreadsSession, before: ThreadsRefs | null): Promise<PrepareOutcome> {
    const { publication, signal } = this.drafting;
    let refs = before ?? nothingYet(publication.contentHash);
    if (refs.container !== null) {
      const { status } = await this.containers.stateOf(session, refs.container);
      if (status === 'PUBLISHED') return { kind: 'prepared', refs: { ...refs, isPublished: true } };
      if (refs.lost || status === 'EXPIRED' || status === 'GONE' || status === 'ERROR')
        refs = nothingYet(publication.contentHash);
    }
    if (refs.container === null) {
      refs = await this.#children(session, refs);
      const children = await this.containers.settled(session, refs.children, signal);
      if (children.status !== 'FINISHED') return this.#notYet(children);
      refs = await this.#kept({
        ...refs,
        container: await this.#contain(session, refs.children),
        containedAt: this.clock.now().toISOString(),
      });
    }
    const { container } = refs;
    const state = await this.containers.settled(session, container === null ? [] : [container], signal);
    return state.status === 'FINISHED' ? { kind: 'prepared', refs } : this.#notYet(state);
  }

  /** The containers of a carousel's files; other posts have none. */
  async #children(session: ThreadsSession, before: ThreadsRefs): Promise<ThreadsRefs> {
    const { access, publication } = this.drafting;
    if (publication.media.length < 2) return before;
    let refs = before;
    for (const item of publication.media.slice(refs.children.length)) {
      const child = await this.containers.ofFile(session, access, item, { is_carousel_item: 'true' });
      refs = await this.#kept({ ...refs, children: [...refs.children, child] });
    }
    return refs;
  }

  #contain(session: ThreadsSession, children: readonly string[]): Promise<string> {
    const { access, publication, replyTo } = this.drafting;
    const { text, media } = publication;
    const [only] = media;
    if (!only)
      return this.containers.ofText(session, text, replyTo === undefined ? {} : { reply_to_id: replyTo });
    return media.length === 1
      ? this.containers.ofFile(session, access, only, text === '' ? {} : { text })
      : this.containers.ofCarousel(session, children, text);
  }

  async #notYet(state: ThreadsContainerState): Promise<PrepareOutcome> {
    if (state.status === 'IN_PROGRESS') {
      const until = new Date(this.clock.now().getTime() + PROCESSING_WAIT_MS);
      return postponed('processing', null, until);
    }
    // The next preparation begins again: these containers can never be published.
    await this.#kept(nothingYet(this.drafting.publication.contentHash));
    return failure(state);
  }

  async #kept(refs: ThreadsRefs): Promise<ThreadsRefs> {
    await this.drafting.save(refs);
    return refs;
  }
}

/** `FAILED_DOWNLOADING_…`: our address did not answer; `UNKNOWN`: the platform does not say. Both may succeed later. */
function failure({ status, words }: ThreadsContainerState): Refused {
  if (status !== 'ERROR') return refused('container-missing', words, true);
  const isPassing = words === null || words === 'UNKNOWN' || words.startsWith('FAILED_DOWNLOADING');
  return refused(isPassing ? 'media-unreachable' : 'media-rejected', words, isPassing);
}
