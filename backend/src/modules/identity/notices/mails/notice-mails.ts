import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { NoticeMailRows } from './notice-mail-rows.ts';
import type { MailKey } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';
import { NoticeMailEffect } from './notice-mail.kind.ts';

/** Mails that a process sends at a time; one server takes all of them. */
const SLOTS = 2;

/** Sends what people are told by mail of their posts, accounts and comments. */
@Injectable()
export class NoticeMails extends WorkerLoop<MailKey, ''> {
  protected override readonly loop: WorkLoop<MailKey, ''>;

  constructor(
    configuration: Configuration,
    rows: NoticeMailRows,
    kind: NoticeMailEffect,
    engine: EffectEngine,
    @Inject(MAILING) times: MailTimes,
  ) {
    super(configuration);
    const logger = new Logger('notices');
    this.loop = engine.loop(kind, rows, {
      name: 'identity.notice-mails',
      platforms: [''],
      slots: SLOTS,
      logger,
      times,
    });
  }
}
