/**
 * The customer that an event of Stripe is about; null: none. All that is believed of its body, because that follows the API version of
 * the endpoint and may be days old: whatever else it says is asked for.
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
