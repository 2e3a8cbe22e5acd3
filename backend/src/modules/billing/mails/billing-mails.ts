import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { BillingMailRows } from './billing-mail-rows.ts';
import type { MailKey } from '#infrastructure/mail/mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';
import { BillingMailEffect } from './billing-mail.kind.ts';

/** Mails that a process sends at a time; one server takes all of them. */
const SLOTS = 2;

/** Sends what people are told of their subscription. */
@Injectable()
export class BillingMails extends WorkerLoop<MailKey, ''> {
  protected override readonly loop: WorkLoop<MailKey, ''>;

  constructor(
    configuration: Configuration,
    rows: BillingMailRows,
    kind: BillingMailEffect,
    engine: EffectEngine,
    @Inject(MAILING) times: MailTimes,
  ) {
    super(configuration);
    const logger = new Logger('billing');
    this.loop = engine.loop(kind, rows, {
      name: 'billing.mails',
      platforms: [''],
      slots: SLOTS,
      logger,
      times,
    });
  }
}
