/**
 * The customer that an event of Stripe is about; null: none. Only this field of the body is trusted. The body follows the endpoint's API
 * version and may be days old, so Posthorn asks Stripe for all other facts.
 */
export function customerOf(event: Readonly<{ data: Readonly<{ object: unknown }> }>): string | null {
  const { object } = event.data;
  if (typeof object !== 'object' || object === null) return null;
  const about: Readonly<Record<string, unknown>> = { ...object };
  if (about['object'] === 'customer') return idIn(about['id']);
  const { customer } = about;
  return idIn(typeof customer === 'object' && customer !== null ? Reflect.get(customer, 'id') : customer);
}

const ID = /^\w{1,255}$/u;
const idIn = (value: unknown): string | null => (typeof value === 'string' && ID.test(value) ? value : null);
