import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { streamName } from '@posthorn/event-sourcing';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { Injectable } from '@nestjs/common';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { allAccountIds, postStream, type Post } from '../../domain/post/post.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { NamesOfAccounts } from './account-names.ts';
import { foldPost, type PostListEvent, type PostRow } from './post-row.ts';
import { postView, targetView } from './post-view.ts';
import { newTarget } from './target-row.ts';

/**
 * Builds the view of a post from the log. Responses to changes need it, because they must not wait for the read model.
 * So do requests for a post that the read model does not contain yet.
 */
@Injectable()
export class PostAsLogged {
  constructor(
    private readonly reader: EventReader,
    private readonly names: NamesOfAccounts,
  ) {}

  /** @throws PostNotFound when no post was ever scheduled under this id */
  async view(postId: number): Promise<PostView> {
    const row = await this.row(postId);
    if (!row) throw new PostNotFound();
    return postView(row, await this.names.in([row]));
  }

  /**
   * The view of a post that was just scheduled, without reading the log. `scheduled`: all events of the post.
   * @param accounts the accounts of its targets
   */
  viewOf(
    scheduled: readonly LoggedEvent<PostListEvent>[],
    accounts: readonly Pick<AccountView, 'id' | 'accountName'>[],
  ): PostView {
    const row = scheduled.reduce<PostRow | undefined>(foldPost, undefined);
    if (!row) throw new PostNotFound();
    return postView(row, new Map(accounts.map(({ id, accountName }) => [id, accountName])));
  }

  /** The targets of a post before any attempt, without reading the log again. */
  async unsentTargets({ targets, body }: Pick<Post, 'targets' | 'body'>): Promise<readonly TargetView[]> {
    const rows = targets.map(newTarget);
    const names = await this.names.in([{ targets: rows }]);
    return rows.map((row) => targetView(row, names, body.perTarget));
  }

  /** Undefined for every user but the owner, and for a post that is deleted or archived. */
  async shownRow(ownerId: string, postId: number): Promise<PostRow | undefined> {
    const row = await this.row(postId);
    const isShown = row?.state === 'scheduled' || row?.state === 'publishing';
    return isShown && row.owner_id === ownerId ? row : undefined;
  }

  async row(postId: number): Promise<PostRow | undefined> {
    const events = await this.#events(streamName({ category: postStream.category }, postId));
    const publications = allAccountIds(events).map((accountId) =>
      this.#events(streamName({ category: publicationStream.category }, publicationId(postId, accountId))),
    );
    events.push(...(await Promise.all(publications)).flat());
    // Log order matters, because an edit ends only earlier warnings.
    events.sort((a, b) => (a.position < b.position ? -1 : 1));
    return events.reduce<PostRow | undefined>(foldPost, undefined);
  }

  async #events(stream: string): Promise<LoggedEvent<PostListEvent>[]> {
    const events: LoggedEvent<PostListEvent>[] = [];
    for await (const event of this.reader.stream(stream)) events.push(event as LoggedEvent<PostListEvent>);
    return events;
  }
}
