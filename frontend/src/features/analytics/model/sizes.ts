const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** For example "999", "1.2k" or "3.4M". Rounds down: 1,999 gives "1.9k". */
export function short(count: number): string {
  if (count < THOUSAND) return String(count);
  return count < MILLION ? `${inTenths(count, THOUSAND)}k` : `${inTenths(count, MILLION)}M`;
}

const inTenths = (count: number, unit: number): string => (Math.floor((count * 10) / unit) / 10).toFixed(1);

/** For example "1,234". */
export const whole = (count: number): string => count.toLocaleString('en');
