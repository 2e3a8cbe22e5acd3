import type { PrepareOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { postponed, refused } from '../../kit/outcomes.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type { InstagramContainerState, InstagramContainers } from './containers.ts';
import type { InstagramRefs } from './refs.ts';

/** Instagram deletes a container after 24 hours; the last hour is reserved for publishing. */
const CONTAINER_LIFETIME_MS = 23 * 3_600_000;
const PROCESSING_WAIT_MS = 30_000;

type Task = Readonly<{
  account: PageCredentials;
  access: AccountAccess;
  publication: OutgoingPublication;
  save: SaveRefs;
  signal: AbortSignal;
  now: () => Date;
}>;
type Ready = Readonly<{ kind: 'ready' }>;

/** Turns files into a container that can be published. Continues with the containers of an earlier attempt. */
export class ContainerPreparation {
  constructor(
    private readonly containers: InstagramContainers,
    private readonly task: Task,
  ) {}

  /** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async run(known: InstagramRefs | null): Promise<PrepareOutcome> {
    const { publication } = this.task;
    const own = (await this.#usable(known)) ?? this.#new();
    return publication.media.length === 1 ? this.#single(own) : this.#carousel(own);
  }

  #new(): InstagramRefs {
    const { publication, now } = this.task;
    return { contentHash: publication.contentHash, createdAt: now().toISOString(), children: [] };
  }

  /**
   * Null: the stored containers can no longer be published, so the preparation begins again. A container that is already published
   * stays in use: publishing it again does no harm, but a second container would make a second post.
   */
  async #usable(known: InstagramRefs | null): Promise<InstagramRefs | null> {
    if (known === null) return null;
    const { container, createdAt, children } = known;
    const isOld = this.task.now().getTime() - Date.parse(createdAt) > CONTAINER_LIFETIME_MS;
    if (container === undefined) {
      if (isOld) return null;
      for (const child of children) if (isUnusable(await this.#state(child))) return null;
      return known;
    }
    const state = await this.#state(container);
    if (state.kind === 'published') return known;
    return isOld || isUnusable(state) ? null : known;
  }

  #state(id: string): Promise<InstagramContainerState> {
    return this.containers.state(this.task.account, id);
  }

  async #single(own: InstagramRefs): Promise<PrepareOutcome> {
    const { account, access, publication, save } = this.task;
    const [item] = publication.media;
    if (!item) return refused('media-rejected', null, false);
    const container =
      own.container ?? (await this.containers.createSingle(account, access, item, publication));
    const refs = { ...own, container };
    if (own.container === undefined) await save(refs);
    return this.#waitUntilPrepared(refs, container);
  }

  async #carousel(known: InstagramRefs): Promise<PrepareOutcome> {
    const { account, access, publication, save } = this.task;
    let own = known;
    for (const item of publication.media.slice(own.children.length)) {
      if (this.task.signal.aborted) return this.#retryLater();
      const child = await this.containers.createChild(account, access, item);
      own = { ...own, children: [...own.children, child] };
      await save(own);
    }
    if (own.container === undefined) {
      for (const child of own.children) {
        const readiness = await this.#waitUntilReady(child);
        if (readiness.kind !== 'ready') return readiness;
      }
      own = {
        ...own,
        container: await this.containers.createCarousel(account, own.children, publication.text),
      };
      await save(own);
    }
    return this.#waitUntilPrepared(own, own.container ?? '');
  }

  async #waitUntilPrepared(refs: InstagramRefs, container: string): Promise<PrepareOutcome> {
    const readiness = await this.#waitUntilReady(container);
    return readiness.kind === 'ready' ? { kind: 'prepared', refs } : readiness;
  }

  async #waitUntilReady(id: string): Promise<Ready | PrepareOutcome> {
    if (this.task.signal.aborted) return this.#retryLater();
    const state = await this.containers.waitUntilProcessed(this.task.account, id);
    switch (state.kind) {
      case 'ready':
      case 'published':
        return { kind: 'ready' };
      case 'working':
        return this.#retryLater();
      case 'gone':
        return refused('media-lost', null, true);
      case 'failed':
        return state.refusal;
    }
  }

  #retryLater(): PrepareOutcome {
    return postponed('processing', null, new Date(this.task.now().getTime() + PROCESSING_WAIT_MS));
  }
}

const isUnusable = ({ kind }: InstagramContainerState): boolean => kind === 'gone' || kind === 'failed';
