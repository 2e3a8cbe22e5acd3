/**
 * Returns the id of the customer of a Stripe event; null: the event has none. Posthorn uses no other field of the body: its format depends on the API
 * version of the endpoint, and it may be days old. So Posthorn reads all other facts from Stripe.
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
