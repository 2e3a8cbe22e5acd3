import type { Exchange } from '../../http/exchange.ts';
import { textOf, type JsonRecord } from '../../http/json.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { intentOpenedBy } from '../calls/payments.ts';
import { cardOf, newPaymentMethod } from '../objects/card.ts';
import { badKey } from '../stripe-refusal.ts';
import type { StripeSandbox } from '../stripe.ts';
import { authenticate, confirm } from '../time/payment.ts';
import { newId, type Transaction } from '../transaction.ts';
import { sendFormPage } from './form-page.ts';
import { STRIPE_JS } from './stripe-js.ts';

/** The script of the payment element, its frame, and the frame's calls. */
export function formRoutes(stripe: StripeSandbox, appUrl: string): readonly Route[] {
  const appOrigin = new URL(appUrl).origin;
  const page = (pattern: string, run: (exchange: Exchange) => void): Route => ({
    method: 'GET',
    pattern,
    run,
  });
  const formCall = (name: string, answer: (tx: Transaction, body: JsonRecord) => object): Route => ({
    method: 'POST',
    pattern: `/stripe/form/${name}`,
    run: async (exchange) => {
      const body = (await exchange.json()) ?? {};
      try {
        const key = textOf(body['key']);
        if (!key?.startsWith('pk_test_') || key.startsWith('pk_test_bad')) throw badKey(key);
        exchange.reply(
          200,
          stripe.change((tx) => answer(tx, body)),
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // As in Stripe.js: the call succeeds, and its result contains the error.
        exchange.reply(200, error.body);
      }
    },
  });
  const intentOf = (tx: Transaction, body: JsonRecord) =>
    intentOpenedBy(tx, textOf(body['clientSecret']) ?? '');
  const methodOf = (tx: Transaction, body: JsonRecord) =>
    newPaymentMethod(cardOf(textOf(body['card']) ?? textOf(body['method']) ?? ''), null, tx.now);

  return [
    page('/stripe.js', (exchange) => {
      exchange.send(200, STRIPE_JS, 'text/javascript; charset=utf-8', {
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
    }),
    page('/stripe/form', (exchange) => {
      sendFormPage(exchange, appOrigin);
    }),
    formCall('confirm', (tx, body) => {
      const known = tx.get('payment_method', textOf(body['method']) ?? '');
      return { intent: confirm(tx, intentOf(tx, body), known ?? methodOf(tx, body)) };
    }),
    formCall('authenticate', (tx, body) => ({
      intent: authenticate(tx, intentOf(tx, body), body['approve'] === true),
    })),
    formCall('retrieve', (tx, body) => ({ intent: intentOf(tx, body) })),
    formCall('method', (tx, body) => ({ paymentMethod: tx.keep(methodOf(tx, body)) })),
    formCall('token', (tx, body) => {
      const { id, card } = tx.keep(methodOf(tx, body));
      return { token: { id: newId('tok'), object: 'token', type: 'card', card: { ...card, id } } };
    }),
  ];
}
