import { randomBytes } from 'node:crypto';
import type {
  AddLinkRequest,
  ChangeLinkRequest,
  ChangePageAccountRequest,
  LinkPageChange,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Injectable } from '@nestjs/common';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountNotOnPage, PostNotOnPage } from '../../domain/link-page/link-page-errors.ts';
import type { LinkPageEvent } from '../../domain/link-page/link-page-events.ts';
import {
  addLink,
  changeAccountTile,
  changeBanner,
  changeLink,
  changePage,
  changePhoto,
  linkPageStream,
  orderLinks,
  removeLink,
  showPost,
  type LinkPage,
} from '../../domain/link-page/link-page.ts';
import { PageRows } from '../../read-models/pages/page-rows.ts';

/** The length of a link id, which is part of the URLs that browsers of visitors call. */
const ID_BYTES = 9;

/** Changes the pages of users. Concurrent changes of a user run one after the other, so no change fails because of another. */
@Injectable()
export class OwnPageWriter {
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly writer: StreamWriter,
    private readonly rows: PageRows,
  ) {}

  /** Returns the id of the new link. @throws TooManyLinks, LinkAddressNotAllowed, UntilBeforeFrom */
  async addLink(userId: string, request: AddLinkRequest): Promise<string> {
    const { title, url, icon = 'link', from = null, until = null } = request;
    const linkId = randomBytes(ID_BYTES).toString('base64url');
    await this.decide(userId, (page) => addLink(page, userId, linkId, { title, url, icon, from, until }));
    return linkId;
  }

  /** Fields that the request leaves out keep their values. @throws LinkNotFound, LinkAddressNotAllowed, UntilBeforeFrom, OrderNotComplete */
  async changeLink(userId: string, linkId: string, request: ChangeLinkRequest): Promise<void> {
    const { title, url, icon, from, until, shown, after } = request;
    const change = {
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(icon !== undefined && { icon }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
      ...(shown !== undefined && { shown }),
      ...(after !== undefined && { after }),
    };
    await this.decide(userId, (page) => changeLink(page, userId, linkId, change));
  }

  /** Does nothing if the link does not exist. */
  async removeLink(userId: string, linkId: string): Promise<void> {
    await this.decide(userId, (page) => removeLink(page, userId, linkId));
  }

  /** @throws OrderNotComplete */
  async orderLinks(userId: string, linkIds: readonly string[]): Promise<void> {
    await this.decide(userId, (page) => orderLinks(page, userId, linkIds));
  }

  /** Fields that the change leaves out keep their values. */
  async changePage(userId: string, change: LinkPageChange): Promise<void> {
    await this.decide(userId, (page) => changePage(page, userId, change));
  }

  /**
   * Hides a published post on the page of its owner, or shows it again.
   * @throws PostNotOnPage for a post of another user, and for a post that is not public
   */
  async showPost(userId: string, postId: number, shown: boolean): Promise<void> {
    if (!(await this.rows.hasPublished(userId, postId))) throw new PostNotOnPage();
    await this.decide(userId, (page) => showPost(page, userId, postId, shown));
  }

  /** Fields that the change leaves out keep their values. @throws AccountNotOnPage, OrderNotComplete */
  async changeAccount(userId: string, accountId: number, change: ChangePageAccountRequest): Promise<void> {
    const known = await this.rows.accountIdsOf(userId);
    if (!known.includes(accountId)) throw new AccountNotOnPage();
    const tile = { accountId, known };
    await this.decide(userId, (page) => changeAccountTile(page, userId, tile, change));
  }

  /** Removes the banner, even without Premium, when the page does not show it. `link-tree.keep-banner` releases the files. */
  async removeBanner(userId: string): Promise<void> {
    await this.decide(userId, (page) => changeBanner(page, userId, []));
  }

  /** Removes the photo. `link-tree.keep-banner` releases the files. */
  async removePhoto(userId: string): Promise<void> {
    await this.decide(userId, (page) => changePhoto(page, userId, []));
  }

  /** Appends the events of a decision. @throws errors of `StreamWriter.decide` */
  async decide(userId: string, decision: (page: LinkPage) => readonly LinkPageEvent[]): Promise<void> {
    await this.#queue.run(userId, () => this.writer.decide(linkPageStream, userId, decision));
  }
}
