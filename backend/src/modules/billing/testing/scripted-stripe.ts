import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
export type ScriptedSubscription = Json & {
  id: string;
  customer: string;
  status: string;
  metadata: Record<string, string>;
};
type Invoice = Json & { id: string; subscription: string; status: string; created: number };
/** How the next call with this method and path fails. `drop-after`: Stripe executes the call, and the response is lost. */
type Fault = Readonly<{
  call: string;
  how: 'refuse' | 'http500' | 'rate-limit' | 'drop-before' | 'drop-after';
}>;

/**
 * A double for the part of Stripe's HTTP API that specs need: customers, prices, subscriptions, invoices, portal, events and idempotency
 * keys. Does not validate requests.
 */
export class ScriptedStripe {
  readonly calls: string[] = [];
  readonly customers = new Map<string, Json & { id: string; metadata: Record<string, string> }>();
  readonly subscriptions = new Map<string, ScriptedSubscription>();
  /** The secrets of payment forms, by the id of the subscription. */
  readonly secrets = new Map<string, string>();
  readonly undelivered: Json[] = [];
  readonly invoices = new Map<string, Invoice>();
  /** Runs before an invoice is voided. Specs use this to let the customer pay at that time. */
  beforeVoid: (subscriptionId: string) => void = () => undefined;
  /** Runs after a customer was created, before the response. */
  afterCustomer: () => Promise<void> = () => Promise.resolve();
  prices = [1900, 2900, 3900, 4900];
  faults: Fault[] = [];
  /** Delays the response to one list of subscriptions, after the list was computed. */
  held: Promise<void> | null = null;
  /** True: the first invoice is zero. */
  isFree = false;
  readonly #keys = new Map<string, Promise<readonly [number, Json]>>();
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response);
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Changes a subscription, as a payment, a failure or a cancellation at Stripe does. */
  change(id: string, changes: Json): void {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`There is no ${id}`);
    Object.assign(subscription, changes);
    const invoice = this.invoices.get(String(subscription['latest_invoice']));
    if (changes['status'] === 'active' && invoice) invoice.status = 'paid';
  }

  /** Adds an unpaid invoice for another period. @param created Unix time in seconds */
  billUnpaid(subscriptionId: string, created: number): string {
    const { id } = this.#bill(subscriptionId, 'open', created);
    this.change(subscriptionId, { status: 'past_due', latest_invoice: id });
    return id;
  }

  #bill(subscription: string, status: string, created: number): Invoice {
    const invoice = {
      id: `in_${randomUUID().replaceAll('-', '')}`,
      object: 'invoice',
      subscription,
      status,
      created,
    };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  /** Creates a subscription, as the API does. */
  make(customer: string, metadata: Record<string, string>, changes: Json = {}): ScriptedSubscription {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    const now = Math.floor(Date.now() / 1000);
    this.secrets.set(id, `pi_1_secret_${id}`);
    const subscription: ScriptedSubscription = {
      id,
      object: 'subscription',
      customer,
      metadata,
      created: now,
      livemode: false,
      status: this.isFree ? 'active' : 'incomplete',
      cancel_at: null,
      ended_at: null,
      cancel_at_period_end: false,
      pending_setup_intent: this.isFree ? 'seti_1' : null,
      pause_collection: null,
      automatic_tax: { enabled: false },
      default_tax_rates: [],
      discounts: [],
      items: {
        object: 'list',
        data: [
          {
            id: 'si_1',
            quantity: 1,
            discounts: [],
            tax_rates: [],
            current_period_end: now + 30 * 86_400,
            price: priceOf(1900),
          },
        ],
      },
      latest_invoice: this.#bill(id, this.isFree ? 'paid' : 'open', now).id,
      ...changes,
    };
    this.subscriptions.set(id, subscription);
    return subscription;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://stripe');
    const call = `${request.method ?? ''} ${url.pathname}`;
    this.calls.push(call);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const fault = this.#faultOf(call);
    if (fault === 'drop-before') {
      request.socket.destroy();
      return;
    }
    const [status, body] =
      fault && fault !== 'drop-after' ? answerOf(fault) : await this.#once(request, call, url, form);
    if (fault === 'drop-after') {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #faultOf(call: string): Fault['how'] | null {
    const at = this.faults.findIndex((each) => each.call === call);
    return at < 0 ? null : (this.faults.splice(at, 1)[0]?.how ?? null);
  }

  #once(request: IncomingMessage, call: string, url: URL, form: URLSearchParams) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return this.#answer(call, url, form);
    const known = this.#keys.get(key) ?? this.#answer(call, url, form);
    this.#keys.set(key, known);
    return known;
  }

  async #answer(call: string, url: URL, form: URLSearchParams): Promise<readonly [number, Json]> {
    const id =
      /^(?:GET|POST|DELETE) \/v1\/(?:subscriptions|customers|invoices)\/(?<id>\w+)/u.exec(call)?.groups?.[
        'id'
      ] ?? '';
    const expanded = [...url.searchParams]
      .filter(([name]) => name.startsWith('expand'))
      .map(([, value]) => value);
    if (call === 'GET /v1/prices') return [200, list(this.prices.map(priceOf))];
    if (call === 'POST /v1/customers') {
      const customer = {
        id: `cus_${randomUUID().replaceAll('-', '')}`,
        object: 'customer',
        email: form.get('email'),
        metadata: metadataOf(form),
      };
      this.customers.set(customer.id, customer);
      await this.afterCustomer();
      return [200, customer];
    }
    if (call === 'GET /v1/customers/search') {
      const userId = /^metadata\['userId'\]:'(?<id>[^']*)'$/u.exec(url.searchParams.get('query') ?? '')
        ?.groups?.['id'];
      return [
        200,
        list([...this.customers.values()].filter(({ metadata }) => metadata['userId'] === userId)),
      ];
    }
    // As in the sandbox, deleted customers and their subscriptions can still be read, and all other calls are refused.
    const named = form.get('customer');
    if (named !== null && !this.#isLive(named)) return missing();
    if (call === 'POST /v1/subscriptions')
      return [200, this.#shown(this.make(form.get('customer') ?? '', metadataOf(form)), expanded)];
    if (call === 'GET /v1/subscriptions') {
      const customer = url.searchParams.get('customer');
      if (customer !== null && !this.customers.has(customer)) return missing();
      const found = [...this.subscriptions.values()]
        .filter((each) => customer === null || each.customer === customer)
        .filter((each) => isListed(each, url))
        .map((each) => this.#shown(structuredClone(each), expanded));
      const held = this.held;
      this.held = null;
      await held;
      return [200, list(found)];
    }
    if (call === 'GET /v1/invoices') return [200, list(this.#invoicesFor(url.searchParams))];
    const invoice = this.invoices.get(id);
    if (invoice) return call.endsWith('/void') ? this.#void(invoice) : [200, invoice];
    if (call === 'GET /v1/events') return [200, list(this.undelivered)];
    if (call === 'POST /v1/billing_portal/sessions')
      return [200, { url: `https://portal.test/${form.get('customer') ?? ''}` }];
    const customer = this.customers.get(id);
    if (customer && !call.startsWith('GET') && !this.#isLive(id)) return missing();
    if (customer && call.startsWith('DELETE')) return [200, this.deleteCustomer(id)];
    if (customer) {
      if (call.startsWith('POST')) Object.assign(customer, { email: form.get('email') });
      return [200, customer];
    }
    const subscription = this.subscriptions.get(id);
    const isOver = subscription?.status === 'canceled' || subscription?.status === 'incomplete_expired';
    if (!subscription || (isOver && call.startsWith('DELETE'))) return missing();
    if (call.startsWith('DELETE')) Object.assign(subscription, { status: 'canceled' });
    return [200, this.#shown(subscription, expanded)];
  }

  /** Deletes a customer and ends the subscriptions, as the API and the Dashboard do. */
  deleteCustomer(id: string): Json {
    const deleted = { id, object: 'customer', deleted: true, metadata: {} };
    this.customers.set(id, deleted);
    for (const each of this.subscriptions.values())
      if (each.customer === id) Object.assign(each, { status: 'canceled' });
    return deleted;
  }

  #isLive(customer: string): boolean {
    return this.customers.has(customer) && this.customers.get(customer)?.['deleted'] !== true;
  }

  #invoicesFor(query: URLSearchParams): readonly Invoice[] {
    return [...this.invoices.values()]
      .filter(({ subscription }) => subscription === query.get('subscription'))
      .filter(({ status }) => !query.has('status') || status === query.get('status'))
      .toSorted((one, other) => other.created - one.created);
  }

  #void(invoice: Invoice): readonly [number, Json] {
    this.beforeVoid(invoice.subscription);
    if (invoice.status !== 'open') return notOpen();
    invoice.status = 'void';
    this.change(invoice.subscription, { status: 'incomplete_expired' });
    return [200, invoice];
  }

  #shown(subscription: ScriptedSubscription, expanded: readonly string[]): Json {
    const secret = this.secrets.get(subscription.id);
    const isExpanded = expanded.some((each) => each.endsWith('confirmation_secret'));
    const invoice = {
      ...this.invoices.get(String(subscription['latest_invoice'])),
      ...(isExpanded && { confirmation_secret: { client_secret: secret, type: 'payment_intent' } }),
    };
    const setup = subscription['pending_setup_intent'];
    return {
      ...subscription,
      ...(typeof subscription['latest_invoice'] === 'string' &&
        expanded.length > 0 && { latest_invoice: invoice }),
      ...(typeof setup === 'string' &&
        isExpanded && { pending_setup_intent: { id: setup, client_secret: secret } }),
    };
  }
}

const list = (data: readonly Json[]): Json => ({ object: 'list', data, has_more: false });
const priceOf = (cents: number): Json => ({
  id: `price_${String(cents)}`,
  object: 'price',
  unit_amount: cents,
  currency: 'usd',
  lookup_key: `premium_${String(cents)}_usd_month`,
  product: 'prod_premium',
});
const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(?<key>\w+)\]$/u.exec(name)?.groups?.['key'];
      return key === undefined ? [] : [[key, value]];
    }),
  );
/**
 * Returns whether a list contains the subscription. Without a status, lists leave out ended subscriptions
 * (docs.stripe.com/api/subscriptions/list).
 */
const isListed = ({ status, created }: ScriptedSubscription, { searchParams }: URL): boolean =>
  (searchParams.get('status') === 'all' || status !== 'canceled') &&
  Number(created) >= Number(searchParams.get('created[gte]') ?? 0);
const missing = () =>
  [
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
  ] as const;

const notOpen = () =>
  [
    400,
    { error: { type: 'invalid_request_error', message: 'Only an open invoice can be voided.' } },
  ] as const;

function answerOf(how: 'refuse' | 'http500' | 'rate-limit'): readonly [number, Json] {
  if (how === 'http500') return [500, { error: { type: 'api_error', message: 'Something went wrong' } }];
  if (how === 'rate-limit') return [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }];
  return [402, { error: { type: 'card_error', message: 'Your account cannot subscribe.' } }];
}
