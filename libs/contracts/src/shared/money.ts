/** Formats cents for people: `$19`, `$19.50`. `currency` is an ISO code. */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    cents / 100,
  );
