import type Stripe from 'stripe';
import { newPrice, newProduct } from '../objects/price.ts';
import { invalidParameter, refusal } from '../stripe-refusal.ts';
import type { GivenParameters } from '../form.ts';
import { newId, type Transaction } from '../transaction.ts';
import { CREATED, LISTED, pageOf, type StripeCall } from './call.ts';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;
const PRODUCT = { active: true, description: true, metadata: 'any', name: true } as const;

export const priceCalls: readonly StripeCall[] = [
  {
    method: 'POST',
    pattern: '/v1/products',
    taken: { ...PRODUCT, id: true },
    run: (tx, given) => {
      const id = given.text('id') ?? newId('prod');
      if (tx.get('product', id))
        throw refusal(400, 'Product already exists.', { code: 'resource_already_exists' });
      const texts = { name: given.needed('name'), description: given.text('description') };
      const product = newProduct({ id, ...texts, metadata: given.metadata(), created: tx.now });
      tx.addEvent('product.created', tx.keep(product));
      return product;
    },
  },
  {
    method: 'GET',
    pattern: '/v1/products',
    taken: { ...LISTED, ...CREATED, active: true, ids: true },
    run: (tx, given) => {
      const [active, ids] = [given.flag('active'), given.texts('ids')];
      const found = tx
        .all('product')
        .filter(
          (one) => (active === null || one.active === active) && (ids.length === 0 || ids.includes(one.id)),
        );
      return pageOf(found, given, '/v1/products');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/products/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('product', id),
  },
  {
    method: 'POST',
    pattern: '/v1/products/:id',
    taken: PRODUCT,
    run: (tx, given, { id = '' }) => {
      const product = tx.find('product', id);
      const change = {
        active: given.flag('active') ?? product.active,
        name: given.text('name') ?? product.name,
        description: given.has('description') ? given.text('description') : product.description,
        metadata: given.metadata(product.metadata),
        updated: tx.now,
      };
      return tx.change(product, change, 'product.updated');
    },
  },
  {
    method: 'POST',
    pattern: '/v1/prices',
    taken: {
      currency: true,
      lookup_key: true,
      metadata: 'any',
      nickname: true,
      product: true,
      product_data: { name: true, metadata: 'any' },
      transfer_lookup_key: true,
      unit_amount: true,
      recurring: { interval: true, interval_count: true },
    },
    run: (tx, given) => {
      const amount = given.whole('unit_amount');
      if (amount === null || amount < 0)
        throw invalidParameter('unit_amount', 'Invalid non-negative integer');
      const product = given.text('product') ?? newProductOf(tx, given);
      tx.find('product', product, 'product');
      const lookupKey = freeLookupKey(tx, given, null);
      const price = newPrice({
        id: newId('price'),
        product,
        currency: given.needed('currency'),
        unitAmount: amount,
        lookupKey,
        interval: given.inner('recurring').oneOf('interval', INTERVALS),
        nickname: given.text('nickname'),
        metadata: given.metadata(),
        created: tx.now,
      });
      tx.addEvent('price.created', tx.keep(price));
      return price;
    },
  },
  {
    method: 'GET',
    pattern: '/v1/prices',
    taken: {
      ...LISTED,
      ...CREATED,
      active: true,
      currency: true,
      lookup_keys: true,
      product: true,
      type: true,
      recurring: { interval: true },
    },
    run: (tx, given) => {
      const keys = given.texts('lookup_keys');
      const matchesQuery = (one: Stripe.Price): boolean =>
        (['currency', 'product', 'type'] as const).every(
          (name) => given.text(name) === null || one[name] === given.text(name),
        );
      const interval = given.inner('recurring').text('interval');
      const active = given.flag('active');
      const found = tx
        .all('price')
        .filter(matchesQuery)
        .filter((one) => active === null || one.active === active)
        .filter((one) => interval === null || one.recurring?.interval === interval)
        .filter(({ lookup_key: key }) => keys.length === 0 || (key !== null && keys.includes(key)));
      return pageOf(found, given, '/v1/prices');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/prices/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('price', id),
  },
  {
    method: 'POST',
    pattern: '/v1/prices/:id',
    taken: { active: true, lookup_key: true, metadata: 'any', nickname: true, transfer_lookup_key: true },
    run: (tx, given, { id = '' }) => {
      const price = tx.find('price', id);
      const change = {
        active: given.flag('active') ?? price.active,
        nickname: given.has('nickname') ? given.text('nickname') : price.nickname,
        lookup_key: given.has('lookup_key') ? freeLookupKey(tx, given, id) : price.lookup_key,
        metadata: given.metadata(price.metadata),
      };
      return tx.change(price, change, 'price.updated');
    },
  },
];

function newProductOf(tx: Transaction, given: GivenParameters): string {
  const data = given.inner('product_data');
  const texts = { name: data.needed('name'), description: null, metadata: data.metadata() };
  const product = tx.keep(newProduct({ id: newId('prod'), ...texts, created: tx.now }));
  tx.addEvent('product.created', product);
  return product.id;
}

/** Returns the requested lookup key. A key belongs to one price, and moves to another price only when the call requests it. */
function freeLookupKey(tx: Transaction, given: GivenParameters, id: string | null): string | null {
  const key = given.text('lookup_key');
  const holder = tx.all('price').find((one) => key !== null && one.lookup_key === key && one.id !== id);
  if (!holder) return key;
  if (given.flag('transfer_lookup_key') !== true)
    throw invalidParameter(
      'lookup_key',
      `A price (\`${holder.id}\`) already uses that lookup key. Use \`transfer_lookup_key=true\` to transfer it.`,
    );
  tx.change(holder, { lookup_key: null }, 'price.updated');
  return key;
}
