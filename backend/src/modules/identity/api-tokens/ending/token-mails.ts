import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import type { MailKey } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';
import { TokenMailRows } from './token-mail-rows.ts';
import { TokenMailEffect } from './token-mail.kind.ts';

/** Sends what people are told of tokens that end soon, one at a time: there are few of them. */
@Injectable()
export class TokenMails extends WorkerLoop<MailKey, ''> {
  protected override readonly loop: WorkLoop<MailKey, ''>;

  constructor(
    configuration: Configuration,
    rows: TokenMailRows,
    kind: TokenMailEffect,
    engine: EffectEngine,
    @Inject(MAILING) times: MailTimes,
  ) {
    super(configuration);
    const logger = new Logger('api-tokens');
    this.loop = engine.loop(kind, rows, {
      name: 'identity.api-token-mails',
      platforms: [''],
      slots: 1,
      logger,
      times,
    });
  }
}
