import type { ChangeLinkRequest } from '@posthorn/contracts/link-tree/link-page.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeLink } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

/** What is left out stays as it is. */
export class ChangeLink extends Command<void> {
  constructor(
    readonly userId: string,
    readonly linkId: string,
    readonly request: ChangeLinkRequest,
  ) {
    super();
  }
}

@CommandHandler(ChangeLink)
export class ChangeLinkHandler implements ICommandHandler<ChangeLink> {
  constructor(private readonly pages: OwnPageWriter) {}

  /** @throws LinkNotFound, AddressNotAllowed, UntilBeforeFrom */
  async execute({ userId, linkId, request }: ChangeLink): Promise<void> {
    const { title, url, icon, from, until, shown } = request;
    const change = {
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(icon !== undefined && { icon }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
      ...(shown !== undefined && { shown }),
    };
    await this.pages.decide(userId, (page) => changeLink(page, userId, linkId, change));
  }
}
