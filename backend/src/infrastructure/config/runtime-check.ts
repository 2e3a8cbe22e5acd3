import { OneLineError } from './one-line-error.ts';

const NODE = 24;
/** The first time zone data with British Columbia’s last clock change. Older data would publish posts an hour off. */
const ZONES = '2026c';

/** @throws OneLineError on a Node that would publish at the wrong time */
export function checkRuntime(versions: Readonly<{ node: string; tz?: string | undefined }>): void {
  if (Number(versions.node.split('.')[0]) < NODE) {
    throw new OneLineError(
      `Posthorn needs Node ${String(NODE)}, this is ${versions.node}: start it with "npm start".`,
    );
  }
  if ((versions.tz ?? '') < ZONES) {
    throw new OneLineError(
      `This Node has time zone data ${versions.tz ?? 'of an unknown age'}, Posthorn needs ${ZONES} or newer: start it with "npm start", or install a newer Node.`,
    );
  }
}
