import { randomBytes } from 'node:crypto';
import type { AddLinkRequest } from '@posthorn/contracts/link-tree/link-page.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addLink } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

/** It stands in addresses that visitors' browsers call. */
const ID_BYTES = 9;

/** Answers the id of the new link. */
export class AddLink extends Command<string> {
  constructor(
    readonly userId: string,
    readonly request: AddLinkRequest,
  ) {
    super();
  }
}

@CommandHandler(AddLink)
export class AddLinkHandler implements ICommandHandler<AddLink> {
  constructor(private readonly pages: OwnPageWriter) {}

  /** @throws TooManyLinks, AddressNotAllowed, UntilBeforeFrom */
  async execute({ userId, request }: AddLink): Promise<string> {
    const { title, url, icon = 'link', from = null, until = null } = request;
    const linkId = randomBytes(ID_BYTES).toString('base64url');
    await this.pages.decide(userId, (page) =>
      addLink(page, userId, linkId, { title, url, icon, from, until }),
    );
    return linkId;
  }
}
