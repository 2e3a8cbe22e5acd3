// @zones: also runs in other time zones
import { expect, it } from '@jest/globals';
import { checkRuntime } from './runtime-check.ts';

it('accepts the Node that runs the specs', () => {
  expect(() => {
    checkRuntime(process.versions);
  }).not.toThrow();
});
it('refuses a Node that is too old, or has old time zone data', () => {
  expect(() => {
    checkRuntime({ node: '20.20.2', tz: '2026c' });
  }).toThrow('Posthorn needs Node 24, this is 20.20.2');
  expect(() => {
    checkRuntime({ node: '24.1.0', tz: '2025a' });
  }).toThrow('time zone data 2025a');
});
it('knows that British Columbia stopped changing its clocks', () => {
  const hour = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Vancouver',
    hour: 'numeric',
    hour12: false,
  });
  expect(hour.format(new Date('2027-01-15T12:00:00Z'))).toBe('05');
});
