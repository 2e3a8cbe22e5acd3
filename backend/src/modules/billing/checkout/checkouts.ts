import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { CheckoutRows, type CheckoutKey } from './checkout-rows.ts';
import { TIMES, type CheckoutTimes } from './checkout-times.ts';
import { CheckoutEffect } from './checkout.kind.ts';
import { STRIPE } from './open-checkouts.projection.ts';

/** Subscriptions that a process makes at a time; one server answers all of them. */
const SLOTS = 8;

/** Makes the subscriptions of open checkouts. */
@Injectable()
export class Checkouts extends WorkerLoop<CheckoutKey, typeof STRIPE> {
  protected override readonly loop: WorkLoop<CheckoutKey, typeof STRIPE>;

  constructor(
    configuration: Configuration,
    rows: CheckoutRows,
    kind: CheckoutEffect,
    engine: EffectEngine,
    @Inject(TIMES) times: CheckoutTimes,
  ) {
    super(configuration);
    this.loop = engine.loop(kind, rows, {
      name: 'billing.checkouts',
      platforms: [STRIPE],
      slots: SLOTS,
      logger: new Logger('billing'),
      times,
    });
  }
}
