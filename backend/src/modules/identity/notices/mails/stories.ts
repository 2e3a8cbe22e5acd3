import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PlatformNameOf } from '#modules/integrations/comments/public.ts';
import { AccountNames } from '#modules/integrations/public.ts';
import { Notices } from '../notices.ts';
import { StillSo, type Told } from '../still-so.ts';

/** What a notice says now, on an account called `where`. */
export type Story = Told & Readonly<{ where: string }>;

/** What a mail has to say when it is about to go: of its notices those that nobody has read and that are still true. */
@Injectable()
export class Stories {
  constructor(
    private readonly notices: Notices,
    private readonly stillSo: StillSo,
    private readonly queries: QueryBus,
  ) {}

  async of(userId: string, mailId: string): Promise<readonly Story[]> {
    const notices = await this.notices.ofMail(mailId);
    const told = await Promise.all(
      notices.map(async (notice) => ({ notice, story: await this.stillSo.of(userId, notice) })),
    );
    const ids = [...new Set(notices.map(({ accountId }) => accountId))];
    const accounts = await this.queries.execute(new AccountNames(ids));
    const names = new Map(
      await Promise.all(
        accounts.map(
          async ({ id, platform, accountName }) => [id, await this.#nameOf(platform, accountName)] as const,
        ),
      ),
    );
    return told.flatMap(({ notice, story }) => {
      const where = names.get(notice.accountId);
      return story && where !== undefined ? [{ ...story, where }] : [];
    });
  }

  async #nameOf(platform: Platform, accountName: string): Promise<string> {
    return `${await this.queries.execute(new PlatformNameOf(platform))} (${accountName})`;
  }
}
